// Reading a packed bundle (ledger/packed_bundle.h; docs/format.md, section 9): its parts in their order, and of records
// the very bytes that were recorded, in which the hashes stand that the records before them give. What cannot be read
// throws a sentence.
const PACKED_LINE = "nomic packed bundle, format 1\n";
const PACKED_COLUMNS = ["parts", "numbers", "times", "names", "requests", "payloads", "others", "signatures"];
// What is told of a record.
const IS_READ = 1, NEXT_INDEX = 2, FOLLOWS = 4, SAME_GAME = 8, HAS_SEEN_ALL = 16, HAS_SEEN_THESE = 32, HAS_VIA = 64;
const HASH_BYTES = 32, SIGNATURE_BYTES = 64;

// Bytes that are read from the front.
class Bytes {
  constructor(bytes) {
    this.bytes = bytes;
    this.next = 0;
  }

  get isDone() { return this.next === this.bytes.length; }

  take(count) {
    if (this.next + count > this.bytes.length) throw "it ends within a part";
    this.next += count;
    return this.bytes.subarray(this.next - count, this.next);
  }

  byte() { return this.take(1)[0]; }

  // Seven bits a byte, the lowest first; up to 2^53.
  number() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      if (scale > 2 ** 49) throw "a number in it does not end";
    }
  }
}

function packedColumns(bytes) {
  const file = new Bytes(bytes);
  if (new TextDecoder().decode(file.take(PACKED_LINE.length)) !== PACKED_LINE) {
    throw "the first line is not that of a packed bundle";
  }
  const lengths = PACKED_COLUMNS.map(() => {
    const eight = file.take(8);
    return new DataView(eight.buffer, eight.byteOffset, 8).getUint32(4);
  });
  const columns = {};
  PACKED_COLUMNS.forEach((name, at) => { columns[name] = new Bytes(file.take(lengths[at])); });
  return columns;
}

// Protobuf's wire: a message of fields in ascending order, without those that are zero or empty.
class Message {
  constructor() { this.parts = []; }

  varint(value) {
    const bytes = [];
    for (let rest = BigInt(value); ; rest >>= 7n) {
      if (rest < 0x80n) return this.parts.push(Uint8Array.from(bytes.concat(Number(rest))));
      bytes.push(Number(rest & 0x7fn) | 0x80);
    }
  }

  number(field, value) {
    if (!value) return this;
    this.varint(field << 3);
    this.varint(value);
    return this;
  }

  bytes(field, value, isAlways) {
    if (!value.length && !isAlways) return this;
    this.varint(field << 3 | 2);
    this.varint(value.length);
    this.parts.push(value);
    return this;
  }

  joined() { return joined(...this.parts); }
}

const NO_BYTES = new Uint8Array();

class PackedBundle {
  constructor(bytes) {
    this.columns = packedColumns(bytes);
    this.leaves = [];
    this.index = 0;
    this.time = 0n;
    this.names = [];
    this.keys = [];
  }

  get isDone() { return this.columns.parts.isDone; }

  // The next part: {kind, body} or, of a record, {kind, body, statement, signatures, index, time, previous, game,
  // seenSize, seenHash}. Its leaf hash is to be put on `leaves` before the next one is asked for.
  part() {
    const {parts, numbers, others} = this.columns;
    const kind = String.fromCharCode(parts.byte());
    const told = kind === "R" ? parts.byte() : 0;
    if (kind === "R" && !told) throw "a record in it cannot be read";
    return kind === "R" ? this.record(told) : {kind, body: others.take(numbers.number())};
  }

  // A name that was there before by its number from 1 on, a new one by 0 and itself.
  known(names, column, length) {
    const number = this.columns.numbers.number();
    if (number > names.length) throw "a name in it is not known";
    if (number === 0) names.push(column.take(length || this.columns.numbers.number()));
    return names[(number || names.length) - 1];
  }

  // An odd number is a step back.
  step() {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.columns.times.byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return value & 1n ? -(value >> 1n) - 1n : value >> 1n;
  }

  record(told) {
    const {numbers, names, requests, payloads, others, signatures} = this.columns;
    const one = {kind: "R", signatures: []};
    one.index = told & NEXT_INDEX ? this.index : numbers.number();
    const hash = (isTold, known) => isTold && known ? known : others.take(HASH_BYTES);
    one.previous = hash(told & FOLLOWS, this.leaves[this.leaves.length - 1] || new Uint8Array(HASH_BYTES));
    one.game = one.index ? hash(told & SAME_GAME, this.leaves[0]) : NO_BYTES;
    one.seenSize = told & HAS_SEEN_ALL ? one.index : numbers.number();
    one.seenHash = one.seenSize ? hash(told & HAS_SEEN_THESE, this.leaves[one.seenSize - 1]) : NO_BYTES;
    const via = told & HAS_VIA ? numbers.number() : 0;
    one.time = this.time = BigInt.asIntN(64, this.time + this.step());
    const author = this.known(this.names, names);
    const request = requests.take(numbers.number());
    const payload = payloads.take(numbers.number());
    for (let count = numbers.number(); count > 0; --count) {
      one.signatures.push({key: this.known(this.keys, others, HASH_BYTES), bytes: signatures.take(SIGNATURE_BYTES)});
    }
    one.statement = new Message().bytes(1, one.game).number(2, one.seenSize).bytes(3, one.seenHash).bytes(4, author)
      .bytes(5, request).bytes(6, payload).joined();
    const entry = new Message().number(1, one.index).bytes(2, one.previous)
      .number(3, BigInt.asUintN(64, one.time)).bytes(4, one.statement).number(5, via);
    const record = new Message().bytes(1, entry.joined());
    for (const each of one.signatures) {
      record.bytes(2, new Message().bytes(1, each.key).bytes(2, each.bytes).joined(), true);
    }
    one.body = record.joined();
    this.index = one.index + 1;
    return one;
  }
}

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
