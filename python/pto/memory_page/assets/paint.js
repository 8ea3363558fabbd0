// Drawing on the canvas. Colours are those of the style sheet.

const FONT = '11px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
const STRONG = "600 " + FONT;

class Palette {
  constructor() {
    const style = getComputedStyle(document.documentElement);
    this.values = {};
    for (const name of ["page", "panel", "ink", "quiet", "line", "body", "band", "grid", "hatch", "accent",
                        "accent-soft", "red", "red-soft", "peak", "bound", "capacity", "share", "edge", "box-ink",
                        "mte2", "mte1", "m", "v", "mte3", "fix", "s", "carried", "other"])
      this.values[name] = style.getPropertyValue("--" + name).trim();
  }
  get(name) { return this.values[name]; }
}

// `text`, cut to `width` pixels; nothing where not even a letter has room.
function fitted(context, text, width) {
  if (width < 8) return "";
  if (context.measureText(text).width <= width) return text;
  let low = 0, high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (context.measureText(text.slice(0, middle) + "\u2026").width <= width) low = middle; else high = middle - 1;
  }
  return low ? text.slice(0, low) + "\u2026" : "";
}

class Painter {
  constructor(context, layout, palette) {
    this.context = context;
    this.layout = layout;
    this.palette = palette;
    this.drawn = 0;
  }

  color(name) { return this.palette.get(name); }

  fill(name, x, y, w, h) {
    this.context.fillStyle = this.color(name);
    this.context.fillRect(x, y, w, h);
  }

  line(name, x1, y1, x2, y2, width = 1, dash = []) {
    const c = this.context;
    c.strokeStyle = this.color(name);
    c.lineWidth = width;
    if (dash.length) c.setLineDash(dash);
    c.beginPath();
    c.moveTo(x1, y1);
    c.lineTo(x2, y2);
    c.stroke();
    if (dash.length) c.setLineDash([]);
  }

  text(text, x, y, name = "ink", font = FONT, align = "left") {
    const c = this.context;
    c.font = font;
    c.fillStyle = this.color(name);
    c.textAlign = align;
    c.textBaseline = "middle";
    c.fillText(text, x, y);
  }

  hatch(name, x, y, w, h, gap = 6, width = 1.5) {
    const c = this.context;
    c.save();
    c.beginPath();
    c.rect(x, y, w, h);
    c.clip();
    c.strokeStyle = this.color(name);
    c.lineWidth = width;
    c.beginPath();
    // Only what can be seen; a zoomed box is far larger than the canvas.
    const left = Math.max(x, 0), right = Math.min(x + w, this.layout.width);
    const top = Math.max(y, 0), bottom = Math.min(y + h, this.layout.height);
    const from = Math.floor((left + top) / gap) * gap, to = right + bottom;
    for (let sum = from; sum < to; sum += gap) {
      c.moveTo(sum - top, top);
      c.lineTo(sum - bottom, bottom);
    }
    c.stroke();
    c.restore();
  }

  // All of it. `focus` says what is hovered and pinned.
  paint(focus) {
    const { context: c, layout } = this;
    this.drawn = 0;
    this.fill("page", 0, 0, layout.width, layout.height);
    c.save();
    c.beginPath();
    c.rect(layout.gutter, HEAD, layout.width - layout.gutter, layout.height - HEAD);
    c.clip();
    for (const column of layout.model.columns) this.paintGround(column);
    this.paintRows(focus);
    for (const column of layout.model.columns) this.paintColumn(column, focus);
    c.restore();
    this.paintGutter(focus);
    this.paintHeads();
  }

  bottom() { return Math.min(this.layout.yOf(2 * this.layout.model.rows), this.layout.height); }

  paintGround(column) {
    const layout = this.layout, x = layout.left(column);
    const top = Math.max(layout.yOf(0), HEAD), height = this.bottom() - top;
    this.fill("body", x, top, column.width, height);
    const step = tickStep(column.extent, column.width, 64);
    for (let byte = step; byte < column.extent && column.width > 90; byte += step) {
      const at = Math.round(layout.xOf(column, byte)) + 0.5;
      if (at > layout.gutter && at < layout.width) this.line("grid", at, top, at, top + height);
    }
    for (const [begin, end] of column.reserved) {
      const left = layout.xOf(column, begin);
      this.hatch("hatch", left, top, layout.xOf(column, end) - left, height);
    }
    for (const buffer of column.buffers) {
      if (!buffer.pinned) continue;
      const left = layout.xOf(column, buffer.begin), width = layout.xOf(column, buffer.end) - left;
      this.fill("band", left, top, width, height);
      this.fill("ink", left, top, Math.min(3, width / 3), height);
    }
    this.context.strokeStyle = this.color("line");
    this.context.strokeRect(Math.round(x) + 0.5, top, Math.round(column.width), height);
  }

