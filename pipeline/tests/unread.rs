//! Detectors that don't know the script of a recording are told of.

mod recorded;

use std::fs;

use recorded::{code, said, skillc};
use tempfile::TempDir;

const BAKERY: &str = "---
app: مخبز النور
---

## Structure

مخبز صغير.

## Simulator

- root: home

## Simulator Screen home

- title: الرئيسية
- element row: خبز بلدي → bread
- element row: كعك → cake
- element text: مفتوح كل يوم

## Simulator Screen bread

- title: خبز
- back: home
- element text: السعر خمسة جنيهات

## Simulator Screen cake

- title: كعك
- back: home
- element text: طازج كل يوم
";

#[test]
fn a_script_that_the_models_do_not_know_is_told_of() {
    let folder = TempDir::new().expect("a folder");
    fs::create_dir_all(folder.path().join("apps/bakery")).expect("folders");
    fs::write(folder.path().join("apps/bakery/APP.md"), BAKERY).expect("written");
    fs::write(folder.path().join("skillc.toml"), "[workspace]\n").expect("written");
    let recorded = skillc(folder.path(), &["record", "--app", "apps/bakery/APP.md", "--quiet"]);
    assert_eq!(code(&recorded), 0, "{}", said(&recorded));

    // The second run finds everything in the cache and says it once more.
    for _ in 0..2 {
        let compiled = skillc(folder.path(), &["compile", "--quiet"]);
        assert_eq!(code(&compiled), 0, "{}", said(&compiled));
        let told = said(&compiled);
        assert!(
            told.contains("recorded texts") && told.contains("detect.source=recorded"),
            "{told}"
        );
    }
    let compiled = skillc(
        folder.path(),
        &["compile", "--quiet", "--set", "detect.source=recorded"],
    );
    assert_eq!(said(&compiled), "");
}
