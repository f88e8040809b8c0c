//! Live servers: the proxy, the client and an adapter for each producer.
