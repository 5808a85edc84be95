//! What a run shows of a write and of what came before it.

use super::{FINE, HARM, Write, fate, writer};
use crate::fencing::{
    lock::Failover,
    storage::Check,
    timeline::{Flight, Millis, Moment, Party},
};

impl Write<'_> {
    /// Its server is the primary no more, and others write to another one.
    pub(super) fn split(&self) -> bool {
        let run = self.story.run;
        let protocol = self.story.scenario.setup.lock.protocol();
        let granted = |moment: &Moment| {
            moment.event == "believes" && moment.party == Party::Client(self.client)
        };
        let since = run.moments[..self.moment].iter().rposition(granted);
        protocol.failover() == Failover::Split
            && run.moments[since.unwrap_or(0)..self.moment]
                .iter()
                .any(|moment| moment.event == "failed-over")
    }

    /// Storage has compared it in a step before, and writes without comparing again.
    pub(super) fn compared_before(&self) -> bool {
        let run = self.story.run;
        let passed = run.moments[..self.before]
            .iter()
            .rfind(|moment| moment.event == "write-let-through");
        self.story.scenario.setup.check == Check::SelectThenUpdate
            && passed.is_some_and(|moment| moment.token == self.token())
    }

    /// It has thought at some time that it holds the lock.
    pub(super) fn believed(&self) -> bool {
        let me = Party::Client(self.client);
        let mut earlier = self.story.run.moments[..self.moment].iter();
        earlier.any(|moment| moment.event == "believes" && moment.party == me)
    }

    /// Since the client last read, another's write has gone in.
    pub(super) fn replaced(&self) -> bool {
        let run = self.story.run;
        let me = Party::Client(self.client);
        let read = run.moments[..self.moment]
            .iter()
            .rposition(|moment| moment.party == me && moment.event == "value-read");
        read.is_some_and(|read| {
            let handed = |flight: &&Flight| {
                flight.to == me
                    && flight.label == "value"
                    && flight.arrives == Some(run.moments[read].at)
            };
            let handed = run.flights.iter().find(handed).map(|flight| flight.sent);
            (0..self.moment).any(|moment| {
                Some(run.moments[moment].at) > handed
                    && matches!(fate(run, moment), Some(FINE | HARM))
                    && (self.late || writer(run, moment) != Some(self.client))
            })
        })
    }

    /// The number of the client's operation that is sent at a time, among those under its token.
    pub(super) fn number_at(&self, sent: Millis) -> usize {
        let me = Party::Client(self.client);
        let moments = self.story.run.moments.iter();
        let own = moments.filter(|moment| moment.party == me && moment.at <= sent);
        let own: Vec<&Moment> = own.collect();
        let since = own.iter().rposition(|moment| moment.event == "believes");
        let reads = self.story.scenario.setup.fence_on_read;
        own[since.unwrap_or(0)..]
            .iter()
            .filter(|moment| match moment.event {
                "read-sent" => reads,
                event => event == "write-sent",
            })
            .count()
    }

    /// The pairs that `(fence, seq) < (token, n)` compares, where both are under one token: of storage, of the write.
    pub(super) fn numbers(&self) -> Option<(usize, usize)> {
        let run = self.story.run;
        if self.story.scenario.setup.check != Check::Sequence || self.token() != Some(self.fence())
        {
            return None;
        }
        let sent = |moment: usize| {
            let mut flights = run.flights.iter().filter(|flight| {
                flight.to == Party::Storage && flight.arrives == Some(run.moments[moment].at)
            });
            flights.next().map(|flight| self.number_at(flight.sent))
        };
        let taken = (0..self.moment)
            .rev()
            .find(|moment| fate(run, *moment) == Some(FINE));
        Some((sent(taken?)?, sent(self.moment)?))
    }
}
