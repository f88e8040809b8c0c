//! The running app: which screen, which modal, what a touch does.

use std::collections::BTreeMap;
use std::sync::Arc;

use resvg::usvg;
use skillc_app_description::{Element, Scene, SimulatorObstacle, SimulatorSpec, TabLayout, Trigger};
use skillc_records::{Detection, PixelSize, Scale, Timestamp, WindowPoint, WindowRect, WindowSize};

use crate::clock::Clock;
use crate::draw::{self, Drawing, Overlay, View};
use crate::frame::Frame;
use crate::layout::{Layout, Placed};
use crate::options::SimulatorOptions;
use crate::picture::{self, PictureError};
use crate::sight::{Sight, detections};
use crate::type_setting::{Typesetter, svg_options};

/// Why an app can't be simulated.
#[derive(Debug, thiserror::Error)]
pub enum SimulatorError {
    /// There is a `## Simulator` section and no screen.
    #[error("{app:?} has no `## Simulator Screen <id>` section: declare at least one screen")]
    NoScreens {
        /// The app.
        app: String,
    },
    /// The first screen doesn't exist.
    #[error("{app:?} starts at screen {root:?}, which is not declared: make `root` one of {known}")]
    NoRoot {
        /// The app.
        app: String,
        /// What `root` says.
        root: String,
        /// The ids that are declared, quoted, the first few of them.
        known: String,
    },
    /// A picture couldn't be made.
    #[error(transparent)]
    Picture(#[from] PictureError),
}

/// What a touch did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Touched {
    /// Nothing is there, or nothing that answers.
    Nothing,
    /// A button of a modal: the modal is gone.
    Modal {
        /// The modal's id.
        id: String,
        /// The button's text.
        button: String,
    },
    /// Another screen came, or the same one anew.
    Screen {
        /// Its id.
        id: String,
    },
    /// The way leads to a screen that isn't declared, so nothing happened.
    Dangling {
        /// The id that names no screen.
        id: String,
    },
    /// A text field has the keyboard now.
    Field {
        /// Its id.
        id: String,
    },
    /// A slider was moved.
    Slider {
        /// Its id.
        id: String,
    },
}

/// A modal comes up at most once until the app is started anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ModalState {
    Waiting,
    Shown,
}

/// How long things take on the simulated device, in milliseconds.
mod takes {
    pub(super) const LAUNCH: u32 = 1800;
    pub(super) const TAP: u32 = 420;
    pub(super) const SWIPE: u32 = 520;
    pub(super) const KEY: u32 = 60;
    pub(super) const LOOK: u32 = 160;
}

/// A text field doesn't take more than this.
const MOST_TYPED: usize = 2000;

/// Pictures kept for the next look at the same thing.
const PICTURES_KEPT: usize = 64;

/// An app that runs in the simulator.
pub struct Simulator {
    spec: SimulatorSpec,
    tab_layout: Option<TabLayout>,
    options: SimulatorOptions,
    window: WindowSize,
    clock: Clock,
    typesetter: Typesetter,
    root: usize,
    screen: usize,
    frame: Frame,
    layout: Layout,
    scroll: f64,
    navigating_taps: u64,
    modals: Vec<ModalState>,
    modal: Option<usize>,
    typed: BTreeMap<String, String>,
    focus: Option<String>,
    slid: BTreeMap<String, f64>,
    pictures: BTreeMap<[u8; 32], Arc<[u8]>>,
}

