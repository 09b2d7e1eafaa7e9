//! Checks draughts engines against fixtures and the reference.
//!
//! An engine under test is a [`subject::Subject`], asked through the words of [`dcp`]. A case of a
//! [`fixture`] is put to it by [`check`], which returns a [`verdict`]; [`verify`] does so for many cases,
//! [`diagnose`] asks which misread rule explains the failures, and [`report`] shows it all to people and
//! machines.

pub mod builtin;
pub mod cases;
pub mod check;
pub mod cli;
pub mod compare;
pub mod conformance;
mod counting;
pub mod coverage;
pub mod crew;
pub mod dcp;
pub mod descend;
pub mod diagnose;
pub mod doctor;
pub mod examiner;
pub mod expected_failures;
pub mod explain;
pub mod fixture;
pub mod interrupt;
pub mod json;
pub mod matrix;
pub mod picture;
pub mod playout;
pub mod probe;
pub mod property;
mod quote;
pub mod reading;
pub mod report;
pub mod serve;
pub mod shrink;
pub mod since;
pub mod speed;
pub mod subject;
pub mod sweep;
pub mod tables;
pub mod trace;
pub mod trial;
pub mod verdict;
pub mod verify;
