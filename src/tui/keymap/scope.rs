//! Where a key means something.

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
    /// A timeline at its end.
    Ended,
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
    /// Nothing is left to choose, and nothing is broken.
    Exhausted,
    /// What was to be broken is broken.
    Broken,
    /// Choosing what storage checks.
    Mend,
    /// The help page.
    Help,
    /// The search over everything.
    Search,
    /// The lessons of the course.
    Course,
    /// What there is to practise.
    Rounds,
    /// A question that is answered in one's own words.
    Practice,
    /// A question that is answered in one's own words, and none are written yet.
    Blank,
    /// A question of which one answer is right.
    One,
    /// A question of which any number of answers are right.
    Several,
    /// Steps to be put in order.
    Order,
    /// The same, while a step is taken up.
    Held,
    /// Things to be matched.
    Match,
    /// A statement whose condition is asked for.
    Statement,
    /// A statement whose condition is asked for, and nothing of it is written yet.
    NoCondition,
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
    /// The scope in which keys mean what they mean here too, unless this one names them itself.
    pub fn within(self) -> Option<Self> {
        match self {
            Self::Ended | Self::Twin | Self::Predict | Self::HowSure | Self::Happened => {
                Some(Self::Watch)
            }
            Self::Exhausted | Self::Broken => Some(Self::Adversary),
            Self::Held => Some(Self::Order),
            _ => None,
        }
    }

    /// Whether a question is asked or explained here: its digits choose an answer, and none of them leads elsewhere.
    pub fn answers_by_number(self) -> bool {
        matches!(
            self,
            Self::Guide
                | Self::Advice
                | Self::Predict
                | Self::HowSure
                | Self::Happened
                | Self::Practice
                | Self::Blank
                | Self::One
                | Self::Several
                | Self::Order
                | Self::Held
                | Self::Match
                | Self::Statement
                | Self::NoCondition
                | Self::Certain
                | Self::Revealed
                | Self::Explained
                | Self::Option
        )
    }

    /// Whether words are awaited here: what can be typed begins them, and no letter leads elsewhere.
    pub fn awaits_words(self) -> bool {
        matches!(self, Self::Blank | Self::NoCondition)
    }

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
            Self::Ended => "The end of a timeline",
            Self::Twin => "Two runs",
            Self::Predict => "A prediction",
            Self::HowSure => "How sure",
            Self::Happened => "What happened",
            Self::Map => "The map",
            Self::Matrix => "The matrix",
            Self::Knobs => "Knobs",
            Self::Adversary => "The adversary",
            Self::Exhausted => "With nothing left to do",
            Self::Broken => "With the lock broken",
            Self::Mend => "Mending the lock",
            Self::Code => "While typing a code",
            Self::Help => "Keys",
            Self::Search => "Search",
            Self::Course => "Lessons",
            Self::Rounds => "Practice",
            Self::Practice => "A question",
            Self::Blank => "A question, nothing written",
            Self::One => "One is right",
            Self::Several => "Any number are right",
            Self::Order => "Put in order",
            Self::Held => "With a step taken up",
            Self::Match => "Match",
            Self::Statement => "A condition",
            Self::NoCondition => "A condition, nothing written",
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
