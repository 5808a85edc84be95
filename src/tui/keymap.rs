//! One table: which key does what where, what the footer says of it, and what the help page says.

use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::message::{Code, Key, Mouse, MouseKind};

/// What a key can mean. A screen acts on these, never on keys, except where text is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Leave the program.
    Quit,
    /// Suspend to the shell.
    Suspend,
    /// Show the keys.
    Help,
    /// Back to where one came from.
    Back,
    /// Open the screen behind this door.
    Door(u8),
    /// Mark the lesson complete, or open again.
    Complete,
    /// Go on, choose, confirm.
    Enter,
    /// One up.
    Up,
    /// One down.
    Down,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// To the beginning.
    Top,
    /// To the end.
    Bottom,
    /// To the next part.
    Next,
    /// To the previous part.
    Previous,
    /// Search.
    Search,
    /// The next match.
    NextMatch,
    /// The previous match.
    PreviousMatch,
    /// The list of parts.
    Outline,
    /// Play the run that shows it.
    Play,
    /// The next thing that can be played or opened.
    NextMark,
    /// Open the link.
    OpenLink,
    /// The previous thing of that kind.
    PreviousMark,
    /// A little back in time.
    ScrubBack,
    /// A little on in time.
    ScrubOn,
    /// Play faster.
    Faster,
    /// Play slower.
    Slower,
    /// From the beginning.
    Restart,
    /// Erase the last character.
    Erase,
    /// Erase the line.
    EraseAll,
    /// Take a note here.
    Note,
    /// Write an answer.
    Write,
    /// Show the model answer.
    Reveal,
    /// Tick what the keys are at, or take it up.
    Toggle,
    /// To the next question.
    NextQuestion,
    /// To the question before.
    PreviousQuestion,
    /// Another round.
    Again,
    /// Those questions once more that were not known.
    AgainHard,
    /// Delete what is chosen.
    Delete,
    /// Bring back what was deleted last.
    Restore,
    /// Hand the text to another editor.
    External,
    /// Go to the place that a note is tied to.
    Place,
    /// Take the answer, or the step of being sure, with this number from 0.
    Choose(u8),
    /// Ask before the story turns, or no longer.
    Asks,
    /// Let the learner fill in who knows what, or no longer.
    Fills,
    /// Two runs, with one condition changed; again: another condition.
    Twin,
    /// To where two runs first differ.
    Differ,
    /// The other of two runs.
    Other,
    /// Take the last change back.
    Undo,
    /// Make it again.
    Redo,
    /// Ask for a hint.
    Hint,
    /// Show the whole way.
    Solution,
    /// To another branch.
    Branch,
    /// The next level.
    NextLevel,
    /// The level before.
    PreviousLevel,
    /// What storage checks.
    Check,
    /// The next kind of lock.
    NextLock,
    /// The previous kind of lock.
    PreviousLock,
    /// What an axis stands for.
    Axis,
    /// To what this is a part of.
    Parent,
    /// What a term means.
    Define,
    /// All terms.
    Terms,
    /// The guide to a decision.
    Guide,
    /// All of it on one page.
    CheatSheet,
}

/// Where a row of the table counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Everywhere, while no text is typed.
    Everywhere,
    /// The first screen.
    Home,
    /// The lesson.
    Read,
    /// The list of parts, over the lesson.
    Outline,
    /// A line that is typed into, such as a search.
    Line,
    /// The lesson, with matches of a search.
    Found,
    /// The lesson, with a term explained.
    Define,
    /// A question of the guide.
    Guide,
    /// What the guide advises.
    Advice,
    /// The glossary.
    Terms,
    /// The list of timelines.
    Timelines,
    /// A timeline.
    Watch,
    /// Two runs of a timeline.
    Twin,
    /// A prediction that is asked for.
    Predict,
    /// How sure one is of it.
    HowSure,
    /// What happened, beside what was predicted.
    Happened,
    /// The knobs of the lab.
    Knobs,
    /// The map of the lab.
    Map,
    /// The matrix of the lab.
    Matrix,
    /// A code that is typed in.
    Code,
    /// Choosing what happens next.
    Adversary,
    /// Choosing what storage checks.
    Mend,
    /// The help page.
    Help,
    /// What there is to practise.
    Rounds,
    /// A question that is answered in one's own words.
    Practice,
    /// A question of which one answer is right.
    One,
    /// A question of which any number of answers are right.
    Several,
    /// Steps to be put in order.
    Order,
    /// Things to be matched.
    Match,
    /// A statement whose condition is asked for.
    Statement,
    /// An answer that is written.
    Answer,
    /// A condition that is written.
    Condition,
    /// How sure one is of an answer.
    Certain,
    /// A model answer whose points are ticked off.
    Revealed,
    /// An answer that is explained.
    Explained,
    /// A run of the explanation.
    Option,
    /// The end of a round.
    Summary,
    /// The list of notes.
    Notes,
    /// Whether a note is to be deleted.
    Delete,
    /// A note that is written.
    Note,
    /// What was done, and what is open.
    Progress,
}

impl Scope {
    /// What the help page calls it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Everywhere => "Everywhere",
            Self::Home => "Home",
            Self::Read => "Read",
            Self::Outline => "Parts",
            Self::Line => "While typing a search",
            Self::Found => "With matches",
            Self::Define => "With a term explained",
            Self::Guide => "The guide",
            Self::Advice => "The guide's advice",
            Self::Terms => "The glossary",
            Self::Timelines => "Timelines",
            Self::Watch => "A timeline",
            Self::Twin => "Two runs",
            Self::Predict => "A prediction",
            Self::HowSure => "How sure",
            Self::Happened => "What happened",
            Self::Map => "The map",
            Self::Matrix => "The matrix",
            Self::Knobs => "Knobs",
            Self::Adversary => "The adversary",
            Self::Mend => "Mending the lock",
            Self::Code => "While typing a code",
            Self::Help => "Keys",
            Self::Rounds => "Practice",
            Self::Practice => "A question",
            Self::One => "One is right",
            Self::Several => "Any number are right",
            Self::Order => "Put in order",
            Self::Match => "Match",
            Self::Statement => "A condition",
            Self::Answer => "While writing an answer",
            Self::Condition => "While writing a condition",
            Self::Certain => "How sure",
            Self::Revealed => "With the answer shown",
            Self::Explained => "Explained",
            Self::Option => "A run that shows it",
            Self::Summary => "At the end",
            Self::Notes => "Notes",
            Self::Delete => "Delete this note?",
            Self::Note => "While writing a note",
            Self::Progress => "Progress",
        }
    }
}

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Binding {
    /// Where it counts.
    pub scope: Scope,
    /// The keys, separated by blanks, as [`parse`] reads them.
    pub keys: &'static str,
    /// What they do.
    pub action: Action,
    /// What the footer says, in a word or two; empty: nothing.
    pub hint: &'static str,
    /// What the help page says.
    pub help: &'static str,
}

