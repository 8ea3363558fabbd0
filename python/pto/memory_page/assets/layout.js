// Where things are on the canvas: one column for each memory, addresses across,
// points down. A head stands above, the names of ops stand to the left; neither
// moves with the rest.

const HEAD = 72, PAD = 16, MAX_ROW = 40;

class Layout {
  constructor(model) {
    this.model = model;
    this.mode = "common";
    this.zoomX = this.zoomY = 1;
    this.panX = this.panY = 0;
    this.resize(800, 600);
  }

  resize(width, height) {
    this.width = width;
    this.height = height;
    this.gutter = width < 640 ? 44 : 150;
    // A head has this much room at the least, and more where there is more.
    const count = Math.max(this.model.columns.length, 1);
    this.gap = width < 640 ? 18 : 34;
    const share = (width - this.gutter - 2 * PAD - this.gap * (count - 1)) / count;
    this.pitch = Math.min(Math.max(share, 72), 104);
    this.arrange();
  }

  extentOf(column) {
    const capacity = column.capacity || column.used;
    if (this.mode === "capacity") return Math.max(column.used, capacity);
    // A capacity that is near is worth showing.
    return capacity <= 1.2 * column.used ? Math.max(capacity, column.used) : column.used * 1.02;
  }

  // Widths and places of columns, for the zoom there is.
  arrange() {
    const columns = this.model.columns, n = columns.length;
    const room = Math.max(this.width - this.gutter - 2 * PAD - this.gap * Math.max(n - 1, 0), 60);
    const extents = columns.map(column => this.extentOf(column));
    let widths;
    if (this.mode === "each") {
      widths = extents.map(() => Math.max(room / Math.max(n, 1), this.pitch));
    } else {
      // The largest scale at which all columns find room.
      let low = 0, high = room / Math.max(1, Math.max(...extents, 1));
      for (let i = 0; i < 50; ++i) {
        const scale = (low + high) / 2;
        const total = extents.reduce((sum, extent) => sum + Math.max(extent * scale, this.pitch), 0);
        if (total <= room + 0.01) low = scale; else high = scale;
      }
      // Where even the heads find no room the rest is to be had by panning.
      const scale = low > 1e-9 * high ? low : room / 2 / Math.max(1, Math.max(...extents, 1));
      widths = extents.map(extent => Math.max(extent * scale, 2));
    }
    let x = PAD;
    columns.forEach((column, i) => {
      column.extent = extents[i];
      column.x = x;
      column.width = widths[i] * this.zoomX;
      column.pitch = Math.max(column.width, this.pitch);
      x += column.pitch + this.gap;
    });
    this.totalWidth = x - this.gap + PAD;
    const space = this.height - HEAD - 2 * PAD;
    const rows = this.model.tops[this.model.rows];
    this.row = Math.min(space / rows, MAX_ROW) * this.zoomY;
    this.totalHeight = rows * this.row + 2 * PAD;
    this.clampPan();
  }

  clampPan() {
    const maxX = Math.max(this.totalWidth - (this.width - this.gutter), 0);
    const maxY = Math.max(this.totalHeight - (this.height - HEAD), 0);
    this.panX = Math.min(Math.max(this.panX, 0), maxX);
    this.panY = Math.min(Math.max(this.panY, 0), maxY);
  }

  left(column) { return this.gutter + column.x - this.panX; }
  xOf(column, byte) { return this.left(column) + byte / column.extent * column.width; }
  byteAt(column, x) { return (x - this.left(column)) / column.width * column.extent; }
  yOf(point) { return HEAD + PAD + this.model.topOf(point) * this.row - this.panY; }
  pointAt(y) { return this.model.pointAt((y - HEAD - PAD + this.panY) / this.row); }
  rowAt(y) {
    const row = Math.floor(this.pointAt(y) / 2);
    return y >= HEAD && row >= 0 && row < this.model.rows ? row : null;
  }

  columnAt(x) {
    return this.model.columns.find(column => {
      const left = this.left(column);
      return x >= left - this.gap / 2 && x < left + column.pitch + this.gap / 2;
    }) || null;
  }

  rectOf(box) {
    const x = this.xOf(box.column, box.begin), y = this.yOf(box.since);
    return { x, y, w: Math.max(this.xOf(box.column, box.end) - x, 1), h: Math.max(this.yOf(box.until) - y, 1) };
  }

  // Zooms so that what is at (x, y) stays there.
  zoom(factorX, factorY, x = this.gutter + (this.width - this.gutter) / 2, y = HEAD + (this.height - HEAD) / 2) {
    const column = this.columnAt(x), point = this.pointAt(y);
    const byte = column && this.byteAt(column, x);
    const limit = value => Math.min(Math.max(value, 1), 4000);
    this.zoomX = limit(this.zoomX * factorX);
    this.zoomY = limit(this.zoomY * factorY);
    this.arrange();
    if (column) this.panX += this.xOf(column, byte) - x;
    this.panY += this.yOf(point) - y;
    this.clampPan();
  }

  fit() {
    this.zoomX = this.zoomY = 1;
    this.panX = this.panY = 0;
    this.arrange();
  }

  // Brings a box into view.
  reveal(box) {
    const rect = this.rectOf(box), edge = 24;
    const right = this.width - edge, bottom = this.height - edge;
    if (rect.x < this.gutter + edge || rect.w > right - this.gutter) this.panX += rect.x - this.gutter - edge;
    else if (rect.x + rect.w > right) this.panX += rect.x + rect.w - right;
    if (rect.y < HEAD + edge || rect.h > bottom - HEAD) this.panY += rect.y - HEAD - edge;
    else if (rect.y + rect.h > bottom) this.panY += rect.y + rect.h - bottom;
    this.clampPan();
  }

  // The box at a place: the latest of those that overlap, views before their tiles.
  hit(x, y) {
    if (x < this.gutter || y < HEAD) return null;
    const column = this.columnAt(x);
    if (!column) return null;
    let best = null, size = Infinity;
    for (const box of column.boxes) {
      const rect = this.rectOf(box);
      // Thin boxes are hard to meet.
      const dx = Math.max(0, 3 - rect.w / 2), dy = Math.max(0, 3 - rect.h / 2);
      if (x < rect.x - dx || x > rect.x + rect.w + dx || y < rect.y - dy || y > rect.y + rect.h + dy) continue;
      const area = rect.w * rect.h * (box.tile.isView ? 0.5 : 1);
      if (area < size) { best = box; size = area; }
    }
    return best;
  }
}

// Round numbers of bytes, so that ticks are at least `gap` pixels apart.
function tickStep(bytes, pixels, gap) {
  let step = 1;
  while (step / bytes * pixels < gap && step < bytes) step *= 2;
  return step;
}
