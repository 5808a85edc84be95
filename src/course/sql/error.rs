//! Why a text is no condition, and what to write.

/// The longest condition, in characters.
pub(super) const LONGEST: usize = 400;

/// Why a text is no condition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Nothing is there.
    #[error("There is no condition")]
    Empty,
    /// More than a condition.
    #[error("This is longer than {LONGEST} characters; a condition is a line")]
    Long,
    /// Too many brackets or NOTs within each other.
    #[error("This is nested too deeply")]
    Deep,
    /// More names than cases can be tried for.
    #[error(
        "There are too many columns and parameters; leave those out that the condition does not need"
    )]
    Names,
    /// More numbers than cases can be tried for.
    #[error("This compares with more numbers than are needed")]
    Numbers,
    /// Something is still to come.
    #[error("This ends too early")]
    Short,
    /// A second statement.
    #[error("Only the condition is asked for: leave out the \";\" and what follows it")]
    More,
    /// What stands before the gap already.
    #[error("\"{0}\" stands before the gap already: write what follows it")]
    Lead(String),
    /// A query within the condition.
    #[error("\"{0}\": no query is needed, the condition sees its own row; write {1}")]
    Query(String, String),
    /// A way to write a parameter that could stand for several.
    #[error("\"{0}\" could be any of them; write {1}")]
    Placeholder(String, String),
    /// A sign that SQL writes in another way.
    #[error("\"{0}\" is not SQL here; write {1}")]
    Foreign(String, String),
    /// A sign or a function that no condition of these needs.
    #[error(
        "\"{0}\" is not needed here: compare, add, subtract, or use COALESCE, NULLIF, GREATEST, LEAST or CASE"
    )]
    Needless(String),
    /// Text where there are only numbers.
    #[error("{0} is text; everything here is a whole number")]
    Text(String),
    /// A cast that would change a value.
    #[error("Leave out the cast to \"{0}\": everything here is a whole number")]
    Cast(String),
    /// A sign or a word that means nothing at its place.
    #[error("\"{0}\" is not understood here")]
    Stray(String),
    /// A name that is none of those that may be used.
    #[error("There is no \"{0}\" to compare here; write {1}")]
    Unknown(String, String),
    /// A number beyond what a column can hold.
    #[error("{0} is too large")]
    Large(String),
    /// A number where something true or false must stand.
    #[error("A condition must be true or false; compare something")]
    NoTruth,
    /// Something true or false where a number must stand.
    #[error("A number must stand here")]
    NoNumber,
    /// Two that have no order.
    #[error("These two cannot be compared")]
    Unlike,
}
