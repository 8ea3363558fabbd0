// What the map shows: tiles with their bytes and points, and who has to do with
// whom. Point 2p is where op p reads, 2p + 1 where it writes.

const PIPES = {
  mte2: "loads (mte2)", mte1: "moves to the cube (mte1)", m: "cube (m)", v: "vector (v)",
  mte3: "stores (mte3)", fix: "out of the cube (fix)", s: "scalar (s)",
};

function pointsOf(tile) {
  if (tile.points) return tile.points;
  return tile.live.map(([first, last]) => [2 * first + 1, Math.max(2 * last + 1, 2 * first + 2)]);
}

function commonSpan(a, b) {
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const begin = Math.max(a[i][0], b[j][0]), end = Math.min(a[i][1], b[j][1]);
    if (begin < end) return [begin, end];
    if (a[i][1] < b[j][1]) ++i; else ++j;
  }
  return null;
}

function formatBytes(bytes) {
  if (bytes === null || bytes === undefined) return "unknown";
  if (Math.abs(bytes) < 1024) return bytes + " B";
  const units = ["KiB", "MiB", "GiB"];
  let value = bytes / 1024, unit = 0;
  while (Math.abs(value) >= 1024 && unit < 2) { value /= 1024; ++unit; }
  return (Number.isInteger(value) ? value : value.toFixed(1)) + " " + units[unit];
}

const hex = number => "0x" + number.toString(16);

class Model {
  constructor(plan, number) {
    this.plan = plan;
    this.number = number;
    this.function = plan.functions[number] || { name: "", kind: "", spaces: [] };
    this.ops = this.function.ops || [];
    this.tiles = [];
    this.boxes = [];
    this.columns = this.function.spaces.map(space => this.makeColumn(space));
    let last = this.ops.length - 1;
    for (const box of this.boxes) last = Math.max(last, Math.ceil(box.until / 2) - 1);
    this.rows = Math.max(last + 1, 1);
    this.loops = this.ops.map((op, i) => ({ first: i, last: op.last, op, isLoop: !!op.loop }))
      .filter(loop => loop.last !== undefined);
    this.nestLoops();
    this.weighRows();
    this.index();
    this.markConflicts();
  }

  makeColumn(space) {
    const column = {
      space: space.space, capacity: space.capacity, peak: space.peak,
      bound: space.lower_bound === undefined ? null : space.lower_bound,
      boundPoint: space.bound_point === undefined ? null : space.bound_point,
      status: space.status || "", json: space, boxes: [], tiles: [], buffers: [], isPlaced: true, used: 0,
    };
    column.reserved = space.reserved_ranges || (space.reserved ? [[0, space.reserved]] : []);
    // Buffers without an address stand one behind the other.
    let next = 0;
    for (const buffer of space.buffers) {
      const isPlaced = buffer.addr !== null;
      const begin = isPlaced ? buffer.addr : next;
      column.isPlaced = column.isPlaced && isPlaced;
      next = begin + buffer.size;
      column.used = Math.max(column.used, next);
      column.buffers.push({ name: buffer.name, begin, end: next, pinned: !!buffer.pinned,
                            slots: buffer.slots || 1, isPlaced });
      for (const tile of buffer.tiles) this.addTile(tile, column, column.buffers.at(-1));
    }
    for (const [, end] of column.reserved) column.used = Math.max(column.used, end);
    column.used = Math.max(column.used, column.peak || 0, column.bound || 0, 1);
    return column;
  }

  addTile(json, column, buffer) {
    const isFixed = json.offset !== null;
    const begin = buffer.begin + (isFixed ? json.offset : 0);
    const tile = {
      number: this.tiles.length, name: json.name, op: json.op, def: json.def, type: json.type, json,
      column, buffer, begin, end: isFixed ? begin + Math.max(json.size, 1) : buffer.end, isFixed,
      points: pointsOf(json), isView: json.origin === "view", content: json.content, conflicts: [],
      line: json.line === undefined ? null : json.line,
    };
    const op = this.ops[tile.def];
    const isCarried = json.origin === "carried";
    tile.pipe = isCarried ? "carried" : op && PIPES[op.pipe] ? op.pipe : "other";
    this.tiles.push(tile);
    column.tiles.push(tile);
    // A box for each life; where bytes differ in their lives, for each such part.
    const parts = json.parts
      ? json.parts.map(([first, end, since, until]) => [buffer.begin + first, buffer.begin + end, since, until])
      : tile.points.map(([since, until]) => [tile.begin, tile.end, since, until]);
    tile.boxes = parts.map(([first, end, since, until]) => {
      const box = { tile, begin: first, end, since, until, column };
      this.boxes.push(box);
      column.boxes.push(box);
      return box;
    });
  }

