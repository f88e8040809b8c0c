#![allow(clippy::print_stdout)]
//! Draws every screen and modal of an APP.md: `cargo run --example look -- APP.md FOLDER [dark] [icons]`.
//! For whoever changes how scenes are drawn: look at them.

use skillc_app_description::parse;
use skillc_simulator::{Simulator, SimulatorOptions, TabStyle, Theme};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, file, folder, flags @ ..] = arguments.as_slice() else {
        return Err("usage: look APP.md FOLDER [dark] [icons]".into());
    };
    let parsed = parse(&std::fs::read_to_string(file)?);
    let layout = parsed.description().and_then(|description| description.tab_layout);
    let spec = parsed.simulator.ok_or("no Simulator sections")?;
    let has = |flag: &str| flags.iter().any(|given| given == flag);
    let options = SimulatorOptions {
        theme: if has("dark") { Theme::Dark } else { Theme::Light },
        tab_style: if has("icons") {
            TabStyle::IconOnly
        } else {
            TabStyle::Labelled
        },
        ..SimulatorOptions::default()
    };
    std::fs::create_dir_all(folder)?;
    let mut shown = 0;
    let mut show = |spec: skillc_app_description::SimulatorSpec| -> Result<(), Box<dyn std::error::Error>> {
        let mut simulator = Simulator::new(spec, layout, options)?;
        let start = std::time::Instant::now();
        let sight = simulator.look()?;
        println!("{shown} {} bytes {:?}", sight.picture.len(), start.elapsed());
        std::fs::write(format!("{folder}/{shown:02}.png"), &sight.picture)?;
        for detection in &sight.detections {
            println!(
                "   {:?} {:?} {:?} {:?}",
                detection.kind.as_str(),
                detection.text,
                detection.rect,
                detection.tap
            );
        }
        shown += 1;
        Ok(())
    };
    for scene in spec.screens.iter().take(40) {
        let mut one = spec.clone();
        one.root.clone_from(&scene.id);
        one.obstacles.clear();
        show(one)?;
    }
    for obstacle in &spec.obstacles {
        let mut one = spec.clone();
        one.obstacles = vec![obstacle.clone()];
        one.obstacles[0].trigger = skillc_app_description::Trigger::OnFirstDescribe;
        show(one)?;
    }
    Ok(())
}
