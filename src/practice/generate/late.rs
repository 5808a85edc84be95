//! Templates about a holder that stands still in the middle of its work.

use super::{
    case::Case,
    draw::{Draw, LATENCY, acts, strikes},
    facts::{self, Fate},
};
use crate::fencing::{
    client::Step,
    fault::Fault,
    property::{Property, Verdict},
    scenario::{Scenario, show_time},
    storage::Check,
    timeline::{Millis, Timeline},
};

/// Between two things that are told apart lies at least so much.
const APART: Millis = 400;
/// Locks whose grants end by themselves and carry tokens.
const LEASES: [&str; 3] = ["etcd", "zookeeper", "redis"];

/// Whether two moments cannot be confused.
pub(super) fn apart(one: Millis, other: Millis) -> bool {
    one.abs_diff(other) >= APART
}

/// A holder stands still past its lease; a successor is granted the lock.
pub(super) struct Late {
    pub(super) scenario: Scenario,
    /// How it is told that the holder stands still, such as `its process stops for 12 s (GC)`.
    pub(super) stops: String,
    /// It looks at its clock before it stands still.
    looks: bool,
    /// When it goes on.
    pub(super) wakes: Millis,
}

/// What is known of such a run.
pub(super) struct Told {
    pub(super) run: Timeline,
    pub(super) a: String,
    pub(super) b: String,
    /// The tokens of both.
    pub(super) x: u32,
    pub(super) y: u32,
    /// When the first lease ends.
    pub(super) ends: String,
    /// What keeps a grant alive: a lease, or a session.
    pub(super) lease: &'static str,
}

impl Late {
    /// The successor works so long before it reads, and before it writes.
    pub(super) fn draw(
        draw: &mut Draw,
        check: Check,
        looks: bool,
        work: [Millis; 2],
    ) -> Option<Self> {
        let lock = draw.lock(&LEASES)?;
        // Only its service can tell a session that it has expired.
        let looks = looks && lock.protocol().learns_by_itself();
        let mut scenario = draw.scenario(lock, 2, check);
        let ttl = draw.time(5_000, 15_000);
        scenario.timing.ttl = [ttl; 3];
        let at = draw.time(2_500, 3_500);
        let mut plan = vec![(Step::Acquire, 0), (Step::Read, 0)];
        plan.extend(looks.then_some((Step::CheckLease, at - 1_500)));
        plan.extend([(Step::Write, at), (Step::Release, 500)]);
        acts(&mut scenario, 0, 0, &plan);
        let plan = [
            (Step::Acquire, 0),
            (Step::Read, work[0]),
            (Step::Write, work[1]),
            (Step::Release, 500),
        ];
        acts(&mut scenario, 1, draw.time(at + 500, at + 3_000), &plan);
        let lasts = draw.time(ttl + 4_000, ttl + 12_000);
        let (fault, what, label) = *draw.one_of(&[
            (Fault::Pause, "its process stops", "GC"),
            (Fault::Pause, "its process stops", "SIGSTOP"),
            (Fault::Pause, "its process stops", "no CPU"),
            (Fault::VmSuspend, "its host stands still", "VM migration"),
            (Fault::VmSuspend, "its host stands still", "VM snapshot"),
        ]);
        strikes(&mut scenario, fault, 0, (at, lasts), label);
        Some(Self {
            stops: format!("{what} for {} ({label})", show_time(lasts)),
            scenario,
            looks,
            wakes: at + lasts,
        })
    }

    /// What is known of the run, where both were granted the lock in turn.
    pub(super) fn told(&self) -> Option<Told> {
        let run = self.scenario.run();
        let ends = facts::lease_ends(&run, 0)?;
        let learns = self.scenario.setup.lock.protocol().learns_by_itself();
        Some(Told {
            a: self.scenario.clients[0].clone(),
            b: self.scenario.clients[1].clone(),
            x: facts::token(&run, 0)?,
            y: facts::token(&run, 1)?,
            ends: facts::about(ends),
            lease: if learns { "lease" } else { "session" },
            run,
        })
        .filter(|_| apart(ends, self.wakes) && ends < self.wakes)
    }

    /// How the holder works, up to where it stands still.
    fn begins(&self, told: &Told) -> String {
        let (a, x, lease) = (&told.a, told.x, told.lease);
        let looks = match self.looks {
            true => format!(" Its clock says that its {lease} still runs."),
            false => String::new(),
        };
        format!(
            "{a} holds the lock with {x} and has read.{looks} Then {}.",
            self.stops
        )
    }
}

