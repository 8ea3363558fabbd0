// The page: puts its parts together and passes on what happens in one of them.

const KEYS = [
  [["\u2190", "\u2192", "\u2191", "\u2193"], "the next tile in that direction"],
  [["Home", "End"], "the first and the last tile"],
  [["Enter"], "keep the tile under the pointer, or let it go"],
  [["Esc"], "let go, close, clear"],
  [["+", "\u2212"], "zoom; also Ctrl and the wheel, or a double click"],
  [["0"], "show all"],
  [["Shift \u2190"], "move the picture; also by dragging, or the wheel"],
  [["/"], "find a tile by its name"],
  [["c"], "the next conflict"],
  [["s"], "another scale"],
  [["f"], "the next function"],
  [["t"], "light, dark, or as the system has it"],
  [["?"], "these keys"],
];
const THEMES = ["auto", "light", "dark"];
const THEME_NAMES = { auto: "Auto", light: "Light", dark: "Dark" };

class App {
  constructor(data) {
    const get = id => document.getElementById(id);
    this.data = data;
    this.isComparison = data.plans.length > 1;
    this.palette = new Palette();
    this.parts = Object.fromEntries(["title", "target", "function", "scale", "search", "results", "theme", "announce",
      "keys", "legend", "maps", "next-conflict"].map(id => [id, get(id)]));
    this.details = new Details(this, get("details"));
    this.source = new Source(this, get("source"));
    this.views = data.plans.map((plan, i) => new MapView(this, plan, i));
    this.parts.maps.append(...this.views.map(view => view.root));
    this.parts.maps.classList.toggle("two", this.isComparison);
    this.parts.title.textContent = this.parts.title.title = data.title;
    const targets = [...new Set(data.plans.map(plan => plan.target || "no target"))];
    this.parts.target.textContent = targets.join(", ");
    this.theme = "auto";
    this.fillKeys();
    this.fillFunctions();
    this.listen();
    this.active = this.views[0];
    this.showFunction(0);
  }

  // Functions of either plan, by name.
  fillFunctions() {
    this.names = [...new Set(this.data.plans.flatMap(plan => plan.functions.map(f => f.name)))];
    this.parts.function.replaceChildren(...this.names.map((name, i) => element("option", { value: String(i) }, name)));
    document.getElementById("function-field").hidden = this.names.length < 2;
  }

  showFunction(number) {
    this.number = number;
    this.parts.function.value = String(number);
    for (const view of this.views)
      view.show(view.plan.functions.findIndex(f => f.name === this.names[number]));
    this.conflictNumber = -1;
    const count = this.views.reduce((sum, view) => sum + view.model.conflicts.length, 0);
    this.parts["next-conflict"].hidden = !count;
    this.parts["next-conflict"].textContent = count === 1 ? "1 conflict" : `${count} conflicts`;
    this.fillLegend();
    this.source.show(this.active);
    this.details.show(this.active, null);
  }

  fillLegend() {
    const tiles = this.views.flatMap(view => view.model.tiles), columns = this.views.flatMap(view => view.model.columns);
    const used = new Set(tiles.map(tile => tile.pipe));
    const entries = Object.entries(PIPES).filter(([pipe]) => used.has(pipe));
    if (used.has("carried")) entries.push(["carried", "handed on by a loop or branch"]);
    if (used.has("other")) entries.push(["other", "by no pipe"]);
    if (tiles.some(tile => tile.isView)) entries.push(["view", "view"]);
    if (columns.some(column => column.buffers.some(b => b.pinned))) entries.push(["pinned", "pinned"]);
    if (columns.some(column => column.reserved.length)) entries.push(["reserved", "reserved"]);
    if (tiles.some(tile => tile.conflicts.length)) entries.push(["conflict", "conflict"]);
    entries.push(["peak", "peak"], ["bound", "lower bound"], ["moment", "when most is needed"]);
    if (columns.some(column => column.capacity)) entries.push(["capacity", "capacity"]);
    this.parts.legend.replaceChildren(...entries.map(([name, text]) =>
      element("span", {}, element("i", { className: name, "aria-hidden": "true" }), text)));
  }

