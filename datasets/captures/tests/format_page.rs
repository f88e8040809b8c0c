//! The reference page lists exactly the columns that the code has.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop at that place")]

use skillc_captures::schema::{Column, ColumnType};
use skillc_captures::{FormatVersion, Table};

const PAGE: &str = include_str!("../FORMAT.md");

fn word(column_type: ColumnType) -> &'static str {
    match column_type {
        ColumnType::Text => "text",
        ColumnType::Bytes => "bytes",
        ColumnType::Count => "count",
        ColumnType::Integer => "integer",
        ColumnType::Duration => "duration",
        ColumnType::Real => "real",
        ColumnType::Truth => "truth",
        ColumnType::Moment => "moment",
        ColumnType::Target => "structure",
        ColumnType::PixelRects => "list",
    }
}

fn row(column: &Column) -> [String; 3] {
    let null = if column.nullable { "null" } else { "" };
    [
        format!("`{}`", column.name),
        word(column.column_type).to_owned(),
        null.to_owned(),
    ]
}

/// The first three cells of the rows of a section's table.
fn rows_on_page(table: Table) -> Vec<[String; 3]> {
    let (_, section) = PAGE.split_once(&format!("\n## {}\n", table.name())).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|line| {
        let cells: Vec<_> = line.split('|').map(|cell| cell.trim().to_owned()).collect();
        [cells[1].clone(), cells[2].clone(), cells[3].clone()]
    })
    .collect()
}

#[test]
fn the_page_lists_the_columns_of_every_table() {
    for table in Table::ALL {
        let expected: Vec<_> = table.columns().iter().map(row).collect();
        assert_eq!(rows_on_page(table), expected, "{}", table.name());
    }
}

#[test]
fn the_page_is_about_the_current_version() {
    let version = FormatVersion::CURRENT;
    assert!(PAGE.starts_with(&format!("# The capture format, version {version}\n")));
    assert!(PAGE.contains(&format!(r#""version": "{version}""#)));
}