  // Ops that have nothing to do with tiles, such as constants, get little room.
  weighRows() {
    const weights = new Float64Array(this.rows).fill(this.ops.length ? 0.16 : 1);
    const give = row => { if (row >= 0 && row < this.rows) weights[row] = 1; };
    for (const box of this.boxes) {
      give(box.since >> 1);
      give((box.until - 1) >> 1);
    }
    for (const tile of this.tiles) {
      give(tile.def);
      for (const reader of tile.json.readers || []) give(reader.op);
    }
    for (const loop of this.loops) if (loop.isLoop) give(loop.first);
    this.weights = weights;
    // Where each row begins, in rows of full height.
    this.tops = new Float64Array(this.rows + 1);
    for (let row = 0; row < this.rows; ++row) this.tops[row + 1] = this.tops[row] + weights[row];
  }

  topOf(point) {
    const row = Math.min(Math.max(point >> 1, 0), this.rows);
    return row === this.rows ? this.tops[row] : this.tops[row] + (point / 2 - row) * this.weights[row];
  }

  // The point at a height; the inverse of it.
  pointAt(top) {
    let low = 0, high = this.rows;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.tops[middle] <= top) low = middle; else high = middle - 1;
    }
    if (low === this.rows || top < 0) return top < 0 ? -1 : 2 * this.rows;
    return 2 * (low + (top - this.tops[low]) / this.weights[low]);
  }

  // How deep each loop is inside of others.
  nestLoops() {
    const open = [];
    this.depth = 0;
    for (const loop of this.loops) {
      while (open.length && open.at(-1).last < loop.first) open.pop();
      loop.depth = open.length;
      open.push(loop);
      this.depth = Math.max(this.depth, open.length);
    }
  }

  index() {
    this.byKey = new Map();
    const counts = new Map();
    const inOrder = [...this.tiles].sort((a, b) => a.def - b.def || a.number - b.number);
    this.byDef = new Map();
    for (const tile of inOrder) {
      const nth = counts.get(tile.name) || 0;
      counts.set(tile.name, nth + 1);
      tile.key = tile.name + "\u0000" + nth;
      this.byKey.set(tile.key, tile);
      if (!this.byDef.has(tile.def)) this.byDef.set(tile.def, []);
      this.byDef.get(tile.def).push(tile);
    }
    this.inOrder = inOrder;
    // Whose boxes have frames of views in them.
    const viewed = new Set(this.tiles.filter(tile => tile.isView).map(tile => tile.content));
    for (const tile of this.tiles) tile.hasViews = viewed.has(tile.content);
  }

  find(name, def) { return (this.byDef.get(def) || []).find(tile => tile.name === name) || null; }

  // The judge's findings, and what the ranges say where there is no judge.
  markConflicts() {
    this.conflicts = [];
    for (const found of this.function.conflicts || []) {
      const tiles = [found.tile, found.holder].filter(Boolean)
        .map(at => this.find(at.name, at.def)).filter(Boolean);
      const spot = found.bytes && found.tile && tiles.length === 2
        ? { space: tiles[0].column, bytes: found.bytes, points: commonSpan(tiles[0].points, tiles[1].points) } : null;
      this.addConflict({ text: found.text, rule: found.rule, notes: found.notes || [], line: found.line, tiles, spot });
    }
    for (const found of this.function.overlaps || []) {
      const tiles = found.tiles.map(([name, def]) => this.find(name, def)).filter(Boolean);
      const text = `${found.tiles[0][0]} and ${found.tiles[1][0]} both need ${found.space} bytes ` +
        `${found.bytes[0]} to ${found.bytes[1]} from op ${found.points[0] >> 1} on`;
      const spot = tiles.length ? { space: tiles[0].column, bytes: found.bytes, points: found.points } : null;
      this.addConflict({ text, rule: "ranges", notes: [], line: null, tiles, spot });
    }
  }

  addConflict(conflict) {
    this.conflicts.push(conflict);
    for (const tile of conflict.tiles) tile.conflicts.push(conflict);
  }

  lineOf(number, text = 0) {
    const texts = this.plan.texts;
    if (texts.length) return texts[text].lines[this.number] ? texts[text].lines[this.number][number] ?? null : null;
    const op = this.ops[number];
    return op && op.line !== undefined ? op.line : null;
  }

  // Tiles of other contents in bytes of `tile`, at whatever time.
  sharersOf(tile) {
    return tile.column.tiles.filter(other => other !== tile && !other.isView && other.begin < tile.end &&
      tile.begin < other.end && (other.content === undefined || other.content !== tile.content));
  }

  // Views of it, and what loops and branches make of it unchanged.
  sameAs(tile) {
    if (tile.content === undefined) return [];
    return tile.column.tiles.filter(other => other !== tile && other.content === tile.content);
  }
}
