//! A list with at least one item, by its type.

use serde::{Deserialize, Serialize};

/// A list with at least one item.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(
    try_from = "Vec<T>",
    into = "Vec<T>",
    bound = "T: Clone + Serialize + for<'d> Deserialize<'d>"
)]
pub struct NonEmpty<T> {
    first: T,
    rest: Vec<T>,
}

/// A list that should have had an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the list is empty and must have at least one item")]
pub struct Empty;

impl<T> NonEmpty<T> {
    /// `first` and what comes after it.
    pub fn new(first: T, rest: Vec<T>) -> Self {
        Self { first, rest }
    }

    /// How many there are: at least 1.
    pub fn count(&self) -> usize {
        1 + self.rest.len()
    }

    /// The first.
    pub fn first(&self) -> &T {
        &self.first
    }

    /// All, in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        std::iter::once(&self.first).chain(&self.rest)
    }
}

impl<T> TryFrom<Vec<T>> for NonEmpty<T> {
    type Error = Empty;

    fn try_from(list: Vec<T>) -> Result<Self, Empty> {
        let mut items = list.into_iter();
        let first = items.next().ok_or(Empty)?;
        Ok(Self {
            first,
            rest: items.collect(),
        })
    }
}

impl<T> From<NonEmpty<T>> for Vec<T> {
    fn from(list: NonEmpty<T>) -> Self {
        let mut items = vec![list.first];
        items.extend(list.rest);
        items
    }
}