const fn row(
    scope: Scope,
    keys: &'static str,
    action: Action,
    hint: &'static str,
    help: &'static str,
) -> Binding {
    Binding {
        scope,
        keys,
        action,
        hint,
        help,
    }
}

/// The table. Within a scope, the first rows come first in the footer.
#[rustfmt::skip] // a row a line, so that it reads as the table it is
pub const TABLE: &[Binding] = &[
    row(Scope::Home, "enter right l", Action::Enter, "go on", "go on from here"),
    row(Scope::Home, "up k", Action::Up, "", "one up"),
    row(Scope::Home, "down j", Action::Down, "", "one down"),
    row(Scope::Home, "home g", Action::Top, "", "the first"),
    row(Scope::Home, "end G", Action::Bottom, "", "the last"),
    row(Scope::Home, "c", Action::Complete, "complete", "mark the lesson complete, or open again"),
    row(Scope::Home, "w", Action::Guide, "which lock", "which lock: a guide to the decision"),
    row(Scope::Home, "s", Action::CheatSheet, "", "the cheat sheet"),
    row(Scope::Home, "D", Action::Terms, "", "all terms"),

    row(Scope::Read, "space pgdown f", Action::PageDown, "on", "a page down; at the end, the next part"),
    row(Scope::Read, "b pgup", Action::PageUp, "", "a page up"),
    row(Scope::Read, "down j", Action::Down, "", "a line down"),
    row(Scope::Read, "up k", Action::Up, "", "a line up"),
    row(Scope::Read, "right l ]", Action::Next, "", "the next part"),
    row(Scope::Read, "left [", Action::Previous, "", "the previous part"),
    row(Scope::Read, "home g", Action::Top, "", "to the beginning"),
    row(Scope::Read, "end G", Action::Bottom, "", "to the end"),
    row(Scope::Read, "tab", Action::NextMark, "choose", "the next run, part or link in the text"),
    row(Scope::Read, "backtab", Action::PreviousMark, "", "the one before"),
    row(Scope::Read, "enter p", Action::Play, "open", "play the run, open the part or the link"),
    row(Scope::Read, "o", Action::OpenLink, "", "open the link"),
    row(Scope::Read, "d", Action::Define, "define", "what the marked terms mean, one after the other"),
    row(Scope::Read, "t", Action::Outline, "parts", "the list of parts, and of what goes deeper"),
    row(Scope::Read, "u backspace", Action::Parent, "", "up to the part that this one belongs to"),
    row(Scope::Read, "esc h", Action::Back, "back", "back to where you came from, at last to Home"),
    row(Scope::Read, "/", Action::Search, "search", "search in the lesson"),
    row(Scope::Read, "w", Action::Guide, "", "which lock: a guide to the decision"),
    row(Scope::Read, "s", Action::CheatSheet, "", "the cheat sheet"),
    row(Scope::Read, "D", Action::Terms, "", "all terms"),

    row(Scope::Outline, "enter right l", Action::Enter, "open", "open the part"),
    row(Scope::Outline, "up k", Action::Up, "", "one up"),
    row(Scope::Outline, "down j", Action::Down, "", "one down"),
    row(Scope::Outline, "home g", Action::Top, "", "the first"),
    row(Scope::Outline, "end G", Action::Bottom, "", "the last"),
    row(Scope::Outline, "esc t left", Action::Back, "close", "back to the text"),

    row(Scope::Line, "enter", Action::Enter, "find", "find it"),
    row(Scope::Line, "esc", Action::Back, "leave", "leave it"),
    row(Scope::Line, "backspace ctrl-h", Action::Erase, "", "erase a character"),
    row(Scope::Line, "ctrl-u", Action::EraseAll, "", "erase the line"),

    row(Scope::Found, "n", Action::NextMatch, "next", "the next match"),
    row(Scope::Found, "N", Action::PreviousMatch, "previous", "the previous match"),
    row(Scope::Found, "/", Action::Search, "search", "search for something else"),
    row(Scope::Found, "esc", Action::Back, "done", "back to reading"),

    row(Scope::Define, "d tab right", Action::NextMark, "next", "the next term"),
    row(Scope::Define, "backtab left", Action::PreviousMark, "", "the term before"),
    row(Scope::Define, "enter", Action::Enter, "more", "to the part that says more"),
    row(Scope::Define, "esc", Action::Back, "close", "back to reading"),

    row(Scope::Guide, "enter right l", Action::Enter, "answer", "answer with the chosen one"),
    row(Scope::Guide, "1", Action::Choose(0), "", "the first answer; 2, 3, 4, 5 the others"),
    row(Scope::Guide, "2", Action::Choose(1), "", "the second answer"),
    row(Scope::Guide, "3", Action::Choose(2), "", "the third answer"),
    row(Scope::Guide, "4", Action::Choose(3), "", "the fourth answer"),
    row(Scope::Guide, "5", Action::Choose(4), "", "the fifth answer"),
    row(Scope::Guide, "up k", Action::Up, "", "choose the one above"),
    row(Scope::Guide, "down j", Action::Down, "", "choose the one below"),
    row(Scope::Guide, "home g", Action::Top, "", "the first"),
    row(Scope::Guide, "end G", Action::Bottom, "", "the last"),
    row(Scope::Guide, "left u backspace", Action::Previous, "question before", "take the last answer back"),
    row(Scope::Guide, "r", Action::Restart, "", "begin anew"),

    row(Scope::Advice, "enter p", Action::Play, "open", "play the run, or open the part"),
    row(Scope::Advice, "tab", Action::NextMark, "choose", "the run, or the part that says more"),
    row(Scope::Advice, "backtab", Action::PreviousMark, "", "the one before"),
    row(Scope::Advice, "left u backspace", Action::Previous, "other answer", "take the last answer back"),
    row(Scope::Advice, "r", Action::Restart, "anew", "begin anew"),
    row(Scope::Advice, "down j", Action::Down, "", "a line down"),
    row(Scope::Advice, "up k", Action::Up, "", "a line up"),
    row(Scope::Advice, "space pgdown f", Action::PageDown, "", "a page down"),
    row(Scope::Advice, "b pgup", Action::PageUp, "", "a page up"),
    row(Scope::Advice, "home g", Action::Top, "", "to the beginning"),
    row(Scope::Advice, "end G", Action::Bottom, "", "to the end"),

    row(Scope::Terms, "enter right l", Action::Enter, "more", "to the part that says more"),
    row(Scope::Terms, "up k", Action::Up, "", "the term above"),
    row(Scope::Terms, "down j", Action::Down, "", "the term below"),
    row(Scope::Terms, "pgup b", Action::PageUp, "", "a page up"),
    row(Scope::Terms, "pgdown f space", Action::PageDown, "", "a page down"),
    row(Scope::Terms, "home g", Action::Top, "", "the first"),
    row(Scope::Terms, "end G", Action::Bottom, "", "the last"),
    row(Scope::Terms, "/", Action::Search, "search", "only the terms with this in them"),
    row(Scope::Terms, "esc", Action::Back, "back", "end the search, or back to where you came from"),

    row(Scope::Timelines, "enter right l space", Action::Enter, "watch", "watch it"),
    row(Scope::Timelines, "up k", Action::Up, "", "one up"),
    row(Scope::Timelines, "down j", Action::Down, "", "one down"),
    row(Scope::Timelines, "pgup b", Action::PageUp, "", "a page up"),
    row(Scope::Timelines, "pgdown f", Action::PageDown, "", "a page down"),
    row(Scope::Timelines, "home g", Action::Top, "", "the first"),
    row(Scope::Timelines, "end G", Action::Bottom, "", "the last"),

    row(Scope::Watch, "space p", Action::Play, "play", "play, or stand still"),
    row(Scope::Watch, "right", Action::Next, "step", "to the next moment"),
    row(Scope::Watch, "left", Action::Previous, "", "to the moment before"),
    row(Scope::Watch, "tab ]", Action::NextMark, "turn", "to the next turn of the story"),
    row(Scope::Watch, "backtab [", Action::PreviousMark, "", "to the turn of the story before"),
    row(Scope::Watch, "shift-right .", Action::ScrubOn, "", "a little on in time"),
    row(Scope::Watch, "shift-left ,", Action::ScrubBack, "", "a little back in time"),
    row(Scope::Watch, "+ =", Action::Faster, "speed", "play faster"),
    row(Scope::Watch, "- _", Action::Slower, "", "play slower"),
    row(Scope::Watch, "r home g", Action::Restart, "restart", "play it from the beginning"),
    row(Scope::Watch, "end G", Action::Bottom, "", "to the end"),
    row(Scope::Watch, "down j", Action::Down, "", "read on below"),
    row(Scope::Watch, "up k", Action::Up, "", "read back above"),
    row(Scope::Watch, "enter", Action::Enter, "", "at the end: the next timeline"),
    row(Scope::Watch, "t", Action::Outline, "all", "all timelines"),
    row(Scope::Watch, "w", Action::Twin, "two runs", "the same with one condition changed, below"),
    row(Scope::Watch, "a", Action::Asks, "", "ask before the story turns, or no longer"),
    row(Scope::Watch, "f", Action::Fills, "", "fill in who knows what yourself, or no longer"),

    row(Scope::Twin, "space p enter", Action::Play, "play", "play both, or stand still"),
    row(Scope::Twin, "d", Action::Differ, "difference", "to where they first differ"),
    row(Scope::Twin, "w", Action::Twin, "other condition", "change another condition; after the last, one run again"),
    row(Scope::Twin, "o", Action::Other, "", "on a narrow terminal: the other run"),
    row(Scope::Twin, "esc", Action::Back, "one run", "back to the one run"),

    row(Scope::Predict, "1", Action::Choose(0), "", "the first answer; 2, 3, 4 the others"),
    row(Scope::Predict, "2", Action::Choose(1), "", "the second answer"),
    row(Scope::Predict, "3", Action::Choose(2), "", "the third answer"),
    row(Scope::Predict, "4", Action::Choose(3), "", "the fourth answer"),
    row(Scope::Predict, "up k", Action::Up, "", "choose the one above"),
    row(Scope::Predict, "down j", Action::Down, "", "choose the one below"),
    row(Scope::Predict, "enter", Action::Enter, "answer", "answer with the chosen one"),
    row(Scope::Predict, "right tab ]", Action::Next, "pass over", "step past it without an answer"),
    row(Scope::Predict, "space p", Action::Play, "", "play on without an answer"),
    row(Scope::Predict, "left", Action::Previous, "", "look back first; it is asked again"),
    row(Scope::Predict, "a", Action::Asks, "do not ask", "ask no more in this session"),

    row(Scope::HowSure, "1", Action::Choose(0), "", "it is a guess"),
    row(Scope::HowSure, "2", Action::Choose(1), "", "you are fairly sure"),
    row(Scope::HowSure, "3", Action::Choose(2), "", "you are certain"),
    row(Scope::HowSure, "up k", Action::Up, "", "choose the one above"),
    row(Scope::HowSure, "down j", Action::Down, "", "choose the one below"),
    row(Scope::HowSure, "enter", Action::Enter, "keep it", "say that you are as sure as chosen"),
    row(Scope::HowSure, "esc left", Action::Back, "another answer", "back to the answers"),

    row(Scope::Happened, "enter space p", Action::Play, "go on", "play on"),
    row(Scope::Happened, "right tab ]", Action::Next, "step", "to the next moment"),
    row(Scope::Happened, "left", Action::Previous, "", "to the moment before"),
    row(Scope::Happened, "down j", Action::Down, "", "read on below"),
    row(Scope::Happened, "up k", Action::Up, "", "read back above"),

    row(Scope::Knobs, "left", Action::Previous, "", "a little less; the one before"),
    row(Scope::Knobs, "right l", Action::Next, "turn", "a little more; the next one"),
    row(Scope::Knobs, "shift-left ,", Action::ScrubBack, "", "much less"),
    row(Scope::Knobs, "shift-right .", Action::ScrubOn, "", "much more"),
    row(Scope::Knobs, "up k", Action::Up, "", "the knob above"),
    row(Scope::Knobs, "down j", Action::Down, "", "the knob below"),
    row(Scope::Knobs, "enter p", Action::Play, "play", "play the run"),
    row(Scope::Knobs, "u", Action::Undo, "undo", "take the last turn back"),
    row(Scope::Knobs, "U ctrl-r", Action::Redo, "", "make it again"),
    row(Scope::Knobs, "r", Action::Restart, "", "the lesson's own setting"),
    row(Scope::Knobs, "i", Action::Write, "code", "type a code that somebody gave you"),
    row(Scope::Knobs, "home g", Action::Top, "", "the first knob"),
    row(Scope::Knobs, "end G", Action::Bottom, "", "the last knob"),
    row(Scope::Knobs, "tab", Action::NextMark, "view", "the next view of the lab"),
    row(Scope::Knobs, "backtab", Action::PreviousMark, "", "the view before"),

    row(Scope::Map, "right l", Action::Next, "", "a longer TTL"),
    row(Scope::Map, "left", Action::Previous, "", "a shorter TTL"),
    row(Scope::Map, "up k", Action::Up, "", "a longer pause, or more latency"),
    row(Scope::Map, "down j", Action::Down, "", "a shorter pause, or less latency"),
    row(Scope::Map, "enter p", Action::Play, "play", "play the run of this cell"),
    row(Scope::Map, "c", Action::Check, "check", "what storage checks: nothing, <, <=, and reads too"),
    row(Scope::Map, "t", Action::NextLock, "lock", "the next kind of lock"),
    row(Scope::Map, "T", Action::PreviousLock, "", "the kind of lock before"),
    row(Scope::Map, "a", Action::Axis, "axis", "pause upwards, or latency"),
    row(Scope::Map, "tab", Action::NextMark, "view", "the next view of the lab"),
    row(Scope::Map, "backtab", Action::PreviousMark, "", "the view before"),
    row(Scope::Map, "shift-right .", Action::ScrubOn, "", "eight cells to the right"),
    row(Scope::Map, "shift-left ,", Action::ScrubBack, "", "eight cells to the left"),
    row(Scope::Map, "pgup b", Action::PageUp, "", "four cells up"),
    row(Scope::Map, "pgdown f", Action::PageDown, "", "four cells down"),
    row(Scope::Map, "home g", Action::Top, "", "the shortest TTL"),
    row(Scope::Map, "end G", Action::Bottom, "", "the longest TTL"),
    row(Scope::Map, "r", Action::Restart, "", "the lesson's own setting"),

    row(Scope::Matrix, "right l", Action::Next, "", "the next lock"),
    row(Scope::Matrix, "left", Action::Previous, "", "the lock before"),
    row(Scope::Matrix, "up k", Action::Up, "", "the fault above"),
    row(Scope::Matrix, "down j", Action::Down, "", "the fault below"),
    row(Scope::Matrix, "enter p", Action::Play, "play", "play the shortest run that breaks it, or say that there is none"),
    row(Scope::Matrix, "space ] shift-right", Action::ScrubOn, "property", "the next of the four marks"),
    row(Scope::Matrix, "[ shift-left", Action::ScrubBack, "", "the mark before"),
    row(Scope::Matrix, "tab", Action::NextMark, "view", "the next view of the lab"),
    row(Scope::Matrix, "backtab", Action::PreviousMark, "", "the view before"),
    row(Scope::Matrix, "pgup b", Action::PageUp, "", "five faults up"),
    row(Scope::Matrix, "pgdown f", Action::PageDown, "", "five faults down"),
    row(Scope::Matrix, "home g", Action::Top, "", "the first lock"),
    row(Scope::Matrix, "end G", Action::Bottom, "", "the last lock"),

    row(Scope::Code, "enter", Action::Enter, "open", "open the run of this code"),
    row(Scope::Code, "esc", Action::Back, "leave", "leave the knobs as they are"),
    row(Scope::Code, "backspace ctrl-h", Action::Erase, "", "erase a character"),
    row(Scope::Code, "ctrl-u", Action::EraseAll, "", "erase the line"),

    row(Scope::Adversary, "enter space", Action::Enter, "choose", "this happens next; when it is broken, the next level"),
    row(Scope::Adversary, "up k", Action::Up, "", "the choice above"),
    row(Scope::Adversary, "down j", Action::Down, "", "the choice below"),
    row(Scope::Adversary, "left u backspace", Action::Previous, "back", "a step back"),
    row(Scope::Adversary, "right l", Action::Next, "", "a step on, along the branch walked last"),
    row(Scope::Adversary, "b", Action::Branch, "branch", "to another branch from the last fork"),
    row(Scope::Adversary, "i", Action::Hint, "hint", "a hint; once more: the next step"),
    row(Scope::Adversary, "s", Action::Solution, "", "show the whole way; then it does not count"),
    row(Scope::Adversary, "r", Action::Restart, "", "to the beginning; branches stay"),
    row(Scope::Adversary, "]", Action::NextLevel, "level", "the next level"),
    row(Scope::Adversary, "[", Action::PreviousLevel, "", "the level before"),
    row(Scope::Adversary, "home g", Action::Top, "", "the first choice"),
    row(Scope::Adversary, "end G", Action::Bottom, "", "the last choice"),
    row(Scope::Adversary, "pgdown", Action::PageDown, "", "read on below"),
    row(Scope::Adversary, "pgup", Action::PageUp, "", "read back above"),
    row(Scope::Adversary, "tab", Action::NextMark, "view", "the next view of the lab"),
    row(Scope::Adversary, "backtab", Action::PreviousMark, "", "the view before"),

    row(Scope::Mend, "enter space", Action::Enter, "try it", "let the explorer try to break it"),
    row(Scope::Mend, "right l", Action::Next, "change", "the next one"),
    row(Scope::Mend, "left", Action::Previous, "", "the one before"),
    row(Scope::Mend, "up k", Action::Up, "", "what storage checks"),
    row(Scope::Mend, "down j", Action::Down, "", "what reads do"),
    row(Scope::Mend, "i", Action::Hint, "hint", "a hint"),
    row(Scope::Mend, "r", Action::Restart, "", "as it was"),
    row(Scope::Mend, "]", Action::NextLevel, "", "the next level"),
    row(Scope::Mend, "[", Action::PreviousLevel, "level", "the level before"),
    row(Scope::Mend, "pgdown", Action::PageDown, "", "read on below"),
    row(Scope::Mend, "pgup", Action::PageUp, "", "read back above"),
    row(Scope::Mend, "tab", Action::NextMark, "view", "the next view of the lab"),
    row(Scope::Mend, "backtab", Action::PreviousMark, "", "the view before"),

    row(Scope::Help, "up k", Action::Up, "", "a line up"),
    row(Scope::Help, "down j", Action::Down, "scroll", "a line down"),
    row(Scope::Help, "space pgdown", Action::PageDown, "", "a page down"),
    row(Scope::Help, "b pgup", Action::PageUp, "", "a page up"),
    row(Scope::Help, "home g", Action::Top, "", "to the beginning"),
    row(Scope::Help, "end G", Action::Bottom, "", "to the end"),
    row(Scope::Help, "esc ? enter", Action::Back, "close", "back to the screen"),

    row(Scope::Rounds, "enter right l space", Action::Enter, "begin", "begin a round of these"),
    row(Scope::Rounds, "up k", Action::Up, "", "one up"),
    row(Scope::Rounds, "down j", Action::Down, "", "one down"),
    row(Scope::Rounds, "home g", Action::Top, "", "the first"),
    row(Scope::Rounds, "end G", Action::Bottom, "", "the last"),
    row(Scope::Rounds, "pgdown", Action::PageDown, "", "read on below"),
    row(Scope::Rounds, "pgup", Action::PageUp, "", "read back above"),

    row(Scope::Practice, "space", Action::Reveal, "answer", "that is your answer: see the model answer"),
    row(Scope::Practice, "enter i", Action::Write, "write", "write an answer"),
    row(Scope::Practice, "right l ]", Action::NextQuestion, "pass over", "pass over to the next question"),
    row(Scope::Practice, "left [", Action::PreviousQuestion, "", "back to the question before"),
    row(Scope::Practice, "u", Action::Restore, "", "take the last answer back"),
    row(Scope::Practice, "t", Action::Outline, "all", "all that there is to practise"),
    row(Scope::Practice, "pgdown", Action::PageDown, "", "read on below"),
    row(Scope::Practice, "pgup", Action::PageUp, "", "read back above"),

    row(Scope::One, "1", Action::Choose(0), "", "the first answer"),
    row(Scope::One, "2", Action::Choose(1), "", "the second answer"),
    row(Scope::One, "3", Action::Choose(2), "", "the third answer"),
    row(Scope::One, "4", Action::Choose(3), "", "the fourth answer"),
    row(Scope::One, "5", Action::Choose(4), "", "the fifth answer"),
    row(Scope::One, "6", Action::Choose(5), "", "the sixth answer"),
    row(Scope::One, "7", Action::Choose(6), "", "the seventh answer"),
    row(Scope::One, "8", Action::Choose(7), "", "the eighth answer"),
    row(Scope::One, "9", Action::Choose(8), "", "the ninth answer"),
    row(Scope::One, "up k", Action::Up, "", "the one above"),
    row(Scope::One, "down j", Action::Down, "", "the one below"),
    row(Scope::One, "enter", Action::Enter, "answer", "answer with the chosen one"),
    row(Scope::One, "right l ]", Action::NextQuestion, "pass over", "pass over to the next question"),
    row(Scope::One, "left [", Action::PreviousQuestion, "", "back to the question before"),
    row(Scope::One, "u", Action::Restore, "", "take the last answer back"),
    row(Scope::One, "t", Action::Outline, "all", "all that there is to practise"),
    row(Scope::One, "pgdown", Action::PageDown, "", "read on below"),
    row(Scope::One, "pgup", Action::PageUp, "", "read back above"),

    row(Scope::Several, "space", Action::Toggle, "tick", "tick it, or no longer"),
    row(Scope::Several, "enter", Action::Enter, "answer", "answer with those that are ticked"),
    row(Scope::Several, "1", Action::Choose(0), "", "tick the first, or no longer"),
    row(Scope::Several, "2", Action::Choose(1), "", "tick the second"),
    row(Scope::Several, "3", Action::Choose(2), "", "tick the third"),
    row(Scope::Several, "4", Action::Choose(3), "", "tick the fourth"),
    row(Scope::Several, "5", Action::Choose(4), "", "tick the fifth"),
    row(Scope::Several, "6", Action::Choose(5), "", "tick the sixth"),
    row(Scope::Several, "7", Action::Choose(6), "", "tick the seventh"),
    row(Scope::Several, "8", Action::Choose(7), "", "tick the eighth"),
    row(Scope::Several, "9", Action::Choose(8), "", "tick the ninth"),
    row(Scope::Several, "up k", Action::Up, "", "the one above"),
    row(Scope::Several, "down j", Action::Down, "", "the one below"),
    row(Scope::Several, "right l ]", Action::NextQuestion, "pass over", "pass over to the next question"),
    row(Scope::Several, "left [", Action::PreviousQuestion, "", "back to the question before"),
    row(Scope::Several, "u", Action::Restore, "", "take the last answer back"),
    row(Scope::Several, "t", Action::Outline, "all", "all that there is to practise"),
    row(Scope::Several, "pgdown", Action::PageDown, "", "read on below"),
    row(Scope::Several, "pgup", Action::PageUp, "", "read back above"),

    row(Scope::Order, "space", Action::Toggle, "take up", "take the step up, or put it down; the arrows move it"),
    row(Scope::Order, "enter", Action::Enter, "answer", "answer with this order"),
    row(Scope::Order, "1", Action::Choose(0), "", "put the step first"),
    row(Scope::Order, "2", Action::Choose(1), "", "put the step second"),
    row(Scope::Order, "3", Action::Choose(2), "", "put the step third"),
    row(Scope::Order, "4", Action::Choose(3), "", "put the step fourth"),
    row(Scope::Order, "5", Action::Choose(4), "", "put the step fifth"),
    row(Scope::Order, "6", Action::Choose(5), "", "put the step sixth"),
    row(Scope::Order, "7", Action::Choose(6), "", "put the step seventh"),
    row(Scope::Order, "8", Action::Choose(7), "", "put the step eighth"),
    row(Scope::Order, "9", Action::Choose(8), "", "put the step ninth"),
    row(Scope::Order, "up k", Action::Up, "", "the one above"),
    row(Scope::Order, "down j", Action::Down, "", "the one below"),
    row(Scope::Order, "right l ]", Action::NextQuestion, "pass over", "pass over to the next question"),
    row(Scope::Order, "left [", Action::PreviousQuestion, "", "back to the question before"),
    row(Scope::Order, "u", Action::Restore, "", "take the last answer back"),
    row(Scope::Order, "t", Action::Outline, "all", "all that there is to practise"),
    row(Scope::Order, "pgdown", Action::PageDown, "", "read on below"),
    row(Scope::Order, "pgup", Action::PageUp, "", "read back above"),

    row(Scope::Match, "right l", Action::Next, "match", "its next match"),
    row(Scope::Match, "left", Action::Previous, "", "the match before"),
    row(Scope::Match, "enter", Action::Enter, "answer", "answer with these pairs"),
    row(Scope::Match, "1", Action::Choose(0), "", "it matches the first"),
    row(Scope::Match, "2", Action::Choose(1), "", "it matches the second"),
    row(Scope::Match, "3", Action::Choose(2), "", "it matches the third"),
    row(Scope::Match, "4", Action::Choose(3), "", "it matches the fourth"),
    row(Scope::Match, "5", Action::Choose(4), "", "it matches the fifth"),
    row(Scope::Match, "6", Action::Choose(5), "", "it matches the sixth"),
    row(Scope::Match, "7", Action::Choose(6), "", "it matches the seventh"),
    row(Scope::Match, "8", Action::Choose(7), "", "it matches the eighth"),
    row(Scope::Match, "9", Action::Choose(8), "", "it matches the ninth"),
    row(Scope::Match, "up k", Action::Up, "", "the one above"),
    row(Scope::Match, "down j", Action::Down, "", "the one below"),
    row(Scope::Match, "]", Action::NextQuestion, "pass over", "pass over to the next question"),
    row(Scope::Match, "[", Action::PreviousQuestion, "", "back to the question before"),
    row(Scope::Match, "u", Action::Restore, "", "take the last answer back"),
    row(Scope::Match, "t", Action::Outline, "all", "all that there is to practise"),
    row(Scope::Match, "pgdown", Action::PageDown, "", "read on below"),
    row(Scope::Match, "pgup", Action::PageUp, "", "read back above"),

    row(Scope::Statement, "enter i", Action::Write, "write", "write the condition"),
    row(Scope::Statement, "right l ]", Action::NextQuestion, "pass over", "pass over to the next question"),
    row(Scope::Statement, "left [", Action::PreviousQuestion, "", "back to the question before"),
    row(Scope::Statement, "u", Action::Restore, "", "take the last answer back"),
    row(Scope::Statement, "t", Action::Outline, "all", "all that there is to practise"),
    row(Scope::Statement, "pgdown", Action::PageDown, "", "read on below"),
    row(Scope::Statement, "pgup", Action::PageUp, "", "read back above"),

    row(Scope::Answer, "tab", Action::Reveal, "answer", "that is your answer: see the model answer"),
    row(Scope::Answer, "esc", Action::Back, "done", "stop writing; what is typed stays"),
    row(Scope::Answer, "ctrl-u", Action::Undo, "undo", "take the last change back"),
    row(Scope::Answer, "ctrl-r", Action::Redo, "", "make it again"),

    row(Scope::Condition, "enter tab", Action::Enter, "answer", "answer with this condition"),
    row(Scope::Condition, "esc", Action::Back, "done", "stop writing; what is typed stays"),
    row(Scope::Condition, "ctrl-u", Action::Undo, "undo", "take the last change back"),
    row(Scope::Condition, "ctrl-r", Action::Redo, "", "make it again"),

    row(Scope::Certain, "1", Action::Choose(0), "", "it is a guess"),
    row(Scope::Certain, "2", Action::Choose(1), "", "you are fairly sure"),
    row(Scope::Certain, "3", Action::Choose(2), "", "you are certain"),
    row(Scope::Certain, "right l down j", Action::Next, "", "surer"),
    row(Scope::Certain, "left up k", Action::Previous, "", "less sure"),
    row(Scope::Certain, "enter", Action::Enter, "keep it", "say that you are as sure as chosen"),
    row(Scope::Certain, "esc backspace", Action::Back, "another answer", "back to the question"),
    row(Scope::Certain, "pgdown", Action::PageDown, "", "read on below"),
    row(Scope::Certain, "pgup", Action::PageUp, "", "read back above"),

    row(Scope::Revealed, "space", Action::Toggle, "tick", "tick the point, or no longer"),
    row(Scope::Revealed, "enter", Action::Enter, "keep it", "keep the grade that is chosen"),
    row(Scope::Revealed, "1", Action::Choose(0), "", "tick the first point; without points, you did not know it"),
    row(Scope::Revealed, "2", Action::Choose(1), "", "tick the second; without points, you knew a part"),
    row(Scope::Revealed, "3", Action::Choose(2), "", "tick the third; without points, you knew all of it"),
    row(Scope::Revealed, "4", Action::Choose(3), "", "tick the fourth"),
    row(Scope::Revealed, "5", Action::Choose(4), "", "tick the fifth"),
    row(Scope::Revealed, "6", Action::Choose(5), "", "tick the sixth"),
    row(Scope::Revealed, "7", Action::Choose(6), "", "tick the seventh"),
    row(Scope::Revealed, "8", Action::Choose(7), "", "tick the eighth"),
    row(Scope::Revealed, "9", Action::Choose(8), "", "tick the ninth"),
    row(Scope::Revealed, "up k", Action::Up, "", "the point above"),
    row(Scope::Revealed, "down j", Action::Down, "", "the point below"),
    row(Scope::Revealed, "right l", Action::Next, "grade", "it went better than the points say"),
    row(Scope::Revealed, "left", Action::Previous, "", "it went worse"),
    row(Scope::Revealed, "pgdown f", Action::PageDown, "", "a page down"),
    row(Scope::Revealed, "pgup b", Action::PageUp, "", "a page up"),

    row(Scope::Explained, "enter space", Action::Enter, "on", "a page down; at the end, the next question"),
    row(Scope::Explained, "tab down j", Action::NextMark, "runs", "to the runs that show it"),
    row(Scope::Explained, "p", Action::Play, "play", "play the first of them"),
    row(Scope::Explained, "u", Action::Restore, "take back", "take the answer back, and be asked again"),
    row(Scope::Explained, "right l ]", Action::Next, "", "the next question"),
    row(Scope::Explained, "up k backtab", Action::PreviousMark, "", "back to the beginning"),
    row(Scope::Explained, "pgdown f", Action::PageDown, "", "a page down"),
    row(Scope::Explained, "pgup b", Action::PageUp, "", "a page up"),
    row(Scope::Explained, "t", Action::Outline, "", "all that there is to practise"),

    row(Scope::Option, "enter p", Action::Play, "play", "play this run; coming back leads here"),
    row(Scope::Option, "tab down j", Action::NextMark, "next run", "the next run"),
    row(Scope::Option, "backtab up k", Action::PreviousMark, "", "the run before"),
    row(Scope::Option, "esc", Action::Back, "done", "leave the runs"),
    row(Scope::Option, "space", Action::Enter, "on", "a page down; at the end, the next question"),
    row(Scope::Option, "right l ]", Action::Next, "", "the next question"),
    row(Scope::Option, "u", Action::Restore, "", "take the answer back, and be asked again"),
    row(Scope::Option, "pgdown f", Action::PageDown, "", "a page down"),
    row(Scope::Option, "pgup b", Action::PageUp, "", "a page up"),
    row(Scope::Option, "t", Action::Outline, "", "all that there is to practise"),

    row(Scope::Summary, "enter", Action::Again, "another round", "another round: what is due, then what is new"),
    row(Scope::Summary, "m", Action::AgainHard, "the hard ones", "only those that you did not know in full"),
    row(Scope::Summary, "t", Action::Outline, "all", "all that there is to practise"),
    row(Scope::Summary, "u", Action::Restore, "take back", "take the last answer back"),
    row(Scope::Summary, "down j", Action::Down, "", "a line down"),
    row(Scope::Summary, "up k", Action::Up, "", "a line up"),
    row(Scope::Summary, "pgdown", Action::PageDown, "", "a page down"),
    row(Scope::Summary, "pgup", Action::PageUp, "", "a page up"),

    row(Scope::Notes, "enter right l", Action::Enter, "open", "open the note"),
    row(Scope::Notes, "n", Action::Note, "new", "a new note, on the lesson as a whole"),
    row(Scope::Notes, "up k", Action::Up, "", "one up"),
    row(Scope::Notes, "down j", Action::Down, "", "one down"),
    row(Scope::Notes, "home g", Action::Top, "", "the first"),
    row(Scope::Notes, "end G", Action::Bottom, "", "the last"),
    row(Scope::Notes, "/", Action::Search, "search", "search in all notes"),
    row(Scope::Notes, "o", Action::Place, "go there", "go to the place that the note is tied to"),
    row(Scope::Notes, "d delete", Action::Delete, "delete", "delete the note; asks first"),
    row(Scope::Notes, "u", Action::Restore, "", "bring back the note deleted last"),
    row(Scope::Notes, "e", Action::External, "", "open the note in $VISUAL or $EDITOR"),

    row(Scope::Delete, "enter y", Action::Enter, "delete", "delete it"),
    row(Scope::Delete, "esc n", Action::Back, "keep", "keep it"),

    row(Scope::Note, "esc", Action::Back, "done", "stop writing; the note is saved"),
    row(Scope::Note, "ctrl-u", Action::Undo, "undo", "take the last change back"),
    row(Scope::Note, "ctrl-r", Action::Redo, "redo", "make it again"),
    row(Scope::Note, "ctrl-o", Action::Place, "go there", "go to the place that the note is tied to"),
    row(Scope::Note, "ctrl-x", Action::External, "$EDITOR", "go on in $VISUAL or $EDITOR"),

    row(Scope::Progress, "tab", Action::NextMark, "choose", "the next thing that leads somewhere"),
    row(Scope::Progress, "backtab", Action::PreviousMark, "", "the one before"),
    row(Scope::Progress, "enter right l p", Action::Enter, "go there", "go there, or play it"),
    row(Scope::Progress, "down j", Action::Down, "", "a line down"),
    row(Scope::Progress, "up k", Action::Up, "", "a line up"),
    row(Scope::Progress, "space pgdown f", Action::PageDown, "on", "a page down"),
    row(Scope::Progress, "b pgup", Action::PageUp, "", "a page up"),
    row(Scope::Progress, "home g", Action::Top, "", "to the beginning"),
    row(Scope::Progress, "end G", Action::Bottom, "", "to the end"),

    row(Scope::Everywhere, "1", Action::Door(1), "", "Read"),
    row(Scope::Everywhere, "2", Action::Door(2), "", "Watch"),
    row(Scope::Everywhere, "3", Action::Door(3), "", "Lab"),
    row(Scope::Everywhere, "4", Action::Door(4), "", "Practice"),
    row(Scope::Everywhere, "5", Action::Door(5), "", "Notes"),
    row(Scope::Everywhere, "6", Action::Door(6), "", "Progress"),
    row(Scope::Everywhere, "esc h", Action::Back, "back", "back to where you came from, at last to Home"),
    row(Scope::Everywhere, "c", Action::Complete, "", "mark the lesson complete, or open again"),
    row(Scope::Everywhere, "n", Action::Note, "note", "take a note on what is shown"),
    row(Scope::Everywhere, "?", Action::Help, "keys", "all keys and shapes"),
    row(Scope::Everywhere, "q", Action::Quit, "leave", "leave; everything is saved"),
    row(Scope::Everywhere, "ctrl-c", Action::Quit, "", "leave, also while typing"),
    row(Scope::Everywhere, "ctrl-z", Action::Suspend, "", "suspend to the shell; fg comes back"),
];

