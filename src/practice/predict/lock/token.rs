//! A token that is not the next number.

use std::cmp::Ordering;

use super::super::{Draft, Story};
use super::{Choice, draft, option};

/// Which token a grant comes with.
pub(super) fn given(story: Story<'_>, moment: usize) -> Option<Draft> {
    let run = story.run;
    let token = run.moments[moment].token?;
    let (client, _) = run.moments[moment].known.holder?;
    let earlier = run.moments[..moment].iter();
    let last = earlier
        .filter(|other| matches!(other.event, "granted" | "handed-on" | "queued"))
        .filter_map(|other| other.token)
        .next_back()?;
    if token == last + 1 || token == last && run.moments[moment - 1].known.holder.is_some() {
        return None;
    }
    let plans = story.scenario.setup.plans;
    let lock_of = |client: u8| plans[usize::from(client)].lock;
    let own_counter = (0..client).any(|other| lock_of(other) != lock_of(client));
    let right = match token.cmp(&last) {
        Ordering::Equal => "same",
        Ordering::Less => "lower",
        Ordering::Greater => "higher",
    };
    let options = options(last, token, right, own_counter);
    let who = story.name(client);
    let prompt = if own_counter {
        format!(
            "{who} is about to be granted a lock of its own. The last token of the other lock was {last}. Which does {who} get?"
        )
    } else {
        let changes = match right {
            "higher" => changes_since(last, token),
            _ => String::new(),
        };
        format!(
            "{who} is about to be granted the lock. The last token was {last}.{changes} Which does {who} get?"
        )
    };
    draft(
        story,
        (75, "token", client),
        moment,
        prompt,
        (right, options),
    )
}

/// The next number, the last one, and where it is neither, what it is.
fn options(last: u32, token: u32, right: &'static str, own_counter: bool) -> Vec<Choice> {
    let mut options = vec![
        option(
            "next",
            format!("{}: one more than the last.", last + 1),
            match right {
                _ if own_counter => {
                    "That would be the next of another lock: each lock counts for itself."
                }
                "higher" => {
                    "Tokens rise, but not by one: other changes of the store use numbers up too."
                }
                _ => "The counter was lost with the lock, and counts on from an older number.",
            },
        ),
        option(
            "same",
            format!("{last} once more."),
            match own_counter {
                true => "That is a number of another lock, and this one counts for itself.",
                false => "A number that was given out is not given out again here.",
            },
        ),
    ];
    match right {
        "higher" => options.push(option(right, format!("{token}: higher, with a gap."), "")),
        "lower" if own_counter => {
            let text = format!("{token}: the next of its own lock.");
            options.push(option(right, text, ""));
        }
        "lower" => options.push(option(right, format!("{token}: lower than the last."), "")),
        _ => {}
    }
    options
}

/// What used up the numbers between two tokens of a queue: each key or node that goes is a change as well.
fn changes_since(last: u32, token: u32) -> String {
    let gone = match token - last - 1 {
        1 => "one entry of the queue has".to_owned(),
        many => format!("{many} entries of the queue have"),
    };
    format!(
        " Every change of the service counts, an entry that comes and one that goes; since then {gone} gone."
    )
}