impl Simulator {
    /// Starts the app of `spec` at its root.
    ///
    /// # Errors
    /// When no screen is declared, or `root` names none that is.
    pub fn new(
        spec: SimulatorSpec,
        tab_layout: Option<TabLayout>,
        options: SimulatorOptions,
    ) -> Result<Self, SimulatorError> {
        if spec.screens.is_empty() {
            return Err(SimulatorError::NoScreens { app: spec.app_name });
        }
        let Some(root) = place_of(&spec, &spec.root) else {
            let known: Vec<String> = spec
                .screens
                .iter()
                .take(8)
                .map(|scene| format!("{:?}", scene.id))
                .collect();
            return Err(SimulatorError::NoRoot {
                app: spec.app_name,
                root: spec.root,
                known: known.join(", "),
            });
        };
        let window = options.window(tab_layout);
        let modals = vec![ModalState::Waiting; spec.obstacles.len()];
        let mut typesetter = Typesetter::default();
        let scene = &spec.screens[root];
        let frame = Frame::of(scene, tab_layout, window);
        let layout = Layout::of(scene, &frame, &mut typesetter);
        Ok(Self {
            spec,
            tab_layout,
            options,
            window,
            clock: Clock::new(options.seed),
            typesetter,
            root,
            screen: root,
            frame,
            layout,
            scroll: 0.0,
            navigating_taps: 0,
            modals,
            modal: None,
            typed: BTreeMap::new(),
            focus: None,
            slid: BTreeMap::new(),
            pictures: BTreeMap::new(),
        })
    }

    /// The window in points.
    pub fn window(&self) -> WindowSize {
        self.window
    }

    /// What the app's clock shows.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// How the scenes are shown.
    pub fn options(&self) -> SimulatorOptions {
        self.options
    }

    /// The scenes.
    pub fn spec(&self) -> &SimulatorSpec {
        &self.spec
    }

    /// The screen that is shown, below a modal or not.
    pub fn screen(&self) -> &Scene {
        &self.spec.screens[self.screen]
    }

    /// The modal that is up.
    pub fn modal(&self) -> Option<&SimulatorObstacle> {
        self.modal.map(|modal| &self.spec.obstacles[modal])
    }

    /// How far the content is scrolled, in points, and the part of the window in which it is seen.
    pub fn scroll(&self) -> (f64, WindowRect) {
        (self.scroll, self.frame.viewport)
    }

    /// Lets time pass.
    pub fn wait(&mut self, milliseconds: u32) {
        self.clock.pass(milliseconds);
    }

    /// Ends the app and starts it anew: back at the root, nothing typed, every modal to come again.
    pub fn cold_launch(&mut self) {
        self.clock.pass(takes::LAUNCH);
        self.navigating_taps = 0;
        self.modals.fill(ModalState::Waiting);
        self.modal = None;
        self.typed.clear();
        self.slid.clear();
        self.show(self.root);
    }

    /// Brings the app, which runs already, to the front: nothing changes.
    pub fn launch(&mut self) {
        self.clock.pass(takes::LAUNCH);
    }

    /// Looks at the window. Modals that come `on_first_describe` come up now, one after the other.
    ///
    /// # Errors
    /// When the picture couldn't be made.
    pub fn look(&mut self) -> Result<Sight, SimulatorError> {
        self.look_with(Overlay::None)
    }

    /// The same with a grid of 25 points drawn over the picture, as the live explorer's `describe_screen` shows it.
    ///
    /// # Errors
    /// When the picture couldn't be made.
    pub fn look_through_grid(&mut self) -> Result<Sight, SimulatorError> {
        self.look_with(Overlay::Grid)
    }

    /// What is on the window, as a look would detect it, without the picture: for whoever only reads. It takes as long as a look by
    /// the simulated clock, and raises the same modals.
    pub fn read(&mut self) -> Vec<Detection> {
        let things = self.draw(Overlay::None).things;
        self.clock.pass(takes::LOOK);
        detections(&things, self.window)
    }

    fn look_with(&mut self, overlay: Overlay) -> Result<Sight, SimulatorError> {
        let drawing = self.draw(overlay);
        let captured_at = self.clock.now();
        let picture = self.picture(&drawing.svg)?;
        self.clock.pass(takes::LOOK);
        let scale = Scale::new(f64::from(picture::SCALE)).ok_or(PictureError::Size { width: 0, height: 0 })?;
        let size = PixelSize {
            width: (self.window.width * scale.pixels_per_point()) as u32,
            height: (self.window.height * scale.pixels_per_point()) as u32,
        };
        let truth = (drawing.things, drawing.uncovered);
        Ok(Sight::new(picture, size, scale, self.window, captured_at, truth))
    }

