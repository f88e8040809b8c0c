"use strict";
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const items = all("[data-item]");
  const groups = all("[data-group]");
  const filters = all("select[data-filter]");
  const search = document.querySelector("input[data-search]");
  const status = document.getElementById("status");
  const shown = () => items.filter((item) => !item.hidden);
  let here = -1;

  function apply() {
    const wanted = search ? search.value.trim().toLowerCase() : "";
    for (const item of items) {
      const chosen = filters.every((filter) => !filter.value || item.dataset[filter.dataset.filter] === filter.value);
      item.hidden = !(chosen && (!wanted || item.textContent.toLowerCase().includes(wanted)));
    }
    for (const group of groups) group.hidden = !all("[data-item]", group).some((item) => !item.hidden);
    const count = shown().length;
    const text = `${count} of ${items.length} shown`;
    status.textContent = text;
    const visible = document.getElementById("count");
    if (visible) visible.textContent = text;
    remember();
  }

  // Filters stand in the address, after the item, so that a link shows what was seen.
  function remember() {
    const parts = filters.filter((filter) => filter.value).map((filter) => `${filter.dataset.filter}=${encodeURIComponent(filter.value)}`);
    const item = here >= 0 && items[here] && !items[here].hidden ? items[here].id : "";
    const hash = parts.length ? `${item}?${parts.join("&")}` : item;
    history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
  }

  function mark(item) {
    for (const other of items) other.classList.toggle("here", other === item);
    here = items.indexOf(item);
  }

  function go(step) {
    const list = shown();
    if (!list.length) return;
    const at = list.indexOf(items[here]);
    const next = at < 0 ? list[step > 0 ? 0 : list.length - 1] : list[Math.min(Math.max(at + step, 0), list.length - 1)];
    mark(next);
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
    remember();
  }

  function clear() {
    for (const filter of filters) filter.value = "";
    if (search) search.value = "";
    apply();
  }

  function theme() {
    const dark = getComputedStyle(document.documentElement).colorScheme === "dark" ||
      (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
    document.documentElement.dataset.theme = dark ? "light" : "dark";
  }

  function open() {
    const [raw, query] = location.hash.slice(1).split("?");
    let id = raw;
    try { id = decodeURIComponent(raw); } catch { /* an address that is no text names nothing */ }
    for (const [name, value] of new URLSearchParams(query || "")) {
      const filter = filters.find((one) => one.dataset.filter === name);
      if (filter && [...filter.options].some((option) => option.value === value)) filter.value = value;
    }
    const item = id && document.getElementById(id);
    if (item && item.matches("[data-item]")) {
      item.hidden = false;
      mark(item);
      for (const details of all("details", item)) details.open = true;
      item.scrollIntoView({ block: "start" });
    }
    apply();
  }

  for (const item of items) {
    item.tabIndex = -1;
    item.addEventListener("focusin", () => mark(item));
  }
  for (const filter of filters) filter.addEventListener("change", apply);
  if (search) search.addEventListener("input", apply);
  for (const compare of all(".compare")) {
    const range = compare.querySelector("input[type=range]");
    if (range) range.addEventListener("input", () => compare.style.setProperty("--split", `${range.value}%`));
  }
  const help = document.getElementById("help");
  document.getElementById("theme").addEventListener("click", theme);
  document.getElementById("keys").addEventListener("click", () => help.showModal());
  const clearing = document.getElementById("clear");
  if (clearing) clearing.addEventListener("click", clear);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    const typing = event.target.matches("input:not([type=range]), select, textarea");
    if (typing) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const keys = { j: () => go(1), k: () => go(-1), t: theme, x: clear, "?": () => help.showModal(), "/": () => search && search.focus() };
    if (event.key === "Enter" && here >= 0 && event.target === items[here]) {
      for (const details of all("details", items[here])) details.open = !details.open;
    } else if (keys[event.key]) {
      event.preventDefault();
      keys[event.key]();
    }
  });
  addEventListener("hashchange", open);
  open();
})();