  // What happens in a part.

  activate(view) {
    if (this.active === view) return;
    this.active = view;
    this.source.show(view);
    this.details.show(view, view.focus.pinned);
  }

  hover(view, tile, row, options = {}) {
    view.hover(tile, row);
    for (const other of this.views)
      if (other !== view) other.hover(tile ? other.model.byKey.get(tile.key) || null : null, null);
    if (view !== this.active && tile) this.activate(view);
    if (view !== this.active) return;
    const shown = tile || view.focus.pinned;
    if (!view.focus.pinned) this.details.show(view, tile);
    this.source.mark(shown);
    if (!options.fromSource) {
      this.source.markRow(row);
      if (tile && !view.focus.pinned) this.source.reveal(view.model.lineOf(tile.def, this.source.shown));
    }
  }

  pin(view, tile, options = {}) {
    this.activate(view);
    view.pin(tile, options);
    for (const other of this.views) {
      const same = tile && other.model.byKey.get(tile.key);
      if (other !== view) other.pin(same || null, options);
    }
    this.details.show(view, tile);
    this.source.mark(tile);
    if (!tile) return;
    if (!options.stay) this.source.reveal(view.model.lineOf(tile.def, this.source.shown));
    const conflict = tile.conflicts.length ? `, ${tile.conflicts.length} conflicts` : "";
    const life = tile.json.live.map(([first, last]) => `${first} to ${last}`).join(", ");
    this.say(`${tile.name}, ${tile.column.space}, ${placeOf(tile)}, ${formatBytes(tile.end - tile.begin)}, ` +
      (life ? `needed in ops ${life}` : "never needed") + conflict);
  }

  refresh() { this.details.show(this.active, this.active.focus.pinned); }

  say(text) { this.parts.announce.textContent = text; }

  nextConflict() {
    const all = this.views.flatMap(view => view.model.conflicts.map(conflict => [view, conflict]));
    if (!all.length) return;
    this.conflictNumber = (this.conflictNumber + 1) % all.length;
    const [view, conflict] = all[this.conflictNumber];
    if (conflict.tiles.length) this.pin(view, conflict.tiles[0], { reveal: true });
    else { this.activate(view); this.details.show(view, null); }
    if (conflict.line && !this.source.root.hidden) this.source.reveal(conflict.line);
    this.say(conflict.text);
  }

  setScale(mode) {
    this.parts.scale.value = mode;
    for (const view of this.views) {
      view.layout.mode = mode;
      view.fit();
    }
  }

  setTheme(theme) {
    this.theme = theme;
    const root = document.documentElement;
    if (theme === "auto") delete root.dataset.theme; else root.dataset.theme = theme;
    this.parts.theme.textContent = THEME_NAMES[theme];
    this.parts.theme.setAttribute("aria-label", `Colours: ${THEME_NAMES[theme]}`);
    this.palette = new Palette();
    for (const view of this.views) if (view.layout) view.redraw();
  }

  // Search.

  find(text) {
    const wanted = text.trim().toLowerCase(), { results, search } = this.parts, view = this.active;
    const found = wanted ? view.model.inOrder.filter(tile => tile.name.toLowerCase().includes(wanted)) : [];
    this.found = found;
    this.choice = 0;
    view.focus.found = wanted ? new Set(found) : null;
    view.redraw();
    results.hidden = !wanted;
    search.setAttribute("aria-expanded", String(!!wanted));
    const items = found.slice(0, 50).map((tile, i) => element("li", {
      role: "option", id: `result-${i}`, onclick: () => { this.choice = i; this.take(); },
    }, `${tile.name}  \u2014  ${tile.column.space} ${placeOf(tile)}`));
    if (wanted && !found.length) items.push(element("li", { className: "none" }, "no tile has such a name"));
    if (found.length > 50) items.push(element("li", { className: "none" }, `and ${found.length - 50} more`));
    results.replaceChildren(...items);
    this.mark();
  }

