//! `huff rules`: the rules of a variant, each with its ruling, and the answers that there might be.

use super::arguments::VariantArguments;
use super::out::Out;
use super::{CliError, Exit};
use clap::Args;
use comfy_table::{ContentArrangement, Table};
use reference_engine::rules::Rules;
use reference_engine::rulings;
use reference_engine::variants::Variant;
use std::io::Write;

/// Shows the rules of a variant, the ruling behind each, and the other answers there are.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  huff rules ghanaian")]
pub struct Arguments {
    #[command(flatten)]
    variant: VariantArguments,
}

pub fn run(arguments: &Arguments, out: &mut Out) -> Result<Exit, CliError> {
    let variant = arguments.variant.variant()?;
    writeln!(out, "{}: {}\n", variant.name, variant.summary)?;
    writeln!(out, "{}", table(&variant))?;
    Ok(Exit::AsExpected)
}

fn table(variant: &Variant) -> Table {
    let mut table = Table::new();
    table.load_style(comfy_table::presets::ASCII_MARKDOWN);
    table.set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(["rule", "meaning", "ruling", "other answers"]);
    for setting in variant.rules.settings() {
        let id = variant.rulings.get(setting.field).unwrap_or_default();
        let firmness = rulings::find(variant.name, id).map(|ruling| ruling.firmness.to_string());
        table.add_row([
            setting.to_string(),
            setting.sentence.to_owned(),
            format!("{id} ({})", firmness.unwrap_or_default()),
            others(&variant.rules, setting.field),
        ]);
    }
    table
}

fn others(rules: &Rules, field: &str) -> String {
    let changes = rules.one_field_changes();
    let values = changes.iter().filter(|(change, _)| change.field == field).map(|(change, _)| change.value);
    values.collect::<Vec<_>>().join(", ")
}