  // Bands of loops, and the row under the pointer.
  paintRows(focus) {
    const layout = this.layout;
    for (const loop of layout.model.loops) {
      if (!loop.isLoop) continue;
      const top = layout.yOf(2 * loop.first), bottom = layout.yOf(2 * loop.last + 2);
      if (bottom < HEAD || top > layout.height) continue;
      for (const y of [top, bottom]) this.line("line", layout.gutter, Math.round(y) + 0.5, layout.width, Math.round(y) + 0.5);
    }
    if (focus.row !== null) {
      this.context.globalAlpha = 0.5;
      this.fill("accent-soft", layout.gutter, layout.yOf(2 * focus.row), layout.width, Math.max(layout.yOf(2 * focus.row + 2) - layout.yOf(2 * focus.row), 2));
      this.context.globalAlpha = 1;
    }
  }

  paintColumn(column, focus) {
    const layout = this.layout;
    if (layout.left(column) > layout.width || layout.left(column) + column.width < layout.gutter) return;
    const visible = [];
    for (const box of column.boxes) {
      const rect = layout.rectOf(box);
      if (rect.x > layout.width || rect.x + rect.w < layout.gutter || rect.y > layout.height || rect.y + rect.h < HEAD)
        continue;
      visible.push([box, rect]);
    }
    for (const [box, rect] of visible) if (!box.tile.isView) this.paintBox(box, rect, focus);
    for (const [box, rect] of visible) if (box.tile.isView) this.paintView(box, rect, focus);
    this.paintConflicts(column);
    this.paintMarks(column);
    for (const [box, rect] of visible) this.paintFocus(box, rect, focus);
  }

  paintBox(box, rect, focus) {
    const c = this.context, { x, y, w, h } = rect, tile = box.tile;
    ++this.drawn;
    const isDim = focus.related && !focus.related.has(tile);
    c.globalAlpha = isDim ? 0.4 : 1;
    this.fill(tile.conflicts.length ? "red-soft" : tile.pipe, x, y, w, h);
    if (!tile.isFixed) this.hatch("edge", x, y, w, h, 9, 1);
    if (tile.conflicts.length) this.hatch("red", x, y, w, h, 8, 1.5);
    if (tile.conflicts.length || (w > 3 && h > 3)) {
      c.strokeStyle = this.color(tile.conflicts.length ? "red" : "edge");
      c.lineWidth = tile.conflicts.length ? 2 : 1;
      c.strokeRect(Math.round(x) + 0.5, Math.round(y) + 0.5, Math.round(w) - 1, Math.round(h) - 1);
    }
    if (tile.buffer.pinned && w > 8) this.fill("ink", x, y, 4, h);
    this.paintLabel(tile, rect, tile.conflicts.length ? "ink" : "box-ink");
    c.globalAlpha = 1;
  }

  paintLabel(tile, { x, y, w, h }, ink) {
    // What stands in view of the box.
    const c = this.context, layout = this.layout;
    const left = Math.max(x, layout.gutter), right = Math.min(x + w, layout.width);
    const top = Math.max(y, HEAD), bottom = Math.min(y + h, layout.height);
    const inset = tile.buffer.pinned ? 9 : 5;
    const width = right - left - inset - 3, height = bottom - top - 2;
    if (height < 9 || right - left < 10) return;
    c.font = STRONG;
    if (tile.nameWidth === undefined) tile.nameWidth = c.measureText(tile.name).width;
    const wanted = tile.nameWidth;
    // Upright where the name has more room that way.
    if (wanted > width && height > 1.4 * width && height > 22 && right - left >= 13) {
      const name = fitted(c, tile.name, height - 6);
      if (!name) return;
      c.save();
      c.translate(left + (right - left + inset - 5) / 2, top + 5);
      c.rotate(Math.PI / 2);
      this.plate(tile, name, 0, 0);
      this.text(name, 0, 0, ink, STRONG);
      c.restore();
      return;
    }
    const name = fitted(c, tile.name, width);
    if (!name) return;
    const middle = top + Math.min(height + 2, 18) / 2;
    this.plate(tile, name, left + inset, middle);
    this.text(name, left + inset, middle, ink, STRONG);
    if (height < 28 || tile.conflicts.length || !tile.isFixed || (tile.hasViews && height < 80)) return;
    c.font = FONT;
    const size = formatBytes(tile.end - tile.begin), both = `${size}, ${shortOp(tile)}`;
    const detail = [both, size].find(text => c.measureText(text).width <= width);
    if (detail) this.text(detail, left + inset, middle + 14, ink);
  }