/// The rows of a scope, in order.
pub fn rows(scope: Scope) -> impl Iterator<Item = &'static Binding> {
    TABLE.iter().filter(move |binding| binding.scope == scope)
}

/// What `key` means in `scope`; rows of [`Scope::Everywhere`] are not looked at unless asked for.
pub fn action(scope: Scope, key: Key) -> Option<Action> {
    rows(scope)
        .find(|binding| binding.keys.split(' ').any(|name| parse(name) == Some(key)))
        .map(|binding| binding.action)
}

/// Reads the name of a key: `a`, `enter`, `ctrl-c`, `shift-left`.
pub fn parse(name: &str) -> Option<Key> {
    let mut key = Key::plain(Code::Esc);
    let mut rest = name;
    loop {
        rest = match rest.split_once('-') {
            Some(("ctrl", rest)) => {
                key.ctrl = true;
                rest
            }
            Some(("alt", rest)) => {
                key.alt = true;
                rest
            }
            Some(("shift", rest)) => {
                key.shift = true;
                rest
            }
            _ => break,
        };
    }
    key.code = code(rest)?;
    Some(key)
}

fn code(name: &str) -> Option<Code> {
    Some(match name {
        "enter" => Code::Enter,
        "esc" => Code::Esc,
        "tab" => Code::Tab,
        "backtab" => Code::BackTab,
        "space" => Code::Char(' '),
        "backspace" => Code::Backspace,
        "delete" => Code::Delete,
        "up" => Code::Up,
        "down" => Code::Down,
        "left" => Code::Left,
        "right" => Code::Right,
        "home" => Code::Home,
        "end" => Code::End,
        "pgup" => Code::PageUp,
        "pgdown" => Code::PageDown,
        _ => {
            let mut chars = name.chars();
            let first = chars.next()?;
            if chars.next().is_some() {
                return None;
            }
            Code::Char(first)
        }
    })
}