impl Told {
    /// The wrong answers that hold whatever becomes of a late write.
    pub(super) fn late(&self, case: Case, looks: bool) -> Case {
        let Self { a, lease, ends, .. } = self;
        case.wrong(
            "expired-means-stopped",
            format!("{a} sends nothing: it knows that its {lease} is over."),
            format!("{a} stood still when its {lease} ended, at about {ends}. It goes on at the next line, and sends its write."),
        )
        .wrong_if(
            looks,
            "check-just-before-writing",
            format!("{a} sends nothing: it makes sure of its {lease} just before it writes."),
            format!("It has looked already, and the {lease} ran. The pause fell between that look and the write."),
        )
    }

    /// The lock service is thought to compare.
    pub(super) fn enforced(&self, case: Case) -> Case {
        let Self { x, y, .. } = self;
        case.wrong(
            "lock-service-enforces",
            format!("The lock service stops it on its way: {y} is the valid token now."),
            format!("The lock service hands tokens out and never sees a write. Only storage could compare {x} with what it has seen."),
        )
    }

    fn watched(&self, case: Case) -> Case {
        let Self { a, ends, lease, .. } = self;
        case.wrong(
            "watchdog-guarantees",
            format!("Storage accepts it, and nothing is lost: the watchdog of {a} has kept its {lease}."),
            format!("The watchdog stood still with {a}. No renewal came, and the {lease} ended at about {ends}."),
        )
    }
}

/// What becomes of the late write?
pub(super) fn write(draw: &mut Draw) -> Option<Case> {
    let looks = draw.chance(40);
    let seen = draw.chance(70);
    let checks = [Check::AtLeast, Check::Strict, Check::None];
    let check = *draw.one_of(&checks[..if seen { 3 } else { 2 }]);
    let reads = if seen { 0 } else { 30_000 };
    let late = Late::draw(draw, check, looks, [reads, 500])?;
    let told = late.told()?;
    let write = facts::landing(&told.run, 0, 0)?;
    let known = &told.run.moments[write.moment - 1].known;
    let Told { a, b, x, y, .. } = &told;
    let does = match known.data {
        Some(1) => "and writes",
        _ => "and has not been to storage yet",
    };
    let story = format!(
        "{} Meanwhile {b} is granted {y} {does}.",
        late.begins(&told)
    );
    let case = Case::new(
        &late.scenario,
        story,
        format!("{a} wakes. What becomes of its write?"),
    );
    let case = match write.fate {
        Fate::Refused => case
            .right(
                format!("Storage refuses it: {x} < {y}."),
                format!("Storage has seen {y} with the write of {b}, so {} is false for {x}.", check.condition()),
            )
            .wrong(
                "any-unique-id",
                format!("Storage accepts it: {x} is a token that the lock service has issued."),
                format!("Storage does not ask whether a token is genuine. It asks which one is higher, and {x} < {y}."),
            ),
        Fate::Harms if check == Check::None => case
            .right(
                format!("Storage accepts it, over the newer write of {b}."),
                format!("Storage checks nothing, so it cannot tell that {x} is older than {y}. What {b} wrote is gone."),
            ),
        Fate::Accepted if facts::is_new_to_storage(&told.run, 1, write.moment) => case
            .right(
                "Storage accepts it, and nothing is lost.",
                format!("No request with {y} has come to storage yet. The order there is {x} and then {y}, and {b} will read what {a} wrote."),
            )
            .wrong(
                "granted-blocks-at-once",
                format!("Storage refuses it: {x} is shut out since {y} was granted."),
                format!("Storage hears of {y} from the first request that carries it. Until then it has seen nothing above {x}."),
            ),
        _ => return None,
    };
    let case = told.enforced(told.late(case, late.looks));
    let case = match write.fate {
        Fate::Accepted => case,
        _ => told.watched(case),
    };
    Some(case.answer(match write.fate {
        Fate::Accepted => {
            "A write after the end of a lease does no harm as long as it comes before any of the next holder's.".to_owned()
        }
        _ => told.run.outcome.clone(),
    }))
}

