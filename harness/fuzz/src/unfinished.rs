//! Rows that are kept of unfinished tables.

use super::message;
use harness::tables::{Left, write_header};

/// Reads a text as it is, and as rows that this huff has kept.
pub fn check(data: &[u8]) {
    read(data);
    read(&[&header(), data].concat());
}

fn header() -> Vec<u8> {
    let mut bytes = Vec::new();
    write_header(&mut bytes).expect("a header can be written");
    bytes
}

fn read(bytes: &[u8]) {
    match Left::read(bytes) {
        Err(reason) => {
            assert!(reason.starts_with("line "), "no line is named: {reason}");
            message::check(&reason);
        }
        Ok(Left::Nothing) => assert!(!bytes.contains(&b'\n'), "a line was passed over"),
        Ok(Left::OfAnother(difference)) => message::check(&difference),
        Ok(rows @ Left::Rows(..)) => written(bytes, &rows),
    }
}

/// Rows read back from their lines, and nothing is passed over but the beginning of a line.
fn written(bytes: &[u8], left: &Left) {
    let Left::Rows(rows, whole) = left else { unreachable!("rows are given") };
    assert!(
        bytes[..*whole].ends_with(b"\n") && !bytes[*whole..].contains(&b'\n'),
        "{whole} bytes of {left:?}"
    );
    let mut again = header();
    for kept in rows {
        kept.write(&mut again).expect("a row can be written");
        assert_eq!(kept.row.fault(), None);
    }
    assert_eq!(Left::read(&again), Ok(Left::Rows(rows.clone(), again.len())));
}
