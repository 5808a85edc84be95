//! One cell of "who knows what", for those who fill it in themselves before it is shown.

use super::{Choice, Question};
use crate::fencing::timeline::{Knowledge, Mind, Moment, Party, Timeline};

/// A row of "who knows what".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    /// The lock service: who holds in truth.
    Lock,
    /// What a client thinks.
    Client(u8),
    /// Storage: its fence, and whose data.
    Storage,
}

/// The cells that are asked for in a run: one before each turn of the story that changes what somebody knows, or that
/// somebody should know and does not.
pub fn cells(run: &Timeline) -> Vec<Question> {
    (1..run.moments.len())
        .filter(|moment| run.moments[*moment].decisive)
        .filter_map(|moment| question(run, moment))
        .collect()
}

fn name(run: &Timeline, client: u8) -> &str {
    run.clients
        .get(usize::from(client))
        .map_or("?", String::as_str)
}

fn question(run: &Timeline, moment: usize) -> Option<Question> {
    let (was, is) = (&run.moments[moment - 1].known, &run.moments[moment].known);
    let (cell, what) = asked(run, &run.moments[moment], was)?;
    let mut texts = match cell {
        Cell::Lock => holders(run, was, is),
        Cell::Client(client) => minds(run, is, client),
        Cell::Storage => stores(run, moment),
    };
    let right = said(run, is, cell);
    texts.retain(|text| *text != right);
    texts.dedup();
    texts.truncate(3);
    let place = moment % (texts.len() + 1);
    texts.insert(place, right);
    let choices: Vec<Choice> = texts
        .into_iter()
        .enumerate()
        .map(|(number, text)| Choice {
            id: format!("cell-{number}"),
            why: match number == place {
                true => String::new(),
                false => why_not(run, moment, cell),
            },
            text,
        })
        .collect();
    let whose = match cell {
        Cell::Lock => "What does the lock service say then?".to_owned(),
        Cell::Client(client) => format!("What does {} think then?", name(run, client)),
        Cell::Storage => "What does storage have then?".to_owned(),
    };
    (choices.len() > 1).then(|| Question {
        id: format!("cell-{moment}"),
        before: moment,
        answered: moment,
        prompt: format!("Next: {what}. {whose}"),
        choices,
        right: place,
        cell: Some(cell),
    })
}

/// The cell that matters at a moment, and what happens, told without its end.
fn asked(run: &Timeline, moment: &Moment, was: &Knowledge) -> Option<(Cell, String)> {
    let holder = was.holder.map(|(holder, _)| holder);
    let actor = match moment.party {
        Party::Client(client) => Some(client),
        _ => None,
    };
    Some(match moment.event {
        "granted" => (Cell::Lock, "a request reaches the lock service".to_owned()),
        "lease-ended" | "session-ended" => {
            let client = holder?;
            let who = name(run, client);
            (
                Cell::Client(client),
                format!("{who}'s time is over at the lock service"),
            )
        }
        "woke" => (
            Cell::Client(actor?),
            format!("{} goes on", name(run, actor?)),
        ),
        "write-accepted" | "late-write-accepted" | "write-refused" | "late-write-refused" => {
            let token = moment
                .token
                .map_or(String::new(), |token| format!(" with {token}"));
            (Cell::Storage, format!("a write{token} reaches storage"))
        }
        "fence-raised" | "read-refused" => {
            let token = moment
                .token
                .map_or(String::new(), |token| format!(" with {token}"));
            (Cell::Storage, format!("a read{token} reaches storage"))
        }
        "foreign-lock-deleted" | "handed-on" => {
            (Cell::Lock, "a release reaches the lock service".to_owned())
        }
        "failed-over" => (Cell::Lock, "the lock service fails over".to_owned()),
        "clock-jumped" => (
            Cell::Lock,
            match run.lock.as_str() {
                "redlock" => "the clock of one master leaps forward".to_owned(),
                _ => "the lock service's clock leaps forward".to_owned(),
            },
        ),
        "lock-back" if run.lock == "redlock" => (Cell::Lock, "a master comes back".to_owned()),
        "lock-back" => (Cell::Lock, "the lock service comes back".to_owned()),
        "leader-elected" => (Cell::Lock, "there is a new leader".to_owned()),
        _ => return None,
    })
}