  // Behind a name that would stand on a hatch.
  plate(tile, name, x, y) {
    if (!tile.conflicts.length && tile.isFixed) return;
    this.fill(tile.conflicts.length ? "panel" : tile.pipe, x - 3, y - 7, this.context.measureText(name).width + 6, 14);
  }

  paintView(box, { x, y, w, h }, focus) {
    const c = this.context, tile = box.tile;
    ++this.drawn;
    c.globalAlpha = focus.related && !focus.related.has(tile) ? 0.4 : 1;
    c.strokeStyle = this.color(tile.conflicts.length ? "red" : "ink");
    c.lineWidth = 1.25;
    c.setLineDash(w > 8 && h > 8 ? [4, 3] : []);
    const inset = Math.min(3, w / 4, h / 4);
    c.strokeRect(x + inset, y + inset, Math.max(w - 2 * inset, 1), Math.max(h - 2 * inset, 1));
    c.setLineDash([]);
    // Below right, where the name of the tile itself does not stand.
    if (w < 24 || h < 30) { c.globalAlpha = 1; return; }
    c.font = FONT;
    const name = fitted(c, tile.name, w - 16);
    if (name) this.text(name, x + w - inset - 5, y + h - inset - 8, "box-ink", FONT, "right");
    c.globalAlpha = 1;
  }

  paintConflicts(column) {
    for (const conflict of this.layout.model.conflicts) {
      const spot = conflict.spot;
      if (!spot || spot.space !== column || !spot.points) continue;
      const x = this.layout.xOf(column, spot.bytes[0]), y = this.layout.yOf(spot.points[0]);
      const w = Math.max(this.layout.xOf(column, spot.bytes[1]) - x, 3);
      const h = Math.max(this.layout.yOf(spot.points[1]) - y, 3);
      this.context.globalAlpha = 0.78;
      this.fill("red", x, y, w, h);
      this.context.globalAlpha = 1;
      this.context.font = STRONG;
      const label = fitted(this.context, "conflict", w - 8);
      if (label && h >= 14) this.text(label, x + w / 2, y + h / 2, "panel", STRONG, "center");
    }
  }

  // Peak, lower bound, capacity, and the moment of the largest load.
  paintMarks(column) {
    const layout = this.layout, top = Math.max(layout.yOf(0) - 8, HEAD), bottom = this.bottom() + 8;
    const mark = (byte, name, width, dash) => {
      if (byte === null || byte === undefined || byte > column.extent) return;
      const x = layout.xOf(column, byte);
      this.line(name, x, top, x, bottom, width, dash);
    };
    mark(column.capacity, "capacity", 3, []);
    mark(column.peak, "peak", 2, []);
    mark(column.bound, "bound", 2, [5, 4]);
    if (column.boundPoint !== null) {
      const y = layout.yOf(column.boundPoint), x = layout.left(column), c = this.context;
      c.fillStyle = this.color("bound");
      c.beginPath();
      c.moveTo(x - 9, y - 5);
      c.lineTo(x - 1, y);
      c.lineTo(x - 9, y + 5);
      c.fill();
    }
  }

  paintFocus(box, { x, y, w, h }, focus) {
    const c = this.context, tile = box.tile;
    const ring = (name, width, dash = []) => {
      c.strokeStyle = this.color(name);
      c.lineWidth = width;
      c.setLineDash(dash);
      c.strokeRect(x - 1, y - 1, w + 2, h + 2);
      c.setLineDash([]);
    };
    if (focus.sharers && focus.sharers.has(tile)) ring("share", 2, [6, 3]);
    if (focus.hover === tile && focus.pinned !== tile) ring("accent", 2);
    if (focus.found && focus.found.has(tile)) ring("accent", 2, [2, 2]);
    if (focus.pinned === tile) { ring("panel", 5); ring("accent", 3); }
  }

