//! What an adversary can choose from: the steps of the world, those that nobody would think about taken together.

use super::client::{Ask, Call, Request, Step};
use super::explore::steps;
use super::fault::Fault;
use super::narrate;
use super::world::{Action, World};

/// One choice: a step, and where it makes no difference when it comes, the answer to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    /// The step.
    pub action: Action,
    /// What follows at once.
    pub answer: Option<Action>,
}

impl Move {
    /// Its steps, in order.
    pub fn actions(self) -> impl Iterator<Item = Action> {
        std::iter::once(self.action).chain(self.answer)
    }

    /// Does it.
    pub fn apply(self, world: &mut World) {
        self.actions().for_each(|action| world.apply(action));
    }

    /// What happened, in a sentence or two.
    pub fn told(self, names: &[String], before: &World) -> String {
        let mut world = *before;
        let mut told: Option<String> = None;
        for action in self.actions() {
            let was = world;
            world.apply(action);
            if let Some(more) = narrate::tell(names, &was, action, &world, "") {
                told = Some(match told {
                    Some(told) => format!("{told} {}", more.caption),
                    None => more.caption,
                });
            }
        }
        told.unwrap_or_else(|| capital(&self.name(names, before)) + ".")
    }

    /// What it is, before anybody knows what comes of it: `A's write with 33 reaches storage`.
    pub fn name(self, names: &[String], world: &World) -> String {
        name(names, world, self.action)
    }
}

/// What can be chosen in a state, in a fixed order.
///
/// Redlock asks five masters one after the other; there, a master's answer comes with the request.
pub fn moves(world: &World, out: &mut Vec<Move>) {
    let mut actions = Vec::new();
    steps(world, &mut actions);
    out.clear();
    out.extend(actions.iter().map(|action| Move {
        action: *action,
        answer: answer(world, *action),
    }));
}

fn answer(world: &World, action: Action) -> Option<Action> {
    let Action::AtLock(c) = action else {
        return None;
    };
    let client = &world.clients[usize::from(c)];
    let asks_many = world.setup.lock.protocol().nodes() > 1;
    (asks_many && client.runs() && world.reaches_lock(c.into())).then_some(Action::FromLock(c))
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| {
        first.to_uppercase().collect::<String>() + chars.as_str()
    })
}

fn name(names: &[String], world: &World, action: Action) -> String {
    let who = |c: u8| names.get(usize::from(c)).map_or("?", String::as_str);
    match action {
        Action::Go(c) => goes(who(c), world, c),
        Action::AtLock(c) => reaches_lock(who(c), world, c),
        Action::FromLock(c) => format!("{} hears from the lock service", who(c)),
        Action::AtStorage(c) => {
            let client = &world.clients[usize::from(c)];
            if client.ask == Ask::Passed {
                return format!(
                    "{}'s write{}, let through, goes in",
                    who(c),
                    with(client.token)
                );
            }
            let what = if client.ask == Ask::Read {
                "read".to_owned()
            } else {
                format!("write{}", with(client.token))
            };
            format!("{}'s {what} reaches storage", who(c))
        }
        Action::FromStorage(c) => format!("{} hears from storage", who(c)),
        Action::Renew(c) => format!("{} asks to renew its lease", who(c)),
        Action::RenewAtLock(c) => format!("{}'s renewal reaches the lock service", who(c)),
        Action::RenewBack(c) => format!("the answer to its renewal reaches {}", who(c)),
        Action::GiveUp(c) => format!("{} gives up waiting for storage", who(c)),
        Action::LateWrite(c) => format!("{}'s write that was held up reaches storage", who(c)),
        Action::Learns(c) => format!("{} finds out that its lock is lost", who(c)),
        Action::LeaseEnds(c) => format!("{}'s lease runs out", who(c)),
        Action::Reap(c) => format!("the database ends {}'s session", who(c)),
        Action::Sync(n) => format!("what node {} knows reaches its disk", n + 1),
        Action::Strike(fault, n) => strikes(who(n), fault, n),
        Action::Cease(Fault::Pause | Fault::VmSuspend, c) => format!("{} wakes", who(c)),
        Action::Cease(fault, _) => format!("the fault ends: {}", fault.name().replace('-', " ")),
    }
}

fn with(token: u16) -> String {
    if token > 0 {
        format!(" with {token}")
    } else {
        String::new()
    }
}

fn goes(who: &str, world: &World, c: u8) -> String {
    let token = world.clients[usize::from(c)].token;
    match world.next_step(c.into()) {
        Some(Step::Acquire) => format!("{who} asks for the lock"),
        Some(Step::Read) => format!("{who} asks storage for the value"),
        Some(Step::CheckLease) => format!("{who} looks at its clock"),
        Some(Step::Write) => format!("{who} sends its write{}", with(token)),
        Some(Step::Rollback) => format!("{who} rolls its transaction back"),
        Some(Step::Release) => format!("{who} gives the lock back"),
        None => format!("{who} goes on"),
    }
}

fn reaches_lock(who: &str, world: &World, c: u8) -> String {
    let client = &world.clients[usize::from(c)];
    let many = world.setup.lock.protocol().nodes() > 1;
    match client.call {
        Call::Sent(Request::Acquire) if many => {
            format!("{who} asks master {} of 5", client.node + 1)
        }
        Call::Sent(Request::Release) if many => format!("{who} unlocks all masters"),
        Call::Sent(Request::Release) => format!("{who}'s release reaches the lock"),
        Call::Sent(Request::Recheck) => format!("{who}'s question reaches the lock"),
        _ => format!("{who}'s request reaches the lock"),
    }
}

fn strikes(who: &str, fault: Fault, n: u8) -> String {
    match fault {
        Fault::Pause => format!("{who}'s process stands still"),
        Fault::VmSuspend => format!("{who}'s host is suspended"),
        Fault::ServerClockJump => format!("the clock of master {} leaps forward", n + 1),
        Fault::ClientCrash => format!("{who} crashes"),
        Fault::DelayedWrite => format!("the network holds {who}'s write up"),
        Fault::Failover => "the leader fails".to_owned(),
        _ => format!("a fault strikes: {}", fault.name().replace('-', " ")),
    }
}
