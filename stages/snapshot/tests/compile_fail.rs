//! States that contradict themselves don't compile.

#[test]
fn contradictions_do_not_compile() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/compile_fail/control.rs");
    cases.compile_fail("tests/compile_fail/[!c]*.rs");
}
