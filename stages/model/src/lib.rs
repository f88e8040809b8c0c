//! The model of an app that is compared.
