// Lists of the document, which lie in it as columns (tools/report/document_columns.h): read row by row, when a row is
// asked for, so that a page of ten thousand records shows its first view without having read them.

// The strings of the document, a line each, unescaped when they are asked for; and the records, in which some of them
// stand (tools/report/document_columns.h).
let poolText = "";
let poolStarts = new Uint32Array(1);
let poolRecords = new Uint8Array();

function readPool(text, records) {
  poolRecords = records || poolRecords;
  poolText = text;
  const starts = [];
  for (let at = 0; at < text.length; at = text.indexOf("\n", at) + 1) starts.push(at);
  starts.push(text.length);
  poolStarts = Uint32Array.from(starts);
}

const UNESCAPED = {"\\n": "\n", "\\\\": "\\"};

function stringAt(place) {
  const line = poolText.slice(poolStarts[place], poolStarts[place + 1] - 1);
  if (!line.includes("\\")) return line;
  if (line[1] === "@" && line[0] === "\\") return stringInRecords(line.slice(2).split(",").map(Number));
  return line.replace(/\\(?:[n\\]|=(\d+)$)/g, (found, other) => other ? stringAt(Number(other)) : UNESCAPED[found]);
}

function stringInRecords([from, count]) {
  return new TextDecoder("utf-8", {ignoreBOM: true}).decode(poolRecords.subarray(from, from + count));
}

// Microseconds since 1970 as RFC 3339, as the program writes them.
function timeText(micros) {
  const rest = ((micros % 1e6) + 1e6) % 1e6;
  const whole = new Date((micros - rest) / 1000).toISOString().slice(0, 19);
  return whole + (rest ? "." + String(rest).padStart(6, "0") : "") + "Z";
}

// 340 is itself; 3000340001 stands for "340a", as which it is shown (nomic/replay/reference.h).
function numeral(number) {
  if (number < 3e9) return number;
  const letters = number % 1000 - 1;
  const letter = (at) => String.fromCharCode(97 + at);
  const first = letters < 26 ? "" : letter(Math.floor(letters / 26) - 1);
  return Math.floor((number - 3e9) / 1000) + first + letter(letters % 26);
}

// Of so many numbers, ascending, the place of the first that is greater; their count: none is.
function firstAfter(count, numberAt, number) {
  let low = 0;
  for (let high = count; low < high;) {
    const middle = (low + high) >> 1;
    if (numberAt(middle) <= number) low = middle + 1; else high = middle;
  }
  return low;
}

// The sums of a list so far: distances become places.
function summed(list) {
  const sums = new Array(list.length);
  let sum = 0;
  for (let at = 0; at < list.length; ++at) sums[at] = sum += list[at];
  return sums;
}

// A field over all rows. Places are among the rows in which it stands, and of a list among all of its values.
class Column {
  constructor(node, rows) {
    this.kind = node.k;
    const told = node.at ? summed(node.at) : node.not ? summed(node.not) : null;
    this.places = told && Column.placesOf(told, rows, !!node.at);
    this.rows = node.at ? told : null;
    this.standing = !told ? rows : node.at ? told.length : rows - told.length;
    this.starts = node.n ? summed([0].concat(node.n)) : null;
    const count = this.starts ? this.starts[this.starts.length - 1] : this.standing;
    this.values = node.d ? summed(node.d) : node.v || null;
    this.of = node.of ? new Columns(node.of, count) : null;
  }

  // For each row its place; -1: the field does not stand there.
  static placesOf(told, rows, stands) {
    const places = new Int32Array(rows).fill(stands ? -1 : 0);
    for (let at = 0; at < told.length; ++at) places[told[at]] = stands ? at : -1;
    for (let row = 0, next = 0; !stands && row < rows; ++row) {
      if (places[row] === 0) places[row] = next++;
    }
    return places;
  }

  value(place) {
    if (this.of) return this.of.row(place);
    if (this.kind === "s") return stringAt(this.values[place]);
    if (this.kind === "t") return timeText(this.values[place]);
    if (this.kind === "l") return numeral(this.values[place]);
    if (this.kind === "b") return this.values ? this.values[place] !== 0 : true;
    return this.values[place];
  }

  // What stands in a row; undefined: nothing.
  at(row) {
    const place = this.places ? this.places[row] : row;
    if (place < 0) return undefined;
    if (!this.starts) return this.value(place);
    const all = [];
    for (let at = this.starts[place]; at < this.starts[place + 1]; ++at) all.push(this.value(at));
    return all;
  }

  // The rows in which it stands.
  rowsWith() {
    if (!this.rows) {
      this.rows = [];
      for (let row = 0; this.rows.length < this.standing; ++row) {
        if (!this.places || this.places[row] >= 0) this.rows.push(row);
      }
    }
    return this.rows;
  }

  // The last row up to this one in which it stands; -1: there is none.
  lastRow(row) {
    const rows = this.rowsWith();
    const after = firstAfter(rows.length, (at) => rows[at], row);
    return after ? rows[after - 1] : -1;
  }
}

class Columns {
  constructor(nodes, rows) {
    this.nodes = nodes;
    this.length = rows;
    this.read = new Map();
  }

  // A column by its name; null: it stands in no row.
  column(name) {
    if (!this.read.has(name)) this.read.set(name, this.nodes[name] ? new Column(this.nodes[name], this.length) : null);
    return this.read.get(name);
  }

  row(at) {
    const one = {};
    for (const name in this.nodes) {
      const value = this.column(name).at(at);
      if (value !== undefined) one[name] = value;
    }
    return one;
  }
}

// A list of the document, used like an array whose elements are made when they are asked for, and kept.
class Rows {
  constructor(count, json) {
    this.length = count;
    this.json = json;
    this.made = new Array(count);
  }

  get columns() {
    if (this.json !== null) {
      this.kept = new Columns(JSON.parse(this.json), this.length);
      this.json = null;
    }
    return this.kept;
  }

  at(row) {
    return this.made[row] || (this.made[row] = this.columns.row(row));
  }

  column(name) {
    return this.columns.column(name);
  }

  slice(from, to) {
    const all = [];
    const until = Math.min(to === undefined ? this.length : to, this.length);
    for (let row = from || 0; row < until; ++row) all.push(this.at(row));
    return all;
  }

  forEach(each) { this.slice().forEach(each); }
  map(each) { return this.slice().map(each); }
  filter(each) { return this.slice().filter(each); }
  find(each) { return this.slice().find(each); }
  [Symbol.iterator]() { return this.slice()[Symbol.iterator](); }
}