    /// The window as it is when someone looks, which may raise a modal.
    fn draw(&mut self, overlay: Overlay) -> Drawing {
        if self.modal.is_none() {
            self.raise(|trigger| trigger == Trigger::OnFirstDescribe);
        }
        let view = View {
            app: &self.spec.app_name,
            scene: &self.spec.screens[self.screen],
            frame: &self.frame,
            layout: &self.layout,
            scroll: self.scroll,
            typed: &self.typed,
            focus: self.focus.as_deref(),
            slid: &self.slid,
            modal: self.modal.map(|modal| &self.spec.obstacles[modal]),
            time: self.clock.time_of_day(),
            options: self.options,
            overlay,
        };
        draw::draw(&view, &mut self.typesetter)
    }

    /// A short touch at `at`.
    ///
    /// A modal takes every touch, and only its buttons answer. Then: tab bar, way back, rows, buttons (16 points around them
    /// too), text fields, sliders.
    pub fn tap(&mut self, at: WindowPoint) -> Touched {
        self.clock.pass(takes::TAP);
        if let Some(modal) = self.modal {
            return self.tap_modal(modal, at);
        }
        self.focus = None;
        if let Some(tab) = self.frame.bar.and_then(|bar| bar.tab_at(at)) {
            let tabs = self
                .screen()
                .elements
                .iter()
                .filter(|element| matches!(element, Element::Tab { .. }));
            let to = tabs
                .skip(tab)
                .find_map(|element| element.destination().map(ToOwned::to_owned));
            return to.map_or(Touched::Nothing, |to| self.navigate(&to));
        }
        if let Some(back) = self.screen().back.clone()
            && self.frame.back_zone().contains(at)
        {
            return self.navigate(&back);
        }
        let Some((placed, rect)) = self.touched(at) else {
            return Touched::Nothing;
        };
        match self.screen().elements.get(placed.element) {
            Some(Element::Row { text, .. } | Element::Button { text, .. }) => {
                let to = self.destination(text).map(ToOwned::to_owned);
                to.map_or(Touched::Nothing, |to| self.navigate(&to))
            }
            Some(Element::TextField { id, .. }) => {
                let id = id.clone();
                self.focus = Some(id.clone());
                Touched::Field { id }
            }
            Some(Element::Slider { id, .. }) => {
                let id = id.clone();
                let fraction = ((at.x - rect.x) / rect.width).clamp(0.0, 1.0);
                self.slid.insert(id.clone(), fraction);
                Touched::Slider { id }
            }
            _ => Touched::Nothing,
        }
    }

    /// A stroke from `from` to `to`: moves a slider that it begins on, else scrolls the content with the finger.
    pub fn swipe(&mut self, from: WindowPoint, to: WindowPoint) -> Touched {
        self.clock.pass(takes::SWIPE);
        if self.modal.is_some() {
            return Touched::Nothing;
        }
        if let Some((placed, rect)) = self.touched(from)
            && let Some(Element::Slider { id, .. }) = self.screen().elements.get(placed.element)
        {
            let id = id.clone();
            let fraction = ((to.x - rect.x) / rect.width).clamp(0.0, 1.0);
            self.slid.insert(id.clone(), fraction);
            return Touched::Slider { id };
        }
        let along = from.y - to.y;
        if along.is_finite() {
            self.scroll = (self.scroll + along).clamp(0.0, self.layout.scroll_limit(&self.frame));
        }
        Touched::Nothing
    }

    /// Types into the field that has the keyboard; says whether one has.
    pub fn type_text(&mut self, text: &str) -> bool {
        let Some(id) = self.focus.clone() else { return false };
        let typed = self.typed.entry(id).or_default();
        for c in text.chars().filter(|c| !c.is_control()) {
            if typed.len() < MOST_TYPED {
                typed.push(c);
            }
            self.clock.pass(takes::KEY);
        }
        true
    }

    /// Where the way back is tapped, if the screen has one.
    pub fn back_point(&self) -> Option<WindowPoint> {
        let back = self.screen().back.as_ref().filter(|_| self.modal.is_none());
        back.map(|_| WindowPoint::new(self.frame.content_left() + 20.0, self.frame.back_y))
    }

