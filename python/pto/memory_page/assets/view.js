// One map on its canvas: drawing, pointer, keys. Others are told through the
// callbacks of `app`.

class MapView {
  constructor(app, plan, number) {
    this.app = app;
    this.plan = plan;
    this.number = number;
    this.canvas = element("canvas", {
      tabIndex: 0, role: "application", "aria-roledescription": "memory map", "aria-describedby": "keys-title",
    });
    this.tip = element("div", { className: "tip", hidden: true });
    this.frame = element("div", { className: "frame" }, this.canvas, this.tip);
    this.root = element("section", { className: "map" }, this.frame);
    if (app.isComparison) this.root.prepend(element("h2", {}, plan.label));
    this.context = this.canvas.getContext("2d", { alpha: false });
    this.focus = { hover: null, pinned: null, row: null, related: null, sharers: null, found: null };
    this.listen();
  }

  show(functionNumber) {
    this.model = new Model(this.plan, functionNumber);
    const mode = this.layout ? this.layout.mode : "common";
    this.layout = new Layout(this.model);
    this.layout.mode = mode;
    Object.assign(this.focus, { hover: null, pinned: null, row: null, related: null, sharers: null, found: null });
    const { columns, tiles, conflicts } = this.model;
    this.canvas.setAttribute("aria-label", `Memory map of ${this.model.function.name || "no function"}: ` +
      `${tiles.length} tiles in ${columns.length} memories, ${conflicts.length} conflicts. ` +
      "Arrow keys move between tiles, Enter pins one.");
    this.resize();
  }

  resize() {
    const box = this.frame.getBoundingClientRect(), ratio = window.devicePixelRatio || 1;
    const width = Math.max(Math.floor(box.width), 50), height = Math.max(Math.floor(box.height), 50);
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = width + "px";
    this.canvas.style.height = height + "px";
    this.ratio = ratio;
    this.layout.resize(width, height);
    this.draw();
  }

  // At once; the time it took is kept for those who measure.
  draw() {
    const started = performance.now();
    this.context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    const painter = new Painter(this.context, this.layout, this.app.palette);
    painter.paint(this.focus);
    this.drawn = painter.drawn;
    this.drawTime = performance.now() - started;
  }

