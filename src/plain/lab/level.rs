//! The levels of the adversary, line by line: break a lock by choosing each step; mend the fence.

use std::io::{self, BufRead, Write};

use crate::course::Lesson;
use crate::fencing::adversary::{Attempt, Hint, Level, Trial, Verdict, names};
use crate::fencing::storage::Check;
use crate::fencing::timeline::Timeline;
use crate::plain::watch::knowledge;
use crate::plain::{Dialogue, Journal};

/// What is asked for once nothing is left to choose.
const ENDED: &str = "Nothing is left to do, and nothing is broken. Write back, restart or q.";
/// What is said where every way on is closed.
const NOWHERE: &str = "From here nothing leads to it any more. Go back, and choose otherwise.";

/// Choose what happens next, again and again, until the lock breaks or the learner leaves.
pub(super) fn break_it<R: BufRead, W: Write>(
    level: Level,
    lesson: &Lesson,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    talk.out.line(level.title())?;
    talk.out.paragraph("", level.task())?;
    let mut attempt = Attempt::new(level);
    loop {
        if attempt.broken() {
            return won(&attempt, lesson, talk, journal);
        }
        talk.out.gap()?;
        let choices = attempt.game.choices();
        let names = names();
        for (number, choice) in (1..).zip(&choices) {
            let name = choice.name(&names, attempt.game.world());
            talk.out.paragraph(&format!("  {number}. "), &name)?;
        }
        let step = attempt.game.forks().len() + 1;
        let next = format!(
            "Step {step}: what happens next? A number; or back, hint, solution, restart, q."
        );
        let (ask, can) = match choices.is_empty() {
            true => (ENDED, "write back, restart or q"),
            false => (
                &*next,
                "write a number, or back, hint, solution, restart or q",
            ),
        };
        let Some(said) = talk.prompt(ask)? else {
            return Ok(());
        };
        match said.as_str() {
            "q" => return Ok(()),
            "back" | "b" if attempt.back() => talk.out.line("A step back.")?,
            "back" | "b" => talk.out.line("This is the beginning.")?,
            "restart" | "r" => attempt.restart(),
            "hint" | "h" | "i" => attempt.ask_hint(),
            "solution" | "s" => attempt.ask_solution(),
            number => match number.parse::<usize>().ok().and_then(|n| n.checked_sub(1)) {
                Some(number) if attempt.take(number) => stepped(&attempt, talk)?,
                _ => talk.misread(&said, can)?,
            },
        }
        tell_hint(&attempt, talk)?;
    }
}

/// What the last step was, and who knows what after it.
fn stepped<R: BufRead, W: Write>(attempt: &Attempt, talk: &mut Dialogue<R, W>) -> io::Result<()> {
    if let Some((by, before)) = attempt.game.played().last() {
        talk.out.paragraph("", &by.told(&names(), before))?;
    }
    let run = attempt.game.run().run;
    match run.moments.last() {
        Some(moment) => talk.out.paragraph("", &knowledge(&run, &moment.known)),
        None => Ok(()),
    }
}

fn tell_hint<R: BufRead, W: Write>(attempt: &Attempt, talk: &mut Dialogue<R, W>) -> io::Result<()> {
    match &attempt.hint {
        // Where nothing is left to choose, the question says so.
        None if attempt.hopeless() && !attempt.game.choices().is_empty() => talk.out.line(NOWHERE),
        None => Ok(()),
        Some(Hint::Idea) => talk.out.paragraph("Hint: ", attempt.level.idea()),
        Some(Hint::Step(step)) => {
            let text = format!("it could go on with number {}.", step + 1);
            talk.out.paragraph("Hint: ", &text)
        }
        Some(Hint::Nowhere) => talk.out.line(NOWHERE),
        Some(Hint::Solution(steps)) => {
            talk.out.paragraph("", "One way from here. It does not count as solved until you restart and find it yourself.")?;
            for (number, step) in (1..).zip(steps) {
                talk.out.paragraph(&format!("  {number}. "), step)?;
            }
            Ok(())
        }
    }
}

/// It is broken: what that means, and whether it counts.
fn won<R: BufRead, W: Write>(
    attempt: &Attempt,
    lesson: &Lesson,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    talk.out.paragraph("", &attempt.told_broken())?;
    if !attempt.counts() {
        return talk
            .out
            .line("Shown, not solved: begin again, without hints at every step.");
    }
    let saved = journal.solved(&lesson.id, attempt.level.id());
    talk.kept("Solved; that is kept.", saved)
}

/// Choose a check, and hear what the explorer makes of it, until the learner leaves.
pub(super) fn mend<R: BufRead, W: Write>(
    lesson: &Lesson,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    talk.out.line(Level::Mend.title())?;
    talk.out.paragraph("", Level::Mend.task())?;
    let mut trial = Trial::default();
    let names = Check::NAMES.map(|(name, _)| name).join(", ");
    loop {
        talk.out.gap()?;
        for (name, check) in Check::NAMES {
            talk.out.line(&format!("  {name}: {}", check.condition()))?;
        }
        let reads = if trial.fence_on_read {
            "raise the fence"
        } else {
            "pass freely"
        };
        let ask = format!(
            "Storage checks {}; reads {reads}. Write a check, raise or pass for reads; Enter tries it, hint helps, q goes back.",
            trial.check.name()
        );
        let Some(said) = talk.prompt(&ask)? else {
            return Ok(());
        };
        let named = Check::NAMES.iter().find(|(name, _)| *name == said);
        match (said.as_str(), named) {
            ("q", _) => return Ok(()),
            ("raise", _) => trial.fence_on_read = true,
            ("pass", _) => trial.fence_on_read = false,
            ("hint", _) => talk.out.paragraph("Hint: ", Level::Mend.idea())?,
            (_, Some((_, check))) => trial.check = *check,
            ("", None) => {
                if tried(trial, lesson, talk, journal)? {
                    return Ok(());
                }
            }
            _ => talk.misread(
                &said,
                &format!("write {names}, raise, pass or q; Enter tries it"),
            )?,
        }
    }
}

/// Has the explorer try to break a check, and says what it found; whether nothing does.
fn tried<R: BufRead, W: Write>(
    trial: Trial,
    lesson: &Lesson,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<bool> {
    let tried = trial.attack();
    talk.out.paragraph("", tried.verdict.told())?;
    if tried.verdict == Verdict::Mended {
        talk.out
            .line(&format!("{} states were walked.", tried.states))?;
        let saved = journal.solved(&lesson.id, Level::Mend.id());
        talk.kept("Solved; that is kept.", saved)?;
        return Ok(true);
    }
    if let Some(run) = &tried.run {
        steps(run, talk)?;
    }
    Ok(false)
}

/// The schedule that breaks it, step by step.
fn steps<R: BufRead, W: Write>(run: &Timeline, talk: &mut Dialogue<R, W>) -> io::Result<()> {
    for (number, moment) in (1..).zip(run.moments.iter().skip(1)) {
        talk.out
            .paragraph(&format!("  {number:>2}. "), &moment.caption)?;
    }
    Ok(())
}
