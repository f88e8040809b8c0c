//! What a loaded model looks like to this stage.

use ndarray::{ArrayD, ArrayViewD};

/// A model that an engine outside has loaded: named tensors in, named tensors out.
///
/// Running it must be a pure function of the inputs: the same bits in give the same bits out, on every thread.
pub trait Network: Send + Sync {
    /// The inputs, in the order of the model.
    fn inputs(&self) -> &[Input];

    /// A text from the model's own metadata; none if it has no such key.
    fn metadata(&self, key: &str) -> Option<&str>;

    /// What the results depend on besides the inputs: a digest of the model, and the engine with its version.
    fn identity(&self) -> &str;

    /// Runs the model once; the outputs come in the order of the model.
    ///
    /// # Errors
    /// When the engine refuses the shapes, runs out of memory, or fails in any other way.
    fn run(&self, inputs: &[(&str, ArrayViewD<'_, f32>)]) -> Result<Vec<(String, ArrayD<f32>)>, NetworkError>;
}

/// One input of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// The length of each axis; none where the model takes any.
    pub shape: Vec<Option<usize>>,
}

/// A model that could not be run, or that answered with something else than its kind of model answers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// The engine failed.
    #[error("the model could not be run: {0}")]
    Run(String),
    /// The model has no input at all.
    #[error("the model has no input")]
    NoInput,
    /// The output does not have the shape that a model of this kind has.
    #[error("the model answered with a tensor of shape {got:?}; expected {expected}")]
    Shape {
        /// What a model of this kind answers with.
        expected: &'static str,
        /// What came.
        got: Vec<usize>,
    },
    /// The output holds a value that is not a number.
    #[error("the model answered with values that are not numbers")]
    NotANumber,
    /// A recognition model without a dictionary in its metadata, and none given.
    #[error("the recognition model carries no dictionary (metadata `character`) and none is configured")]
    NoDictionary,
    /// The dictionary and the output disagree.
    #[error("the recognition model tells {classes} classes apart, but the dictionary has {characters} characters")]
    Dictionary {
        /// Classes in the output.
        classes: usize,
        /// Characters in the dictionary, the space included and the blank not.
        characters: usize,
    },
}

/// Runs a model that has one input and returns all its outputs.
pub(crate) fn run(network: &dyn Network, input: ArrayViewD<'_, f32>) -> Result<Vec<ArrayD<f32>>, NetworkError> {
    let first = network.inputs().first().ok_or(NetworkError::NoInput)?;
    let outputs = network.run(&[(first.name.as_str(), input)])?;
    Ok(outputs.into_iter().map(|(_, output)| output).collect())
}

/// Runs a model that has one input and returns its first output.
pub(crate) fn run_one(network: &dyn Network, input: ArrayViewD<'_, f32>) -> Result<ArrayD<f32>, NetworkError> {
    let missing = NetworkError::Shape {
        expected: "one output",
        got: vec![],
    };
    run(network, input)?.into_iter().next().ok_or(missing)
}
