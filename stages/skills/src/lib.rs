//! skillc-skills
