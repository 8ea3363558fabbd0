// The text of the program beside its map. Only the lines in view are there as
// elements, so that a long text costs no more than a short one.

const LINE = 18;
const TOKEN = /(\/\/.*$)|("(?:\\.|[^"\\])*")|(%[\w$.#-]+)|(![\w.$]+(?:\.[\w$]+)*|\b(?:tensor|index|[if]\d+|bf16)\b)|(\b(?:pto|scf|arith|func|tensor)\.[\w.]+)/g;
const CLASSES = ["", "comment", "", "name", "type", "op"];

class Source {
  constructor(app, root) {
    this.app = app;
    this.root = root;
    this.shown = 0;
    this.tabs = element("div", { className: "tabs", role: "tablist", "aria-label": "Texts" });
    this.sheet = element("div", { className: "sheet" });
    this.code = element("div", { className: "code", tabIndex: 0, role: "group", "aria-label": "Program text" }, this.sheet);
    root.append(this.tabs, this.code);
    this.code.addEventListener("scroll", () => this.render());
    this.code.addEventListener("mouseover", event => this.point(event, "hover"));
    this.code.addEventListener("mouseleave", () => this.app.hover(this.view, null, null));
    this.code.addEventListener("click", event => this.point(event, "pin"));
    new ResizeObserver(() => this.render()).observe(this.code);
  }

  show(view) {
    this.view = view;
    const texts = view.plan.texts;
    this.root.hidden = !texts.length;
    if (!texts.length) return;
    this.shown = Math.min(this.shown, texts.length - 1);
    this.tabs.replaceChildren(...texts.map((text, i) => element("button", {
      type: "button", role: "tab", "aria-selected": String(i === this.shown),
      onclick: () => { this.shown = i; this.show(this.view); this.app.refresh(); },
    }, text.title)));
    this.lines = texts[this.shown].text.split("\n");
    // Which ops begin on a line.
    this.opsAt = new Map();
    (texts[this.shown].lines[view.model.number] || []).forEach((line, number) => {
      if (line === null) return;
      if (!this.opsAt.has(line)) this.opsAt.set(line, []);
      this.opsAt.get(line).push(number);
    });
    const longest = this.lines.reduce((most, line) => Math.max(most, line.length), 0);
    this.sheet.style.height = this.lines.length * LINE + "px";
    this.sheet.style.width = longest + 10 + "ch";
    this.mark(view.focus.pinned);
    const first = Math.min(...this.opsAt.keys());
    if (Number.isFinite(first)) this.reveal(first);
  }

  // Lines of a tile: where it is made, who reads it, and from where to where it lives.
  mark(tile) {
    this.marks = { def: null, reads: new Set(), bad: new Set(), from: 0, to: -1 };
    if (!this.view || !this.lines) return;
    const model = this.view.model;
    for (const conflict of model.conflicts) if (conflict.line) this.marks.bad.add(conflict.line);
    if (tile) {
      this.marks.def = model.lineOf(tile.def, this.shown);
      for (const reader of tile.json.readers || []) this.marks.reads.add(model.lineOf(reader.op, this.shown));
      if (tile.points.length) {
        this.marks.from = model.lineOf(tile.points[0][0] >> 1, this.shown) || 0;
        this.marks.to = model.lineOf((tile.points.at(-1)[1] - 1) >> 1, this.shown) || -1;
      }
    }
    this.row = null;
    this.render();
  }

  markRow(number) {
    this.row = number === null ? null : this.view.model.lineOf(number, this.shown);
    this.render();
  }

  reveal(line) {
    if (!line || this.root.hidden) return;
    const top = (line - 1) * LINE, height = this.code.clientHeight;
    if (top < this.code.scrollTop + LINE || top > this.code.scrollTop + height - 2 * LINE)
      this.code.scrollTop = Math.max(top - height / 3, 0);
    this.render();
  }

  render() {
    if (!this.lines || this.root.hidden) return;
    const first = Math.max(Math.floor(this.code.scrollTop / LINE) - 4, 0);
    const last = Math.min(first + Math.ceil(this.code.clientHeight / LINE) + 8, this.lines.length);
    const rows = [];
    for (let i = first; i < last; ++i) rows.push(this.makeRow(i + 1));
    this.sheet.replaceChildren(...rows);
  }

  makeRow(line) {
    const marks = this.marks, classes = ["row"];
    if (this.opsAt.has(line)) classes.push("known");
    if (line >= marks.from && line <= marks.to) classes.push("live");
    if (marks.reads.has(line)) classes.push("read");
    if (line === marks.def || line === this.row) classes.push("def");
    if (marks.bad.has(line)) classes.push("bad");
    const row = element("div", { className: classes.join(" ") }, element("span", { className: "no" }, String(line)));
    row.dataset.line = line;
    row.style.top = (line - 1) * LINE + "px";
    this.colour(row, this.lines[line - 1]);
    return row;
  }

  colour(row, text) {
    let end = 0;
    // A text of any length may be on one line; colours are for those that are read.
    for (const match of text.length < 2000 ? text.matchAll(TOKEN) : []) {
      const kind = CLASSES[match.slice(1).findIndex(Boolean) + 1];
      if (!kind) continue;
      if (match.index > end) row.append(text.slice(end, match.index));
      row.append(element("span", { className: "syntax-" + kind }, match[0]));
      end = match.index + match[0].length;
    }
    row.append(text.slice(end));
  }

  point(event, what) {
    const row = event.target.closest(".row");
    if (!row) return;
    const ops = this.opsAt.get(Number(row.dataset.line));
    if (!ops) return;
    const tiles = ops.flatMap(number => this.view.model.byDef.get(number) || []);
    const tile = tiles.find(one => one.boxes.length) || tiles[0] || null;
    if (what === "pin") { if (tile) this.app.pin(this.view, tile, { reveal: true, stay: true }); }
    else this.app.hover(this.view, tile, ops[0], { fromSource: true });
  }
}
