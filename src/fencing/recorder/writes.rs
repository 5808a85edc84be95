//! What storage accepted and what it refused.

use super::super::client::Ask;
use super::super::timeline::{Flight, Party};
use super::super::world::{Action, World};
use super::Recorder;

impl Recorder {
    pub(super) fn writes(&mut self, action: Action, before: &World, after: &World) {
        if let Action::AtStorage(c) = action {
            let refused = matches!(
                after.clients[usize::from(c)].ask,
                Ask::Refused | Ask::NoSession
            );
            self.wronged |= refused && before.holds(c.into());
            self.timeline.saved |= refused && !before.holds(c.into());
        }
        // Where it was only compared, or its key was known, nothing was accepted or refused.
        let (c, token, neither) = match action {
            Action::AtStorage(c) if before.clients[usize::from(c)].ask != Ask::Read => {
                let (was, is) = (
                    &before.clients[usize::from(c)],
                    &after.clients[usize::from(c)],
                );
                let passed = is.ask == Ask::Passed;
                (c, was.token, passed || before.repeats(c.into(), was.seq))
            }
            Action::LateWrite(c) => {
                let Some(held) = before.clients[usize::from(c)].held else {
                    return;
                };
                let passed = after.clients[usize::from(c)].held.is_some();
                (c, held.token, passed || before.repeats(c.into(), held.n))
            }
            _ => return,
        };
        if neither {
            return;
        }
        let token = Some(u32::from(token)).filter(|token| *token > 0);
        let total = |world: &World| world.ledgers.iter().map(|ledger| ledger.writes).sum::<u8>();
        if total(after) > total(before) {
            self.timeline.accepted.push((c, token));
        } else {
            self.timeline.refused.push((c, token));
            self.timeline.saved |= matches!(action, Action::LateWrite(_));
            self.mark_refused(c);
        }
    }

    /// The write that has just landed met a refusal.
    fn mark_refused(&mut self, c: u8) {
        let sent =
            |flight: &&mut Flight| flight.from == Party::Client(c) && flight.to == Party::Storage;
        if let Some(flight) = self.timeline.flights.iter_mut().rev().find(sent) {
            flight.refused = true;
        }
    }
}