/// What a cell says, in a few words.
pub(super) fn said(run: &Timeline, known: &Knowledge, cell: Cell) -> String {
    match cell {
        Cell::Lock => held(run, known.holder),
        Cell::Client(client) => known
            .clients
            .get(usize::from(client))
            .map_or(String::new(), thinks),
        Cell::Storage => stored(run, known.fence, known.data),
    }
}

/// Why a cell says what it says at a moment, and nothing else.
fn why_not(run: &Timeline, moment: usize, cell: Cell) -> String {
    let (was, is) = (&run.moments[moment - 1].known, &run.moments[moment].known);
    let event = run.moments[moment].event;
    match cell {
        Cell::Lock => match is.holder {
            None => "The lock service counts nobody as the holder.".to_owned(),
            Some((holder, _)) => {
                let who = name(run, holder);
                format!("The lock service counts {who} as the holder.")
            }
        },
        Cell::Client(client) => {
            let mind = is.clients.get(usize::from(client));
            let who = name(run, client);
            match mind.is_some_and(|mind| mind.mistaken(client, is.holder)) {
                true => format!("Nothing has told {who} that it no longer holds."),
                false => format!("{who} goes by what it was told and by its own clock."),
            }
        }
        Cell::Storage if event.ends_with("refused") => {
            "A refused request changes neither fence nor data.".to_owned()
        }
        Cell::Storage if event == "fence-raised" => {
            "A read that storage lets in raises the fence, and leaves the data.".to_owned()
        }
        Cell::Storage if is.fence != was.fence => {
            "An accepted write replaces the data and raises the fence to its token.".to_owned()
        }
        Cell::Storage => "An accepted write replaces the data.".to_owned(),
    }
}

fn held(run: &Timeline, holder: Option<(u8, Option<u32>)>) -> String {
    match holder {
        None => "nobody holds".to_owned(),
        Some((client, Some(token))) => format!("{} holds {token}", name(run, client)),
        Some((client, None)) => format!("{} holds", name(run, client)),
    }
}

fn holders(run: &Timeline, was: &Knowledge, is: &Knowledge) -> Vec<String> {
    let token = |known: &Knowledge| known.holder.and_then(|(_, token)| token);
    let token = token(is).or(token(was));
    let clients = 0..u8::try_from(run.clients.len()).unwrap_or(u8::MAX);
    let mut all: Vec<_> = clients
        .map(|client| held(run, Some((client, token))))
        .collect();
    all.insert(0, held(run, was.holder));
    all.insert(1, held(run, None));
    let mut texts: Vec<String> = Vec::new();
    for text in all {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

fn thinks(mind: &Mind) -> String {
    match (mind.believes, mind.waits, mind.token) {
        (true, _, Some(token)) => format!("it holds {token}"),
        (true, _, None) => "it holds".to_owned(),
        (_, true, _) => "it waits for the lock".to_owned(),
        _ => "it does not hold".to_owned(),
    }
}

fn minds(run: &Timeline, is: &Knowledge, client: u8) -> Vec<String> {
    let mind = is.clients.get(usize::from(client));
    let token = mind.and_then(|mind| mind.token).or_else(|| {
        let mut earlier = run
            .moments
            .iter()
            .filter_map(|moment| moment.known.clients.get(usize::from(client))?.token);
        earlier.next_back()
    });
    let believes = |believes, waits| Mind {
        token,
        believes,
        waits,
        running: true,
    };
    vec![
        thinks(&believes(true, false)),
        thinks(&believes(false, false)),
        thinks(&believes(false, true)),
    ]
}

fn stored(run: &Timeline, fence: u32, data: Option<u8>) -> String {
    let data = data.map_or("no data".to_owned(), |client| {
        format!("data of {}", name(run, client))
    });
    if run.check == "none" {
        data
    } else if fence == 0 && run.moments.iter().any(|moment| moment.known.null_fence) {
        format!("fence NULL · {data}")
    } else {
        format!("fence {fence} · {data}")
    }
}

fn stores(run: &Timeline, moment: usize) -> Vec<String> {
    let was = &run.moments[moment - 1].known;
    let token = run.moments[moment].token.unwrap_or(was.fence);
    let writer = super::write::writer(run, moment);
    let reads = matches!(run.moments[moment].event, "fence-raised" | "read-refused");
    let data = if reads { was.data } else { writer };
    let all = [
        stored(run, was.fence, was.data),
        stored(run, token, data),
        stored(run, was.fence, data),
        stored(run, token, was.data),
    ];
    let mut texts: Vec<String> = Vec::new();
    for text in all {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}