  mark() {
    const items = this.parts.results.querySelectorAll("[role=option]");
    items.forEach((item, i) => item.setAttribute("aria-selected", String(i === this.choice)));
    if (items[this.choice]) {
      this.parts.search.setAttribute("aria-activedescendant", items[this.choice].id);
      items[this.choice].scrollIntoView({ block: "nearest" });
    }
  }

  take() {
    const tile = this.found && this.found[this.choice];
    if (!tile) return;
    const view = this.active;
    this.endSearch();
    this.pin(view, tile, { reveal: true });
    view.canvas.focus();
  }

  endSearch() {
    this.parts.search.value = "";
    this.find("");
    this.parts.search.removeAttribute("aria-activedescendant");
  }

  searchKey(event) {
    const last = Math.min(this.found ? this.found.length : 0, 50) - 1;
    if (event.key === "Enter") this.take();
    else if (event.key === "ArrowDown") this.choice = Math.min(this.choice + 1, Math.max(last, 0));
    else if (event.key === "ArrowUp") this.choice = Math.max(this.choice - 1, 0);
    else if (event.key === "Escape") { this.endSearch(); this.active.canvas.focus(); }
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.mark();
  }

  // Keys.

  fillKeys() {
    document.getElementById("keys-table").replaceChildren(...KEYS.map(([keys, text]) => element("tr", {},
      element("td", {}, ...keys.flatMap(key => [element("kbd", {}, key), " "])), element("td", {}, text))));
  }

  showKeys() { if (!this.parts.keys.open) this.parts.keys.showModal(); }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.parts.keys.open) return;
    const isField = event.target.matches("input, select, textarea");
    if (isField && event.key !== "Escape") return;
    const view = this.active;
    const actions = {
      "+": () => view.zoom(1.5), "=": () => view.zoom(1.5), "-": () => view.zoom(1 / 1.5), "\u2212": () => view.zoom(1 / 1.5),
      "0": () => view.fit(), "/": () => this.parts.search.focus(), "?": () => this.showKeys(), c: () => this.nextConflict(),
      s: () => { const order = ["common", "each", "capacity"]; this.setScale(order[(order.indexOf(this.parts.scale.value) + 1) % 3]); },
      f: () => this.showFunction((this.number + 1) % this.names.length),
      t: () => this.setTheme(THEMES[(THEMES.indexOf(this.theme) + 1) % 3]),
      Escape: () => { this.endSearch(); this.pin(view, null); },
    };
    if (actions[event.key]) actions[event.key]();
    else if (event.target.closest(".side") || event.target.matches("button") || !view.key(event)) return;
    event.preventDefault();
  }

  listen() {
    const parts = this.parts, on = (id, what, action) => document.getElementById(id).addEventListener(what, action);
    on("function", "change", () => this.showFunction(Number(parts.function.value)));
    on("scale", "change", () => this.setScale(parts.scale.value));
    on("zoom-in", "click", () => this.active.zoom(1.5));
    on("zoom-out", "click", () => this.active.zoom(1 / 1.5));
    on("zoom-fit", "click", () => this.views.forEach(view => view.fit()));
    on("next-conflict", "click", () => this.nextConflict());
    on("theme", "click", () => this.setTheme(THEMES[(THEMES.indexOf(this.theme) + 1) % 3]));
    on("help", "click", () => this.showKeys());
    on("search", "input", () => this.find(parts.search.value));
    on("search", "keydown", event => this.searchKey(event));
    on("search", "blur", () => setTimeout(() => { parts.results.hidden = true; }, 200));
    document.addEventListener("keydown", event => this.key(event));
    this.setTheme("auto");
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.setTheme(this.theme));
    const observer = new ResizeObserver(() => { for (const view of this.views) if (view.layout) view.resize(); });
    for (const view of this.views) observer.observe(view.frame);
  }
}

// For tests, and for the curious.
window.memoryMap = new App(JSON.parse(document.getElementById("data").textContent));
