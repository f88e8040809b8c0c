//! A client of a server that we drive ourselves.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::time::Duration;

use rmcp::ServiceExt as _;
use rmcp::model::CallToolRequestParams;
use rmcp::service::{RoleClient, RunningService, ServiceError};
use rmcp::transport::TokioChildProcess;
use serde_json::Value;
use tokio::runtime::Runtime;

use crate::message::{Call, RpcError, ToolResult};

/// A server gets this long to start: some fetch a browser first.
const START: Duration = Duration::from_secs(60);
/// The longest that a call may take.
const CALL: Duration = Duration::from_secs(120);

/// A server that is gone, or never came.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// It can't be started.
    #[error("the server could not be started: {0}")]
    Start(#[source] io::Error),
    /// It doesn't speak the protocol.
    #[error("the server did not answer as a server of the Model Context Protocol: {0}")]
    Handshake(String),
    /// It didn't answer in time.
    #[error("the server did not answer {what} within {} s", .within.as_secs())]
    Silent {
        /// What was asked.
        what: String,
        /// How long was waited.
        within: Duration,
    },
    /// It has ended.
    #[error("the server has ended: {0}")]
    Gone(String),
}

/// A connection to a server, which ends with it.
pub struct Client {
    runtime: Runtime,
    service: Option<RunningService<RoleClient, ()>>,
    /// The name that the server gives itself.
    pub name: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// Its tools.
    pub tools: BTreeSet<String>,
}

impl Client {
    /// Starts a server and shakes hands.
    ///
    /// # Errors
    /// When it can't be started, doesn't speak the protocol or doesn't answer.
    pub fn start(command: &[OsString]) -> Result<Self, ClientError> {
        let none = || ClientError::Start(io::Error::new(io::ErrorKind::InvalidInput, "no command"));
        let (program, arguments) = command.split_first().ok_or_else(none)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(ClientError::Start)?;
        let started = runtime.block_on(async {
            let mut server = tokio::process::Command::new(program);
            server.args(arguments);
            let transport = TokioChildProcess::new(server).map_err(ClientError::Start)?;
            let greeting = async {
                let service = ().serve(transport).await.map_err(|error| ClientError::Handshake(error.to_string()))?;
                let tools = service
                    .list_all_tools()
                    .await
                    .map_err(|error| ClientError::Handshake(error.to_string()))?;
                Ok((service, tools))
            };
            tokio::time::timeout(START, greeting)
                .await
                .map_err(|_| ClientError::Silent {
                    what: "the greeting".to_owned(),
                    within: START,
                })?
        });
        let (service, tools) = started?;
        let about = service
            .peer_info()
            .and_then(|about| serde_json::to_value(&*about).ok())
            .unwrap_or_default();
        let text = |name: &str| about.pointer(name).and_then(Value::as_str).map(ToOwned::to_owned);
        Ok(Self {
            name: text("/serverInfo/name"),
            version: text("/serverInfo/version"),
            tools: tools.into_iter().map(|tool| tool.name.into_owned()).collect(),
            runtime,
            service: Some(service),
        })
    }

    /// Calls a tool. An error of the protocol is an answer, too.
    ///
    /// # Errors
    /// When the server has ended or doesn't answer.
    pub fn call(&self, call: &Call) -> Result<Result<ToolResult, RpcError>, ClientError> {
        let gone = |why: &str| ClientError::Gone(why.to_owned());
        let service = self.service.as_ref().ok_or_else(|| gone("the connection is closed"))?;
        let mut params = CallToolRequestParams::new(call.tool.clone());
        if let Value::Object(arguments) = &call.arguments {
            params = params.with_arguments(arguments.clone());
        }
        let answer = self
            .runtime
            .block_on(async { tokio::time::timeout(CALL, service.call_tool(params)).await });
        match answer {
            Err(_) => Err(ClientError::Silent {
                what: call.tool.clone(),
                within: CALL,
            }),
            Ok(Ok(result)) => match serde_json::to_value(result) {
                Ok(result) => Ok(Ok(ToolResult(result))),
                Err(error) => Err(gone(&error.to_string())),
            },
            Ok(Err(ServiceError::McpError(error))) => Ok(Err(RpcError {
                code: Some(i64::from(error.code.0)),
                message: error.message.into_owned(),
            })),
            Ok(Err(error)) => Err(gone(&error.to_string())),
        }
    }
}

impl Drop for Client {
    /// Closes the connection, which asks the server to end, and waits for it a little.
    fn drop(&mut self) {
        if let Some(service) = self.service.take() {
            let _ = self
                .runtime
                .block_on(async { tokio::time::timeout(Duration::from_secs(5), service.cancel()).await });
        }
    }
}
