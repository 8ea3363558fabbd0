// The panel: of a tile, why it is where it is and why it is still there; of a
// function, what its memories hold.

function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role" || name === "for") node.setAttribute(name, value);
    else node[name] = value;
  }
  node.append(...children.filter(child => child !== null && child !== undefined && child !== false));
  return node;
}

class Details {
  constructor(app, root) {
    this.app = app;
    this.root = root;
  }

  show(view, tile) {
    this.view = view;
    this.root.replaceChildren(...(tile ? this.tile(tile) : this.overview(view.model)));
    this.root.scrollTop = 0;
  }

  // Parts.

  link(text, action) { return element("button", { type: "button", className: "link", onclick: action }, text); }

  tileLink(tile, more = "") {
    return element("li", {}, this.link(tile.name, () => this.app.pin(this.view, tile, { reveal: true })), more);
  }

  opLink(number) {
    const model = this.view.model, op = model.ops[number];
    if (!op) return `op ${number}`;
    const line = model.lineOf(number, this.app.source.shown);
    const text = line ? `${op.op}, line ${line}` : `${op.op}, op ${number}`;
    return this.link(text, () => { this.app.source.reveal(line); this.app.hover(this.view, null, number); });
  }

  // A tile.

  tile(tile) {
    const parts = [
      element("h2", {}, tile.name, tile.isView && element("span", { className: "pill" }, "view"),
              tile.buffer.pinned && element("span", { className: "pill" }, "pinned")),
      element("p", { className: "type" }, tile.type),
    ];
    for (const conflict of tile.conflicts) parts.push(this.conflict(conflict));
    const ranges = tile.json.live.map(([first, last]) => first === last ? `op ${first}` : `ops ${first} to ${last}`);
    const slots = tile.buffer.slots > 1 ? `, ${tile.buffer.slots} slots` : "";
    parts.push(element("dl", {},
      element("dt", {}, "Memory"), element("dd", {}, tile.column.space),
      element("dt", {}, "Buffer"), element("dd", {}, tile.buffer.name + slots),
      element("dt", {}, "Bytes"), element("dd", {}, this.bytes(tile)),
      element("dt", {}, "Made by"), element("dd", {}, this.opLink(tile.def)),
      element("dt", {}, "Needed"), element("dd", {}, ranges.join(", ") || "never")));
    parts.push(element("h3", {}, `Why in ${tile.column.space}`), ...this.whyHere(tile));
    parts.push(element("h3", {}, "Why it is needed so long"), ...this.whyLive(tile));
    this.list(parts, "Same bytes, same contents", this.view.model.sameAs(tile), other =>
      this.tileLink(other, other.isView ? " (view)" : other.json.origin === "carried" ? " (handed on)" : ""));
    this.list(parts, "Shares its bytes with", this.view.model.sharersOf(tile), other => this.tileLink(other, this.when(tile, other)));
    return parts;
  }

  list(parts, title, tiles, make) {
    const most = 40;
    if (!tiles.length) return;
    parts.push(element("h3", {}, `${title} (${tiles.length})`), element("ul", {}, ...tiles.slice(0, most).map(make),
      tiles.length > most && element("li", {}, `and ${tiles.length - most} more`)));
  }

  when(tile, other) {
    if (!tile.points.length || !other.points.length) return "";
    if (commonSpan(tile.points, other.points)) return ", at the same time";
    return other.points[0][0] < tile.points[0][0] ? ", before" : ", after";
  }

  bytes(tile) {
    const size = formatBytes(tile.end - tile.begin);
    if (!tile.buffer.isPlaced) return `${size}, not placed`;
    if (!tile.isFixed) return `${size} somewhere in ${tile.buffer.begin} to ${tile.buffer.end}: ${tile.json.offset_expr || "not known"}`;
    return `${tile.begin} to ${tile.end} (${hex(tile.begin)}), ${size}`;
  }

  whyHere(tile) {
    const json = tile.json, space = tile.column.space;
    const rules = {
      fixed: `${tile.op} always leaves its result in ${space}.`,
      requested: `Its op says so (to ${space}).`,
      operand: `It is where ${json.of || "the operand"} is.`,
      declared: "Its type says so.",
      carried: "It is where that is which the loop or branch hands on.",
    };
    const parts = [element("p", {}, rules[json.space_rule] || "The map does not say.")];
    const consumers = json.consumers || [], most = 12;
    for (const consumer of consumers.slice(0, most))
      parts.push(element("p", {}, this.opLink(consumer.op), ` takes ${consumer.spaces.join(" or ")}.`));
    if (consumers.length > most) parts.push(element("p", {}, `And ${consumers.length - most} more.`));
    if (json.consumers && !consumers.length) parts.push(element("p", {}, "Nobody who takes it asks for a memory."));
    return parts;
  }