/// A key's name as it is shown: `↵`, `space`, `^C`.
pub fn shown(name: &str, ascii: bool) -> String {
    let pretty = match name {
        "enter" if !ascii => "↵",
        "up" if !ascii => "↑",
        "down" if !ascii => "↓",
        "left" if !ascii => "←",
        "right" if !ascii => "→",
        "shift-left" if !ascii => "⇧←",
        "shift-right" if !ascii => "⇧→",
        "backtab" if !ascii => "⇧tab",
        other => match other.strip_prefix("ctrl-") {
            Some(rest) => return format!("^{}", rest.to_uppercase()),
            None => other,
        },
    };
    pretty.to_owned()
}

/// A key event of the terminal in our own words; releases are nothing.
pub fn key(event: KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let code = match event.code {
        KeyCode::Char(c) => Code::Char(c),
        KeyCode::Enter => Code::Enter,
        KeyCode::Esc => Code::Esc,
        KeyCode::Tab => Code::Tab,
        KeyCode::BackTab => Code::BackTab,
        KeyCode::Backspace => Code::Backspace,
        KeyCode::Delete => Code::Delete,
        KeyCode::Insert => Code::Insert,
        KeyCode::Up => Code::Up,
        KeyCode::Down => Code::Down,
        KeyCode::Left => Code::Left,
        KeyCode::Right => Code::Right,
        KeyCode::Home => Code::Home,
        KeyCode::End => Code::End,
        KeyCode::PageUp => Code::PageUp,
        KeyCode::PageDown => Code::PageDown,
        KeyCode::F(number) => Code::F(number),
        _ => return None,
    };
    let carries_shift = matches!(code, Code::Char(_) | Code::BackTab);
    Some(Key {
        code,
        ctrl: event.modifiers.contains(KeyModifiers::CONTROL),
        alt: event.modifiers.contains(KeyModifiers::ALT),
        shift: event.modifiers.contains(KeyModifiers::SHIFT) && !carries_shift,
    })
}