  // With the next frame, however often it is asked for.
  redraw() {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => { this.pending = 0; this.draw(); });
  }

  hover(tile, row = null) {
    if (this.focus.hover === tile && this.focus.row === row) return;
    this.focus.hover = tile;
    this.focus.row = row;
    this.canvas.style.cursor = tile ? "pointer" : "";
    this.redraw();
  }

  pin(tile, options = {}) {
    this.focus.pinned = tile;
    this.focus.related = this.focus.sharers = null;
    if (tile) {
      const sharers = this.model.sharersOf(tile);
      this.focus.sharers = new Set(sharers);
      this.focus.related = new Set([tile, ...sharers, ...this.model.sameAs(tile)]);
      if (tile.boxes.length && options.reveal) this.layout.reveal(tile.boxes[0]);
    }
    this.redraw();
  }

  // Pointer.

  listen() {
    const canvas = this.canvas;
    let drag = null;
    const at = event => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    canvas.addEventListener("pointerdown", event => {
      const [x, y] = at(event);
      drag = { x, y, panX: this.layout.panX, panY: this.layout.panY, moved: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", event => {
      const [x, y] = at(event);
      if (drag && Math.hypot(x - drag.x, y - drag.y) > 4) drag.moved = true;
      if (drag && drag.moved) {
        canvas.classList.add("dragging");
        this.tip.hidden = true;
        this.layout.panX = drag.panX - (x - drag.x);
        this.layout.panY = drag.panY - (y - drag.y);
        this.layout.clampPan();
        this.redraw();
        return;
      }
      this.point(x, y);
    });
    canvas.addEventListener("pointerup", event => {
      const wasDrag = drag && drag.moved;
      drag = null;
      canvas.classList.remove("dragging");
      if (wasDrag) return;
      const [x, y] = at(event), box = this.layout.hit(x, y);
      this.app.pin(this, box ? box.tile : null);
    });
    canvas.addEventListener("pointercancel", () => { drag = null; canvas.classList.remove("dragging"); });
    canvas.addEventListener("pointerleave", () => { this.tip.hidden = true; this.app.hover(this, null, null); });
    canvas.addEventListener("wheel", event => {
      event.preventDefault();
      const [x, y] = at(event), unit = event.deltaMode === 1 ? 18 : 1;
      if (event.ctrlKey || event.metaKey) {
        const factor = Math.exp(-event.deltaY * unit / 300);
        this.layout.zoom(event.shiftKey ? 1 : factor, event.altKey ? 1 : factor, x, y);
      } else {
        this.layout.panX += (event.shiftKey ? event.deltaY : event.deltaX) * unit;
        this.layout.panY += (event.shiftKey ? 0 : event.deltaY) * unit;
        this.layout.clampPan();
      }
      this.redraw();
    }, { passive: false });
    canvas.addEventListener("dblclick", event => {
      const [x, y] = at(event);
      this.layout.zoom(2, 2, x, y);
      this.redraw();
    });
    canvas.addEventListener("focus", () => this.app.activate(this));
  }

  point(x, y) {
    const box = this.layout.hit(x, y);
    const row = this.layout.rowAt(y);
    this.app.hover(this, box ? box.tile : null, row);
    const text = box ? tipOf(box) : this.markAt(x, y);
    this.tip.hidden = !text;
    if (!text) return;
    this.tip.textContent = text;
    const width = this.tip.offsetWidth, height = this.tip.offsetHeight;
    this.tip.style.left = Math.max(4, Math.min(x + 14, this.layout.width - width - 6)) + "px";
    this.tip.style.top = (y + 18 + height > this.layout.height ? Math.max(y - height - 10, 2) : y + 18) + "px";
  }

  // What the lines and hatches say.
  markAt(x, y) {
    const column = this.layout.columnAt(x);
    if (!column || y < HEAD || x < this.layout.gutter) {
      const op = x < this.layout.gutter && y > HEAD ? this.model.ops[this.layout.rowAt(y)] : null;
      return op ? `op ${this.layout.rowAt(y)}: ${op.op}` + (op.line ? `, line ${op.line}` : "") : "";
    }
    const near = byte => byte !== null && byte !== undefined && Math.abs(this.layout.xOf(column, byte) - x) < 4;
    const texts = [];
    if (near(column.capacity)) texts.push(`capacity of ${column.space}: ${formatBytes(column.capacity)}`);
    if (near(column.peak)) texts.push(`peak: ${column.peak} bytes`);
    if (near(column.bound)) texts.push(`no plan ends below ${column.bound} bytes`);
    const byte = this.layout.byteAt(column, x);
    const range = column.reserved.find(([begin, end]) => begin <= byte && byte < end);
    if (range) texts.push(`reserved: bytes ${range[0]} to ${range[1]}`);
    const pinned = column.buffers.find(b => b.pinned && b.begin <= byte && byte < b.end);
    if (pinned) texts.push(`${pinned.name} is pinned: shared with nobody`);
    return texts.join("\n");
  }

  // Keys. The nearest box in a direction; what lies straight ahead is near.

  neighbour(dx, dy) {
    const current = this.focus.pinned || this.focus.hover;
    const from = current && current.boxes[0];
    if (!from) return this.model.inOrder.find(tile => tile.boxes.length) || null;
    const center = box => {
      const rect = this.layout.rectOf(box);
      return [rect.x + rect.w / 2, rect.y + rect.h / 2, rect];
    };
    const [x, y, own] = center(from);
    let best = null, least = Infinity;
    for (const box of this.model.boxes) {
      if (box.tile === current) continue;
      const [bx, by, rect] = center(box);
      const ahead = dx ? (bx - x) * dx : (by - y) * dy;
      if (ahead <= 0.01) continue;
      const aside = dx
        ? Math.max(0, rect.y - (own.y + own.h), own.y - (rect.y + rect.h))
        : Math.max(0, rect.x - (own.x + own.w), own.x - (rect.x + rect.w));
      const cost = ahead + 4 * aside + 0.2 * Math.abs(dx ? by - y : bx - x);
      if (cost < least) { best = box.tile; least = cost; }
    }
    return best;
  }

  key(event) {
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const move = moves[event.key];
    if (move && event.shiftKey) {
      this.layout.panX += move[0] * 80;
      this.layout.panY += move[1] * 80;
      this.layout.clampPan();
    } else if (move) {
      const tile = this.neighbour(...move);
      if (tile) this.app.pin(this, tile, { reveal: true });
    } else if (event.key === "Home" || event.key === "End") {
      const shown = this.model.inOrder.filter(tile => tile.boxes.length);
      const tile = event.key === "Home" ? shown[0] : shown.at(-1);
      if (tile) this.app.pin(this, tile, { reveal: true });
    } else if (event.key === "PageDown" || event.key === "PageUp") {
      this.layout.panY += (event.key === "PageDown" ? 0.8 : -0.8) * (this.layout.height - HEAD);
      this.layout.clampPan();
    } else if (event.key === "Enter" || event.key === " ") {
      this.app.pin(this, this.focus.pinned ? null : this.focus.hover);
    } else {
      return false;
    }
    this.redraw();
    return true;
  }

  zoom(factor) {
    const tile = this.focus.pinned;
    if (tile && tile.boxes.length) {
      const rect = this.layout.rectOf(tile.boxes[0]), layout = this.layout;
      const inside = (value, low, high) => Math.min(Math.max(value, low), high);
      layout.zoom(factor, factor, inside(rect.x + rect.w / 2, layout.gutter, layout.width),
                  inside(rect.y + rect.h / 2, HEAD, layout.height));
    } else {
      this.layout.zoom(factor, factor);
    }
    this.redraw();
  }

  fit() { this.layout.fit(); this.redraw(); }
}

function tipOf(box) {
  const tile = box.tile;
  const lines = [tile.name + (tile.isView ? `, a view of ${tile.json.of}` : ""),
                 `${tile.column.space} ${placeOf(tile)}, ${formatBytes(tile.end - tile.begin)}`,
                 `needed from op ${box.since >> 1} to op ${(box.until - 1) >> 1}`];
  if (tile.conflicts.length) lines.push("conflict: " + tile.conflicts[0].text);
  return lines.join("\n");
}

function placeOf(tile) {
  if (!tile.buffer.isPlaced) return "not placed";
  if (!tile.isFixed) return `${tile.buffer.begin} + ${tile.json.offset_expr || "?"}`;
  return `${tile.begin} to ${tile.end}`;
}
