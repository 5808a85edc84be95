//! What is asked during a run, what was said to it, and which of it is open now.

use crate::{
    fencing::timeline::Timeline,
    practice::{
        SURE,
        predict::{Choice, Question},
    },
    progress::Sure,
    tui::screen::watch::pace::{Micros, Pace},
};

/// The questions of a run and how far they have come.
#[derive(Debug, Default)]
pub(in super::super) struct Asks {
    questions: Vec<Question>,
    said: Vec<Said>,
    phase: Phase,
    /// The line that is chosen: an answer, or how sure, which nothing is chosen for beforehand.
    chosen: Option<usize>,
}

/// What was said to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Said {
    /// Nothing: it is still to come.
    Open,
    /// Nothing: it was passed over.
    Passed,
    /// This answer; what happened is still to be told.
    Given(Given),
    /// This answer, and it was told what happened.
    Told(Given),
}

/// An answer that was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Given {
    /// Its number among the choices.
    pub(in super::super) choice: usize,
    /// How sure the learner was; a cell is filled in without being asked for that.
    pub(in super::super) sure: Option<Sure>,
}

/// What the learner is busy with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in super::super) enum Phase {
    /// Watching.
    #[default]
    Watching,
    /// Choosing an answer to a question.
    Asked(usize),
    /// Saying how sure they are of that answer.
    Sure(usize, usize),
    /// Reading what happened.
    Told(usize),
}

/// What a key did to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) enum Answered {
    /// Nothing that matters elsewhere.
    No,
    /// How sure the learner is has still to be chosen.
    Unsure,
    /// A cell is filled in.
    Filled,
    /// A prediction is made: the question's id, the answer's, whether it is right, how sure.
    Predicted(String, String, bool, Sure),
}

impl Asks {
    /// Nothing is said yet.
    pub(super) fn new(questions: Vec<Question>) -> Self {
        Self {
            said: vec![Said::Open; questions.len()],
            questions,
            ..Self::default()
        }
    }

    /// So many questions are still to be asked.
    pub(super) fn open(&self) -> usize {
        let open = self.said.iter().filter(|said| **said == Said::Open);
        open.count()
    }

    /// Whether there is an answer to every question.
    pub(super) fn answered(&self) -> bool {
        let mut all = self.said.iter();
        all.all(|said| matches!(said, Said::Given(_) | Said::Told(_)))
    }

    pub(super) fn phase(&self) -> Phase {
        self.phase
    }

    pub(super) fn chosen(&self) -> Option<usize> {
        self.chosen
    }

    /// The question that is open: asked, or being told.
    pub(super) fn question(&self) -> Option<&Question> {
        match self.phase {
            Phase::Watching => None,
            Phase::Asked(at) | Phase::Sure(at, _) | Phase::Told(at) => self.questions.get(at),
        }
    }

    /// What was said to the question that is being told.
    pub(super) fn given(&self) -> Option<Given> {
        match self.phase {
            Phase::Told(at) => match self.said.get(at)? {
                Said::Given(given) | Said::Told(given) => Some(*given),
                Said::Open | Said::Passed => None,
            },
            _ => None,
        }
    }

    /// Where going on from one time of the story to another comes to a stop first, and with what.
    pub(super) fn stop(&self, pace: &Pace, from: Micros, to: Micros) -> Option<(Micros, Phase)> {
        let mut stops: Vec<(Micros, Phase)> = Vec::new();
        for (index, question) in self.questions.iter().enumerate() {
            let (at, stop, phase) = match self.said[index] {
                Said::Open => {
                    let at = pace.begin(question.before);
                    (at, at.saturating_sub(1), Phase::Asked(index))
                }
                Said::Given(_) => {
                    let at = pace.begin(question.answered);
                    (at, at, Phase::Told(index))
                }
                Said::Passed | Said::Told(_) => continue,
            };
            if from < at && at <= to {
                stops.push((stop, phase));
            }
        }
        stops.into_iter().min_by_key(|(stop, _)| *stop)
    }

