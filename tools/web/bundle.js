// Reading a bundle (docs/format.md, sections 1 and 7): its parts, and the messages in a record. What cannot be read
// throws a sentence.
const FIRST_LINE = "nomic bundle, format 1\n";

// The parts in their order: {kind, body}, views into the bytes.
function* bundleParts(bytes) {
  const line = new TextDecoder().decode(bytes.subarray(0, FIRST_LINE.length));
  if (line !== FIRST_LINE) throw "the first line is not that of a bundle";
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = FIRST_LINE.length;
  while (at < bytes.length) {
    if (at + 5 > bytes.length) throw "it ends within a part";
    const length = view.getUint32(at + 1);
    const body = bytes.subarray(at + 5, at + 5 + length);
    if (body.length < length) throw "it ends within a part";
    yield {kind: String.fromCharCode(bytes[at]), body};
    at += 5 + length;
  }
}

// A message of fields that are numbers or bytes, by their numbers; of a repeated one all.
function readMessage(bytes) {
  const fields = {};
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      if (at >= bytes.length || shift > 63n) throw "a number in it does not end";
      const byte = bytes[at++];
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const number = tag >> 3;
    if ((tag & 7) === 0) {
      fields[number] = varint();
    } else if ((tag & 7) === 2) {
      const length = Number(varint());
      if (at + length > bytes.length) throw "a field of it is cut";
      (fields[number] = fields[number] || []).push(bytes.subarray(at, at + length));
      at += length;
    } else {
      throw "a field of it is of a type that no record has";
    }
  }
  return fields;
}

const NO_BYTES = new Uint8Array();

function readRecord(bytes) {
  const record = readMessage(bytes);
  const entry = readMessage((record[1] || [NO_BYTES])[0]);
  const statement = (entry[4] || [NO_BYTES])[0];
  const said = readMessage(statement);
  return {
    index: Number(entry[1] || 0n),
    previous: (entry[2] || [NO_BYTES])[0],
    recordedAt: BigInt.asIntN(64, entry[3] || 0n),
    statement,
    game: (said[1] || [NO_BYTES])[0],
    seenSize: Number(said[2] || 0n),
    seenHash: (said[3] || [NO_BYTES])[0],
    signatures: (record[2] || []).map((one) => {
      const signature = readMessage(one);
      return {key: (signature[1] || [NO_BYTES])[0], bytes: (signature[2] || [NO_BYTES])[0]};
    }),
  };
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
