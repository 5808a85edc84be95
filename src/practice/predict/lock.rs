//! What becomes of a lock: its lease ends, its service fails, its holder dies, or gives it back too late.

mod holder;
mod lease;
mod read;
mod service;
mod token;

use super::{Draft, Story};

/// An answer that may be chosen: id, text, why not.
type Choice = (&'static str, String, String);

fn option(id: &'static str, text: impl Into<String>, why: impl Into<String>) -> Choice {
    (id, text.into(), why.into())
}

/// The question that this moment of the lock's life is worth, if it is.
pub(super) fn question(story: Story<'_>, moment: usize) -> Option<Draft> {
    match story.run.moments[moment].event {
        "lease-ended" | "session-ended" => lease::ends(story, moment),
        "failed-over" | "leader-elected" | "clock-jumped" | "lock-back" => {
            service::struck(story, moment)
        }
        "crashed" => holder::crash(story, moment),
        "foreign-lock-deleted" | "nothing-released" => holder::release(story, moment),
        "rolled-back-kept" | "rolled-back-freed" => holder::rollback(story, moment),
        "granted" => token::given(story, moment),
        "fence-raised" => read::raises(story, moment),
        "read" | "read-refused" => read::late(story, moment),
        _ => None,
    }
}

fn draft(
    story: Story<'_>,
    (stake, what, client): (u8, &str, u8),
    moment: usize,
    prompt: String,
    (right, options): (&'static str, Vec<Choice>),
) -> Option<Draft> {
    Some(Draft {
        stake,
        id: story.id(what, client, moment),
        before: moment,
        answered: moment,
        prompt,
        right,
        options,
    })
}
