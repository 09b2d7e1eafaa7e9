//! What every page has: style, script, and the policy that lets nothing else in.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

const STYLE: &str = include_str!("../../../templates/style.css");
const SCRIPT: &str = include_str!("../../../templates/script.js");

/// The parts of a page that stand in no engine's answer: for `base.html`.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The style sheet.
    pub style: &'static str,
    /// The script.
    pub script: &'static str,
    /// A content security policy that allows these two by their hashes, and no load of anything.
    pub policy: String,
    /// The version of huff.
    pub huff: &'static str,
}

impl Frame {
    /// The frame of a page.
    pub fn new() -> Self {
        let [style, script] = [STYLE, SCRIPT].map(hash);
        let policy = format!(
            "default-src 'none'; style-src '{style}'; script-src '{script}'; base-uri 'none'; form-action 'none'"
        );
        Self { style: STYLE, script: SCRIPT, policy, huff: env!("CARGO_PKG_VERSION") }
    }
}

fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}