    fn tap_modal(&mut self, modal: usize, at: WindowPoint) -> Touched {
        let obstacle = &self.spec.obstacles[modal];
        let rects = draw::modal_buttons(obstacle, &self.frame, &mut self.typesetter);
        let button = obstacle.buttons.iter().zip(rects).find(|(_, rect)| rect.contains(at));
        let Some((button, _)) = button else {
            return Touched::Nothing;
        };
        let touched = Touched::Modal {
            id: obstacle.id.clone(),
            button: button.clone(),
        };
        self.modal = None;
        touched
    }

    /// The element in sight under `at`, in the order in which kinds are asked.
    fn touched(&self, at: WindowPoint) -> Option<(Placed, WindowRect)> {
        const BUTTON_SLACK: f64 = 16.0;
        if !self.frame.viewport.contains(at) {
            return None;
        }
        let order = ["row", "button", "textfield", "slider"];
        let mut found: Option<(usize, (Placed, WindowRect))> = None;
        for (placed, rect) in self.layout.in_sight(&self.frame, self.scroll) {
            let Some(element) = self.screen().elements.get(placed.element) else {
                continue;
            };
            let Some(rank) = order.iter().position(|kind| *kind == element.kind()) else {
                continue;
            };
            let slack = if element.kind() == "button" { BUTTON_SLACK } else { 0.0 };
            let better = found.is_none_or(|(best, _)| rank < best);
            // An exact hit on a button wins over the slack of its neighbour.
            if better && rect.contains(at) {
                found = Some((rank, (placed, rect)));
            } else if found.is_none() && rect.inflated(slack).contains(at) {
                found = Some((order.len(), (placed, rect)));
            }
        }
        found.map(|(_, place)| place)
    }

    /// Where the element with this text leads: the first one on the screen that bears it, as upstream looks it up.
    fn destination(&self, text: &str) -> Option<&str> {
        let bearer = self.screen().elements.iter().find(|element| {
            matches!(
                element,
                Element::Row { .. } | Element::Button { .. } | Element::Tab { .. }
            ) && element.text().is_some_and(|other| skillc_text::equals(other, text))
        });
        bearer.and_then(Element::destination)
    }

    /// Goes to the screen `id`. One that isn't declared is ignored, and doesn't count.
    fn navigate(&mut self, id: &str) -> Touched {
        let Some(place) = place_of(&self.spec, id) else {
            return Touched::Dangling { id: id.to_owned() };
        };
        self.show(place);
        self.navigating_taps += 1;
        let taps = self.navigating_taps;
        self.raise(|trigger| matches!(trigger, Trigger::AfterTaps { count } if taps >= count));
        Touched::Screen {
            id: self.screen().id.clone(),
        }
    }

    fn show(&mut self, place: usize) {
        let scene = &self.spec.screens[place];
        if place != self.screen {
            self.frame = Frame::of(scene, self.tab_layout, self.window);
            self.layout = Layout::of(scene, &self.frame, &mut self.typesetter);
        }
        self.screen = place;
        self.scroll = 0.0;
        self.focus = None;
    }

    /// Brings up the first modal that is still to come and whose trigger is met.
    fn raise(&mut self, met: impl Fn(Trigger) -> bool) {
        let waiting = (0..self.modals.len())
            .find(|&modal| self.modals[modal] == ModalState::Waiting && met(self.spec.obstacles[modal].trigger));
        if let Some(modal) = waiting {
            self.modals[modal] = ModalState::Shown;
            self.modal = Some(modal);
        }
    }

    /// The picture of a drawing, drawn only if it isn't one of the last ones.
    fn picture(&mut self, svg: &str) -> Result<Arc<[u8]>, PictureError> {
        let key = *blake3::hash(svg.as_bytes()).as_bytes();
        if let Some(picture) = self.pictures.get(&key) {
            return Ok(Arc::clone(picture));
        }
        let options: usvg::Options<'_> = svg_options();
        let picture: Arc<[u8]> = picture::png(svg, &options)?.into();
        if self.pictures.len() >= PICTURES_KEPT {
            self.pictures.clear();
        }
        self.pictures.insert(key, Arc::clone(&picture));
        Ok(picture)
    }
}

fn place_of(spec: &SimulatorSpec, id: &str) -> Option<usize> {
    spec.screens.iter().position(|scene| skillc_text::equals(&scene.id, id))
}
