//! Sample documents.
