//! What a key can mean.

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
    /// The lessons of the course.
    Lessons,
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
    /// Erase the last word.
    EraseWord,
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
    /// The next thing that storage may check.
    Check,
    /// The one before.
    PreviousCheck,
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