/// A mouse event of the terminal in our own words; what nothing here uses is nothing, and neither is a place that does
/// not exist: terminals count from 1, and crossterm makes the largest number of a 0.
pub fn mouse(event: MouseEvent) -> Option<Mouse> {
    if event.column == u16::MAX || event.row == u16::MAX {
        return None;
    }
    let kind = match event.kind {
        MouseEventKind::Down(MouseButton::Left) => MouseKind::Press,
        MouseEventKind::Drag(MouseButton::Left) => MouseKind::Drag,
        MouseEventKind::Up(MouseButton::Left) => MouseKind::Release,
        MouseEventKind::ScrollUp => MouseKind::WheelUp,
        MouseEventKind::ScrollDown => MouseKind::WheelDown,
        _ => return None,
    };
    Some(Mouse {
        kind,
        column: event.column,
        row: event.row,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_table_has_a_name_that_reads() {
        for binding in TABLE {
            for name in binding.keys.split(' ') {
                assert!(parse(name).is_some(), "`{name}` in {:?}", binding.scope);
            }
        }
    }

    #[test]
    fn no_key_means_two_things_in_one_scope() {
        let mut seen = std::collections::BTreeSet::new();
        for binding in TABLE {
            for name in binding.keys.split(' ') {
                let place = format!("{:?} {name}", binding.scope);
                assert!(seen.insert(place.clone()), "{place} stands twice");
            }
        }
    }

    #[test]
    fn releases_are_nothing_and_repeats_are_kept() {
        let event = |kind| KeyEvent::new_with_kind(KeyCode::Char('j'), KeyModifiers::NONE, kind);
        assert_eq!(key(event(KeyEventKind::Release)), None);
        assert_eq!(key(event(KeyEventKind::Repeat)), parse("j"));
    }

    #[test]
    fn a_click_nowhere_is_nothing() {
        let click = |column, row| {
            mouse(MouseEvent {
                kind: MouseEventKind::Down(MouseButton::Left),
                column,
                row,
                modifiers: KeyModifiers::NONE,
            })
        };
        assert!(click(0, 0).is_some());
        assert_eq!((click(u16::MAX, 0), click(0, u16::MAX)), (None, None));
    }

    #[test]
    fn alt_gr_types() {
        let event = KeyEvent::new(
            KeyCode::Char('@'),
            KeyModifiers::CONTROL | KeyModifiers::ALT,
        );
        assert_eq!(key(event).and_then(Key::typed), Some('@'));
    }
}