    /// Stops at a question.
    pub(super) fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.chosen = Some(0);
        if let Phase::Told(at) = phase
            && let Some(Said::Given(given)) = self.said.get(at).copied()
        {
            self.said[at] = Said::Told(given);
        }
    }

    /// Leaves the question that is open: unless it was answered, it is passed over. Says whether it was.
    pub(super) fn pass(&mut self) -> bool {
        let open = matches!(self.phase, Phase::Asked(_) | Phase::Sure(..));
        if let Phase::Asked(at) | Phase::Sure(at, _) = self.phase {
            self.said[at] = Said::Passed;
        }
        self.phase = Phase::Watching;
        open
    }

    /// Leaves the question that is open as it is.
    pub(super) fn leave(&mut self) {
        self.phase = Phase::Watching;
    }

    /// From the beginning: everything is asked again.
    pub(super) fn again(&mut self) {
        self.phase = Phase::Watching;
        self.said.fill(Said::Open);
    }

    /// Somebody leaps to a time of the story: what lies before it is not asked any more. Gives how many that are.
    pub(super) fn leap(&mut self, pace: &Pace, to: Micros) -> usize {
        self.phase = Phase::Watching;
        let mut passed = 0;
        for (question, said) in self.questions.iter().zip(&mut self.said) {
            match *said {
                Said::Open if pace.begin(question.before) <= to => {
                    *said = Said::Passed;
                    passed += 1;
                }
                Said::Given(given) if pace.begin(question.answered) <= to => {
                    *said = Said::Told(given);
                }
                _ => {}
            }
        }
        passed
    }

    /// The number of lines to choose from.
    fn lines(&self) -> usize {
        match self.phase {
            Phase::Asked(_) => self.question().map_or(0, |question| question.choices.len()),
            Phase::Sure(..) => SURE.len(),
            Phase::Watching | Phase::Told(_) => 0,
        }
    }

    /// Chooses the line above or below.
    pub(super) fn choose(&mut self, on: bool) {
        let last = self.lines().saturating_sub(1);
        self.chosen = Some(match (self.chosen, on) {
            (None, true) => 0,
            (None, false) => last,
            (Some(at), true) => (at + 1).min(last),
            (Some(at), false) => at.saturating_sub(1),
        });
    }

    /// Takes a line by its number, or the chosen one.
    pub(super) fn take(&mut self, line: Option<usize>) -> Answered {
        let Some(line) = line.or(self.chosen) else {
            return Answered::Unsure;
        };
        if line >= self.lines() {
            return Answered::No;
        }
        match self.phase {
            Phase::Asked(at) if self.questions[at].cell.is_some() => {
                let (choice, sure) = (line, None);
                self.said[at] = Said::Given(Given { choice, sure });
                self.phase = Phase::Watching;
                Answered::Filled
            }
            Phase::Asked(at) => {
                self.phase = Phase::Sure(at, line);
                self.chosen = None;
                Answered::No
            }
            Phase::Sure(at, choice) => {
                let sure = SURE[line];
                self.said[at] = Said::Given(Given {
                    choice,
                    sure: Some(sure),
                });
                self.phase = Phase::Watching;
                let question = &self.questions[at];
                let answer = question.choices[choice].id.clone();
                Answered::Predicted(question.id.clone(), answer, choice == question.right, sure)
            }
            Phase::Watching | Phase::Told(_) => Answered::No,
        }
    }

    /// Back from how sure to which answer; says whether that meant something.
    pub(super) fn back(&mut self) -> bool {
        let Phase::Sure(at, choice) = self.phase else {
            return false;
        };
        self.phase = Phase::Asked(at);
        self.chosen = Some(choice);
        true
    }

    /// Where the turn of the story that a question is about stands in the run.
    pub(super) fn told<'r>(&self, run: &'r Timeline) -> Option<&'r str> {
        let question = self.question()?;
        let moment = run.moments.get(question.answered)?;
        Some(&moment.caption)
    }
}

impl Given {
    /// The answer itself.
    pub(super) fn choice(self, question: &Question) -> Option<&Choice> {
        question.choices.get(self.choice)
    }
}
