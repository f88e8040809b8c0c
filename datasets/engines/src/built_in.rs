//! The built-in engine: `rten`, pure Rust, part of the program. Runs the same files; slower.

use std::sync::Arc;

use ndarray::{ArrayD, ArrayViewD, IxDyn};
use rten::{Dimension, Model, NodeId, RunOptions, ThreadPool, Value};
use rten_tensor::prelude::*;
use rten_tensor::{Tensor, TensorView};
use skillc_detect::{Input, Network, NetworkError};

use crate::model_file::ModelFile;
use crate::pool::{Pool, aside};

/// The version that is built in.
pub const VERSION: &str = "0.27.0";

/// Loads a model.
///
/// # Errors
/// When the file is no model that the engine can run.
pub fn network(model: &ModelFile) -> Result<impl Network + use<>, NetworkError> {
    let loaded = aside(|| match model.shared() {
        Some(bytes) => Model::load_static_slice(bytes),
        None => Model::load(model.bytes().to_vec()),
    });
    let loaded = loaded.map_err(|error| NetworkError::Run(error.to_string()))?;
    let name = |&id: &NodeId| {
        loaded
            .node_info(id)
            .and_then(|node| node.name().map(str::to_owned))
            .unwrap_or_default()
    };
    let shape = |&id: &NodeId| {
        let dimensions = loaded.node_info(id).and_then(|node| node.shape()).unwrap_or_default();
        let length = |dimension: Dimension| match dimension {
            Dimension::Fixed(length) => Some(length),
            Dimension::Symbolic(_) => None,
        };
        dimensions.into_iter().map(length).collect()
    };
    let inputs = loaded
        .input_ids()
        .iter()
        .map(|id| Input {
            name: name(id),
            shape: shape(id),
        })
        .collect();
    let outputs = loaded.output_ids().iter().map(name).collect();
    let metadata = loaded
        .metadata()
        .fields()
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    let identity = format!("{}@{} rten@{VERSION}", model.name, model.digest);
    Ok(BuiltInNetwork {
        model: loaded,
        inputs,
        outputs,
        metadata,
        identity,
        threads: Pool::empty(),
    })
}

/// A model in the built-in engine. Each caller gets a thread of its own, so that pictures run side by side and not a picture on
/// all cores.
struct BuiltInNetwork {
    model: Model,
    inputs: Vec<Input>,
    outputs: Vec<String>,
    metadata: Vec<(String, String)>,
    identity: String,
    threads: Pool<Arc<ThreadPool>>,
}

impl Network for BuiltInNetwork {
    fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    fn metadata(&self, key: &str) -> Option<&str> {
        self.metadata
            .iter()
            .find(|(known, _)| known == key)
            .map(|(_, value)| value.as_str())
    }

    fn identity(&self) -> &str {
        &self.identity
    }

    fn run(&self, inputs: &[(&str, ArrayViewD<'_, f32>)]) -> Result<Vec<(String, ArrayD<f32>)>, NetworkError> {
        let failed = |error: &dyn std::fmt::Display| NetworkError::Run(error.to_string());
        let work = |thread: &mut Arc<ThreadPool>| {
            let mut values = Vec::new();
            let owned: Vec<_> = inputs.iter().map(|(_, array)| array.as_standard_layout()).collect();
            for ((name, _), array) in inputs.iter().zip(&owned) {
                let id = self.model.node_id(name).map_err(|error| failed(&error))?;
                let data = array.as_slice().ok_or_else(|| failed(&"the input is not contiguous"))?;
                values.push((id, TensorView::from_data(array.shape(), data).into()));
            }
            let mut options = RunOptions::default();
            options.thread_pool = Some(Arc::clone(thread));
            let results = aside(|| self.model.run(values, self.model.output_ids(), Some(options)))
                .map_err(|error| failed(&error))?;
            self.outputs
                .iter()
                .cloned()
                .zip(results)
                .map(|(name, value)| Ok((name, array(value)?)))
                .collect()
        };
        self.threads
            .with(|| Ok(Arc::new(ThreadPool::with_num_threads(1))), work)
    }
}

fn array(value: Value) -> Result<ArrayD<f32>, NetworkError> {
    let tensor: Tensor<f32> = value
        .try_into()
        .map_err(|_| NetworkError::Run("the output is no tensor of numbers".to_owned()))?;
    let shape = tensor.shape().to_vec();
    ArrayD::from_shape_vec(IxDyn(&shape), tensor.into_data()).map_err(|error| NetworkError::Run(error.to_string()))
}
