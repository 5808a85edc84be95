//! Questions that the world invents.
//!
//! From a seed come who takes part, tokens, times, a lock, a fault and a check; the world runs them, and what it does is the
//! right answer. The wrong ones are what named misconceptions of the lesson predict for the same run. A case that teaches
//! nothing, or could be read in two ways, is drawn again.
//!
//! ```text
//!  draw                  what is drawn from a seed, and the scenario that it is put into
//!  facts                 what a run says: when a write lands and what becomes of it, who holds
//!  case                  a case: the run, what is told of it, the answers
//!  late gap              templates: a holder stands still, a successor has read
//!  fence rows            templates: what storage does with a token, and what it reports
//!  token waits service   templates: what the lock service grants, and when
//!  so sql                templates: several are right, a condition is written
//!  series                one question after another, none of them twice
//! ```

use std::borrow::Cow;

mod case;
mod draw;
mod facts;
mod fence;
mod gap;
mod late;
mod rows;
mod series;
mod service;
mod so;
mod sql;
#[cfg(test)]
mod tests;
mod token;
mod waits;

pub use series::Series;

use self::{case::Case, draw::Draw};
use crate::course::{Lesson, Question, Rich};
use crate::fencing::scenario::Scenario;

/// What the ids of invented questions begin with: the word, and the version of the templates. Another version makes other
/// questions of the same seeds.
const PREFIX: &str = "fresh-2-";
/// So often a template draws anew at most.
const DRAWS: usize = 200;

/// A kind of question that can be invented.
struct Template {
    /// Stable name: answers hold on to it.
    name: &'static str,
    /// The section of the lesson that it belongs to.
    section: &'static str,
    /// The title of its runs. It gives nothing away.
    title: &'static str,
    /// A case, if what was drawn is one to learn from.
    make: fn(&mut Draw) -> Option<Case>,
}

const TEMPLATES: [Template; 17] = [
    template(
        "late-write",
        "overview",
        "A write after a pause",
        late::write,
    ),
    template(
        "lost-update",
        "the-gap",
        "A read, and a late write",
        gap::lost_update,
    ),
    template(
        "believers",
        "time-and-pauses",
        "Who holds, and who believes so",
        late::believers,
    ),
    template(
        "longer-ttl",
        "time-and-pauses",
        "A longer TTL",
        late::longer_ttl,
    ),
    template(
        "which-check",
        "strict-or-at-least",
        "Which check refuses it",
        rows::which_check,
    ),
    template(
        "rows",
        "strict-or-at-least",
        "What the UPDATE reports",
        rows::rows,
    ),
    template(
        "write-check",
        "strict-or-at-least",
        "What the UPDATE has to check",
        sql::write_check,
    ),
    template(
        "what-is-so",
        "time-and-pauses",
        "What is so, and what is not",
        so::what_is_so,
    ),
    template(
        "fence-after",
        "fencing-in-practice",
        "Where the fence stands",
        fence::fence_after,
    ),
    template(
        "late-packet",
        "overview",
        "A packet that was held up",
        fence::late_packet,
    ),
    template(
        "two-locks",
        "where-the-fence-lives",
        "Two locks, one fence",
        fence::two_locks,
    ),
    template(
        "next-token",
        "lock-options",
        "The successor's token",
        token::next_token,
    ),
    template(
        "waits",
        "lock-options",
        "How long the other waits",
        waits::waits,
    ),
    template(
        "rollback",
        "postgresql",
        "A transaction is rolled back",
        waits::rollback,
    ),
    template(
        "stale-release",
        "redis",
        "A release that comes late",
        service::stale_release,
    ),
    template(
        "service-fault",
        "lock-options",
        "The lock service has a fault",
        service::service_fault,
    ),
    template(
        "cut-off",
        "zookeeper",
        "Cut off from the ensemble",
        service::cut_off,
    ),
];

const fn template(
    name: &'static str,
    section: &'static str,
    title: &'static str,
    make: fn(&mut Draw) -> Option<Case>,
) -> Template {
    Template {
        name,
        section,
        title,
        make,
    }
}

impl Template {
    /// The one that a seed draws first.
    fn of(draw: &mut Draw) -> &'static Self {
        draw.one_of(&TEMPLATES)
    }

    fn kept_as(&self) -> String {
        format!("fresh-{}", self.name)
    }
}

/// A question that was invented, and its run.
#[derive(Debug, Clone, PartialEq)]
pub struct Fresh {
    /// What it was made from: the same seed makes the same question.
    pub seed: u32,
    /// The id under which its answers are kept: `fresh-` and the name of its template.
    pub kept_as: String,
    /// The question. Its id, and that of its scenario, brings it back: see [`seed_of`]. The id of a wrong option is that of
    /// the misconception that predicts it.
    pub question: Question,
    /// The run that it is about.
    pub scenario: Scenario,
}

/// The question that comes of a seed; `None` for the rare seed of which none comes.
pub fn invent(seed: u32) -> Option<Fresh> {
    let mut draw = Draw::new(seed);
    let template = Template::of(&mut draw);
    let mut cases = (0..DRAWS).filter_map(|_| (template.make)(&mut draw));
    let case = cases.find(Case::is_sound)?;
    let id = format!("{PREFIX}{seed}");
    let scenario = Scenario {
        id: id.clone(),
        title: template.title.to_owned(),
        ..case.scenario.clone()
    };
    let conditions = std::iter::once(scenario.conditions());
    let told = conditions.chain(case.told.clone());
    let prompt = told.flat_map(|paragraph| Rich::of(&paragraph).paragraphs);
    Some(Fresh {
        seed,
        kept_as: template.kept_as(),
        question: Question {
            id: id.clone(),
            section: template.section.to_owned(),
            prompt: Rich {
                paragraphs: prompt.collect(),
            },
            ask: case.ask(&mut draw),
            answer: Rich::of(&case.answer),
            misconceptions: Vec::new(),
            scenario: Some(id),
        },
        scenario,
    })
}

/// The seed of the invented question, or run, that has this id.
pub fn seed_of(id: &str) -> Option<u32> {
    let digits = id.strip_prefix(PREFIX)?;
    digits
        .parse()
        .ok()
        .filter(|seed| digits == format!("{seed}"))
}

/// The run of the invented question that has this id.
pub fn scenario(id: &str) -> Option<Scenario> {
    Some(invent(seed_of(id)?)?.scenario)
}

/// The question `id`: one of the lesson, or an invented one.
pub fn question<'l>(lesson: &'l Lesson, id: &str) -> Option<Cow<'l, Question>> {
    match lesson.question(id) {
        Some(question) => Some(Cow::Borrowed(question)),
        None => Some(Cow::Owned(invent(seed_of(id)?)?.question)),
    }
}

/// Under which id answers to the question `id` are kept, and the seed that it was made from if it was invented.
pub fn kept_as(id: &str) -> (String, Option<u32>) {
    match seed_of(id) {
        Some(seed) => (Template::of(&mut Draw::new(seed)).kept_as(), Some(seed)),
        None => (id.to_owned(), None),
    }
}

/// Whether this is an id that answers to invented questions are kept under.
pub fn is_kept(id: &str) -> bool {
    TEMPLATES.iter().any(|template| template.kept_as() == id)
}