/// Who holds when the holder wakes, and who believes so?
pub(super) fn believers(draw: &mut Draw) -> Option<Case> {
    let check = *draw.one_of(&[Check::None, Check::AtLeast, Check::Strict]);
    let work = draw.time(8_000, 12_000);
    let late = Late::draw(draw, check, false, [0, work])?;
    let told = late.told()?;
    let woke = facts::first(&told.run, "woke", 0)?;
    let known = &told.run.moments[woke].known;
    let both = known.clients.iter().all(|mind| mind.believes);
    if !both || known.holder.is_none_or(|(holder, _)| holder != 1) {
        return None;
    }
    let Told {
        a,
        b,
        x,
        ends,
        lease,
        ..
    } = &told;
    let service = late.scenario.setup.lock.protocol().id();
    let story = format!(
        "{} {b} has asked for the lock meanwhile.",
        late.begins(&told)
    );
    let asked = format!(
        "{a} wakes at {}. Who holds the lock at this instant, and who believes that it does?",
        show_time(late.wakes)
    );
    let case = Case::new(&late.scenario, story, asked)
        .right(
            format!("{b} holds it. Both believe that they do."),
            format!("The {lease} of {a} ended at about {ends}, and {b} got the lock after that. {a} goes on where it was, and nobody has told it."),
        )
        .wrong(
            "expired-means-stopped",
            format!("{b} holds it, and only {b} believes so: {a} has stopped with its {lease}."),
            format!("The end of a {lease} changes what the lock service answers. {a} has not asked since it woke."),
        )
        .wrong_if(
            matches!(service, "etcd" | "zookeeper"),
            "consensus-means-one-believer",
            format!("{b} holds it, and only {b} believes so: a majority has agreed on one holder."),
            format!("The majority agrees on who holds. What {a} believes is as old as its last answer, from before the pause."),
        )
        .wrong(
            "watchdog-guarantees",
            format!("{a} holds it, and only {a} believes so: it renews its {lease}."),
            format!("Nothing of {a} ran, so nothing renewed. The {lease} ended at about {ends}."),
        )
        .wrong(
            "fencing-prevents-two-holders",
            format!("{a} holds it, and {b} waits: {x} is out, so no second token is issued."),
            format!("A token does nothing at the lock service. When the {lease} of {a} had ended, {b} was granted the lock."),
        )
        .answer("Who holds is for the lock service to say; what a client believes is older than that by a message or a pause.");
    Some(case)
}

/// Is a longer TTL enough?
pub(super) fn longer_ttl(draw: &mut Draw) -> Option<Case> {
    let mut late = Late::draw(draw, Check::None, false, [0, 500])?;
    let before = late.scenario.timing.ttl[0];
    let after = before * 2;
    late.scenario.timing.faults[0].lasts += before;
    let lasts = late.scenario.timing.faults[0].lasts;
    late.wakes += before;
    late.scenario.timing.ttl = [after; 3];
    let told = late.told()?;
    let write = facts::landing(&told.run, 0, 0)?;
    let broken = told.run.verdict(Property::OrderedWrites) == Some(Verdict::Violated);
    if write.fate != Fate::Harms || !broken || late.wakes + LATENCY < lasts {
        return None;
    }
    let Told {
        a,
        b,
        x,
        y,
        ends,
        lease,
        ..
    } = &told;
    let [before, after, lasts] = [before, after, lasts].map(show_time);
    let story = format!(
        "A late write has done harm under a TTL of {before}, so the TTL is {after} now. {a} holds the lock with {x} and stands still for {lasts}. {b} waits, to read and write under the lock."
    );
    let case = Case::new(&late.scenario, story, format!("{a} wakes. What becomes of its write?"))
        .right(
            format!("Storage accepts it, over the newer write of {b}."),
            format!("{lasts} is more than {after} as well. The {lease} ended at about {ends}, {b} wrote, and storage compares nothing."),
        )
        .wrong(
            "longer-ttl-fixes-it",
            format!("Storage accepts it, and nothing is lost: {a} still holds the lock."),
            format!("The {lease} ended at about {ends}. However long the TTL, a pause may be longer."),
        );
    let case = told.late(case, false).wrong(
        "watchdog-guarantees",
        format!("It comes before {b} is granted anything: the watchdog of {a} goes on renewing."),
        format!("The watchdog stood still with {a}, and {b} was granted {y}."),
    );
    Some(told.enforced(case).answer("A longer TTL makes the accident rarer, and everybody waits longer after a crash. Only a check at storage ends it."))
}
