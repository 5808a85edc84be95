//! # token34: the story of the house
//!
//! One transition system decides; nothing is scripted. [`fencing::world::World`] knows which steps are
//! possible and what each does. A timeline is one path through it with times, a claim of the lesson
//! names a path and the verdict it must give, and a screen only draws what came out.
//!
//! Arrows run downwards only; a room knows the rooms below it and none above.
//!
//! ```text
//!  main                         reads the command line, opens one face
//!    commands stdout zone         what a command prints; where to; whose days
//!  cli                          the command line
//!  tui                          the screens
//!    terminal                     the only way to the outside: waits, draws, saves, restores
//!    app                          which screen is open; Message in, Effect out
//!    screen                       the screens, a file each, and what they share:
//!      home course help search      the way in, the lessons, the keys, the finder
//!      read guide glossary          what is read
//!      watch lab practice           what is watched, tried and asked
//!      notes progress               what the learner wrote and did
//!      door place                   the screens that have a number; places in words
//!    editor line                  a text that is typed into, and a line
//!    widget                       drawing that screens share
//!    message work                 what comes in and goes out; what takes longer than a frame
//!    keymap theme                 one table of keys; one name for each colour and shape
//!  plain                        the same lesson line by line
//!    session dialogue             the whole program as a conversation; a line out, a line in
//!    lessons read reading         which lesson; its text; part after part
//!    guide glossary find          what is looked up
//!    watch follow runs            a run, printed; step by step; which runs there are
//!    explore lab                  every schedule, printed; the lab as a conversation
//!    practice                     questions
//!    journal progress summary     one change, one save; what was done; as a page to show
//!  search                       where words stand in what is taught and noted             pure
//!    index words                  what is searched; how well a word meets a query
//!  practice                     questions: which comes, how an answer is marked           pure
//!    queue deck shuffle           which questions there are, those of a round, their order
//!    sheet mark grade             laid out, answered, and how well it went
//!    predict vary                 what a run asks before it goes on; what would have happened if
//!    generate                     questions that the world invents
//!    review                       what comes again today, from the answers alone
//!    diary standing               how sure and how right, and what is open, in words
//!    check                        what is wrong with the questions of a pack
//!  progress                     what the learner did, and the file that remembers it
//!    store history report         the file, its older versions, and how opening and saving went
//!    disk                         the file system, through one seam
//!    saver pen                    when to save; who writes                                pure
//!    merge                        two versions become one                                 pure
//!    format held unknown          the record as TOML; what cannot be read of it           pure
//!    markdown shell               notes as a document; command lines to copy              pure
//!    record note draft            what is known, and what can be done to it               pure
//!  course                       the lesson as data: a pack is read, and then looked up in
//!    check scenarios              what CI runs: every mistake, and every run played
//!    files raw parse              text, as serde sees it, judged
//!    block markdown order         a section's blocks, prose, which lesson comes first
//!    question sql                 kinds of questions; what an SQL condition does
//!    reference terms lookup       glossary and guide; terms in a text; find by id
//!    part problem                 a file read when it is asked for; what is wrong, and where
//!    ordinary                     files read without waiting, bounded; progress reads so too
//!  fencing                      the world                                                 pure
//!    adversary knobs              the learner's own runs
//!    explore matrix map crew      every path, every fault, every setting; shared among threads
//!    scenario schedule            TOML, to times, to one path
//!    recorder narrate timeline    the path written down, told, and as it is shown
//!    timing moves                 what the explorer and the adversary may choose from
//!    world                        the one transition system: what is possible, what it does
//!    client lock storage          who acts, what they ask for, what is protected, and its fence
//!    fault fault_steps            what breaks, and when
//!    property                     what must never happen
//!  text                         clean, measure and wrap; what every room may use          pure
//!    clean wrap ascii             no command for a terminal; lines that fit; without Unicode
//! ```
//!
//! `pure` means: no screen, no disk, no clock, no randomness but what is handed in.

pub mod cli;
pub mod course;
pub mod fencing;
#[cfg(test)]
mod house;
pub mod plain;
pub mod practice;
pub mod progress;
pub mod search;
pub mod text;
pub mod tui;