  paintGutter(focus) {
    const layout = this.layout, model = layout.model, c = this.context;
    this.fill("panel", 0, HEAD, layout.gutter, layout.height - HEAD);
    this.line("line", layout.gutter - 0.5, HEAD, layout.gutter - 0.5, layout.height);
    c.save();
    c.beginPath();
    c.rect(0, HEAD, layout.gutter, layout.height - HEAD);
    c.clip();
    const bars = Math.min(model.depth, 6) * 5;
    for (const loop of model.loops) {
      const y = layout.yOf(2 * loop.first), end = layout.yOf(2 * loop.last + 2);
      if (end < HEAD || y > layout.height) continue;
      const x = layout.gutter - 5 - 5 * (Math.min(model.depth, 6) - Math.min(loop.depth, 5));
      this.fill(loop.isLoop ? "accent" : "hatch", x, y, 3, Math.max(end - y, 2));
    }
    const narrow = layout.gutter < 100;
    let free = -Infinity;
    for (let row = Math.max(0, Math.floor(layout.pointAt(HEAD) / 2)); row < model.rows; ++row) {
      const top = layout.yOf(2 * row), y = layout.yOf(2 * row + 1);
      if (top > layout.height) break;
      // A number where there is room since the last one.
      if (y - free < 12.5) continue;
      const height = layout.yOf(2 * row + 2) - top;
      if (height < 11 && model.weights[row] < 1) continue;
      free = y;
      const isFocus = row === focus.row || (focus.pinned && focus.pinned.def === row);
      this.text(String(row), 34, y, isFocus ? "accent" : "quiet", isFocus ? STRONG : FONT, "right");
      const op = model.ops[row];
      if (narrow || !op || height < 11) continue;
      const label = fitted(c, op.op.replace(/^pto\./, ""), layout.gutter - 46 - bars - 4);
      this.text(label, 42, y, isFocus ? "accent" : "ink", isFocus ? STRONG : FONT);
    }
    c.restore();
  }

  paintHeads() {
    const layout = this.layout, c = this.context;
    this.fill("panel", 0, 0, layout.width, HEAD);
    this.line("line", 0, HEAD - 0.5, layout.width, HEAD - 0.5);
    c.save();
    c.beginPath();
    c.rect(layout.gutter, 0, layout.width - layout.gutter, HEAD);
    c.clip();
    for (const column of layout.model.columns) this.paintHead(column);
    c.restore();
    this.fill("panel", 0, 0, layout.gutter, HEAD - 1);
    this.text(layout.gutter < 100 ? "op" : "op, in program order", 14, HEAD - 14, "quiet");
  }

  paintHead(column) {
    const layout = this.layout, c = this.context;
    // A wide column keeps its head in view.
    const right = layout.left(column) + column.pitch;
    const x = Math.min(Math.max(layout.left(column), layout.gutter + 6), right - layout.pitch);
    const width = Math.min(right - x, 240);
    this.text(column.space, x, 15, "ink", "600 13px system-ui, sans-serif");
    const name = c.measureText(column.space).width;
    c.font = FONT;
    const status = c.measureText(column.status).width <= width - name - 8 ? column.status : "";
    if (status) this.text(status, x + name + 8, 15, column.status === "optimal" ? "bound" : "quiet");
    const peak = column.peak === null ? "not placed" : formatBytes(column.peak);
    const share = column.capacity && column.peak !== null ? `, ${(100 * column.peak / column.capacity).toFixed(0)} %` : "";
    const total = column.capacity ? ` of ${formatBytes(column.capacity)}` : "";
    c.font = FONT;
    const full = peak + total + share;
    this.text(fitted(c, c.measureText(full).width <= width ? full : peak + share, width), x, 31, "quiet");
    this.paintGauge(column, x, 41, Math.min(width, 160));
    const step = tickStep(column.extent, column.width, 64);
    for (let byte = 0; byte <= column.extent && column.width > 90; byte += step) {
      const at = layout.xOf(column, byte);
      if (at < layout.gutter - 40 || at > layout.width + 40) continue;
      this.line("line", at, HEAD - 5, at, HEAD);
      if (at + 40 < right + layout.gap) this.text(formatBytes(byte).replace(" ", "\u202f"), at + 2, HEAD - 11, "quiet", "10px system-ui, sans-serif");
    }
  }

  // What is used of all that there is.
  paintGauge(column, x, y, width) {
    const all = column.capacity || column.used, at = byte => x + Math.min(byte / all, 1) * width;
    this.fill("grid", x, y, width, 6);
    if (column.peak !== null) this.fill(column.capacity && column.peak > column.capacity ? "red" : "accent", x, y, at(column.peak) - x, 6);
    for (const [begin, end] of column.reserved) this.fill("hatch", at(begin), y, at(end) - at(begin), 6);
    if (column.bound !== null) this.fill("bound", at(column.bound) - 1, y - 2, 2, 10);
  }
}

function shortOp(tile) {
  return tile.json.origin === "carried" ? "carried" : tile.op.replace(/^pto\./, "");
}