  whyLive(tile) {
    const { readers, until } = tile.json, model = this.view.model;
    if (!readers) return [element("p", {}, "The map does not say.")];
    const parts = [];
    if (until) {
      const text = [this.opLink(until.op), until.handed_on ? " hands it on last" : " is the last that needs it"];
      if (until.loop !== undefined)
        text.push(", in each turn of the loop of ", this.opLink(until.loop), ": needed up to that loop's end");
      parts.push(element("p", {}, ...text, "."));
    } else if (tile.isView || tile.json.origin === "carried") {
      parts.push(element("p", {}, "Its bytes are needed as long as somebody needs what it shows."));
    } else if (!readers.length) {
      parts.push(element("p", {}, "Nobody reads it: needed only while it is written."));
    }
    const names = readers.slice(0, 20).map(reader => element("li", {}, this.opLink(reader.op),
      reader.through ? ` through ${reader.through}` : "", reader.keeps === false ? " (only the room)" : ""));
    if (readers.length > 20) names.push(element("li", {}, `and ${readers.length - 20} more`));
    if (names.length) parts.push(element("p", {}, `Needed by ${readers.length}:`), element("ul", {}, ...names));
    if (tile.points.length > 1) parts.push(element("p", {}, "In between nobody needs its bytes: others may have them."));
    return parts;
  }

  conflict(conflict) {
    const box = element("div", { className: "conflict" }, element("p", {}, conflict.text));
    for (const note of conflict.notes) box.append(element("p", {}, note));
    for (const tile of conflict.tiles)
      box.append(this.link(tile.name, () => this.app.pin(this.view, tile, { reveal: true })), " ");
    return box;
  }

  // A function.

  overview(model) {
    const name = model.function.name || "no function";
    const parts = [element("h2", {}, name, model.function.kind && element("span", { className: "pill" }, model.function.kind))];
    if (this.app.isComparison) parts.push(...this.changes(model));
    if (!model.columns.length) parts.push(element("p", {}, "No tile of it has a buffer."));
    const head = ["Memory", "Peak", "Bound", "Capacity", ""].map((text, i) => element("th", { className: i && i < 4 ? "number" : "" }, text));
    const rows = model.columns.map(column => element("tr", {},
      element("td", {}, column.space),
      element("td", { className: "number" }, column.peak === null ? "-" : String(column.peak)),
      element("td", { className: "number" }, column.bound === null ? "-" : String(column.bound)),
      element("td", { className: "number" }, column.capacity === null ? "-" : String(column.capacity)),
      element("td", { className: column.status === "optimal" ? "fine" : "" }, column.status)));
    if (rows.length) parts.push(element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)));
    const unbound = model.function.unbound;
    if (unbound) parts.push(element("p", {}, `${unbound} tiles have no buffer yet.`));
    if (model.conflicts.length) {
      parts.push(element("h3", {}, `Conflicts (${model.conflicts.length})`));
      for (const conflict of model.conflicts.slice(0, 50)) parts.push(this.conflict(conflict));
    } else if (model.columns.length) {
      const who = this.view.plan.judged ? "--verify-memory-plan proves" : "the ranges of the map say";
      parts.push(element("p", { className: "fine" }, `No conflict: ${who} that every tile keeps its bytes.`));
    }
    for (const column of model.columns) this.atPeak(parts, model, column);
    parts.push(element("p", {}, "Point at a box to see what it is; click to keep it here. ",
      this.link("Keys", () => this.app.showKeys())));
    return parts;
  }

  // What is needed at the moment of the largest load.
  atPeak(parts, model, column) {
    const point = column.boundPoint;
    if (point === null) return;
    const live = column.tiles.filter(tile => !tile.isView && tile.points.some(([b, e]) => b <= point && point < e))
      .sort((a, b) => (b.end - b.begin) - (a.end - a.begin) || a.number - b.number);
    this.list(parts, `Most of ${column.space} is needed at op ${point >> 1}`, live,
      tile => this.tileLink(tile, `, ${formatBytes(tile.end - tile.begin)}`));
  }

  changes(model) {
    const change = (this.app.data.changes || []).find(one => one.name === model.function.name);
    if (!change) return [element("p", {}, "The other plan has no such function.")];
    const shown = value => value === null ? "-" : String(value);
    const rows = change.spaces.map(({ space, before, after }) => {
      const delta = before === null || after === null ? null : after - before;
      return element("tr", {}, element("td", {}, space),
        element("td", { className: "number" }, shown(before)), element("td", { className: "number" }, shown(after)),
        element("td", { className: "number " + (delta > 0 ? "worse" : delta < 0 ? "better" : "") },
                delta === null ? "" : delta > 0 ? "+" + delta : String(delta)));
    });
    const head = ["Peak", "before", "after", "change"].map((text, i) => element("th", { className: i ? "number" : "" }, text));
    const parts = [element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)),
                   element("p", {}, `${change.tiles.length} tiles are elsewhere, ${change.unchanged} where they were.`)];
    const place = at => at ? `${at.space} ${at.addr === null ? "" : at.addr}`.trim() : "not there";
    const moved = change.tiles.slice(0, 200).map(({ name, before, after }) => {
      const [view, at] = after ? [this.app.views[1], after] : [this.app.views[0], before];
      const tile = view.model.find(name, at.def);
      const text = `: ${place(before)} \u2192 ${place(after)}`;
      return element("li", {}, tile ? this.link(name, () => this.app.pin(view, tile, { reveal: true })) : name, text);
    });
    if (change.tiles.length > 200) moved.push(element("li", {}, `and ${change.tiles.length - 200} more`));
    if (moved.length) parts.push(element("h3", {}, "What moved"), element("ul", {}, ...moved));
    return parts;
  }
}
