// Checking the records that are in the page again, in this browser: their hashes, chain, places, times, signatures, and
// the root of their tree. It begins after the first paint and works in slices, so that the page stays quick.
const SLICE_MS = 12;
const CONTEXT = new TextEncoder().encode("nomic/statement/v1\n");

const checking = {phase: "none", records: 0, signatures: 0, unchecked: 0, fault: "", record: -1};

async function sha256(...parts) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...parts)));
}

function pause() {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

async function checkBundle() {
  if (!doc.records) return;
  if (!(self.crypto && crypto.subtle)) {
    checking.phase = "unable";
    return m.redraw();
  }
  checking.phase = "running";
  try {
    const bytes = poolRecords.length ? poolRecords : await readBlock("bundle");
    if (!bytes) throw "it holds none";
    await checkParts(bytes);
    checking.phase = "done";
  } catch (fault) {
    checking.phase = "failed";
    checking.fault = String(fault);
  }
  m.redraw();
}

async function checkParts(bytes) {
  const bundle = new PackedBundle(bytes);
  const tree = [];
  let time = null;
  let began = performance.now();
  while (!bundle.isDone) {
    checking.record = checking.records;
    const part = bundle.part();
    if (part.kind === "T") await checkTotal(part.body, tree, bundle.leaves);
    if (part.kind !== "R") continue;
    const leaf = await sha256(new Uint8Array([0]), part.body);
    checkPlace(part, leaf, bundle.leaves);
    if (time !== null && part.time < time) throw "it is dated before the record before it";
    await checkSignatures(part);
    await grow(tree, checking.records, leaf);
    bundle.leaves.push(leaf);
    time = part.time;
    checking.records += 1;
    if (performance.now() - began > SLICE_MS) {
      if (place.view === "evidence") m.redraw();
      await pause();
      began = performance.now();
    }
  }
  checking.record = -1;
  if (checking.records !== doc.size) {
    throw "it holds " + checking.records + " records, and the page speaks of " + doc.size;
  }
}

function checkPlace(record, leaf, leaves) {
  if (record.index !== checking.records) throw "it says that it is record " + record.index;
  if (hex(record.index === 0 ? leaf : record.game) !== doc.game) throw "it belongs to another game";
  if (record.index > 0 && !isSame(record.previous, leaves[record.index - 1])) {
    throw "it does not follow the record before it";
  }
  if (record.seenSize > 0 && !isSame(record.seenHash, leaves[record.seenSize - 1])) {
    throw "it claims to have seen another record " + (record.seenSize - 1);
  }
}

function isSame(one, other) {
  return other !== undefined && one.length === other.length && one.every((byte, at) => byte === other[at]);
}

const keys = new Map();

// null: this browser knows no Ed25519.
async function keyOf(bytes) {
  const name = hex(bytes);
  if (!keys.has(name)) {
    const fault = faultOfKey(bytes);
    if (fault) throw "a public key is not to be trusted: " + fault;
    keys.set(name, await crypto.subtle.importKey("raw", bytes, {name: "Ed25519"}, false, ["verify"]).catch(() => null));
  }
  return keys.get(name);
}

async function checkSignatures(record) {
  for (const one of record.signatures) {
    const key = await keyOf(one.key);
    if (!key) {
      checking.unchecked += 1;
    } else if (await crypto.subtle.verify({name: "Ed25519"}, key, one.bytes, joined(CONTEXT, record.statement))) {
      checking.signatures += 1;
    } else {
      throw "a signature does not verify";
    }
  }
}

// The roots of the complete subtrees so far, the largest first (RFC 6962, section 2.1).
async function grow(tree, size, leaf) {
  let node = leaf;
  for (; size & 1; size >>= 1) node = await sha256(new Uint8Array([1]), tree.pop(), node);
  tree.push(node);
}

async function checkTotal(body, tree, leaves) {
  checking.record = -1;
  let root = tree[tree.length - 1];
  for (let at = tree.length - 2; at >= 0; --at) root = await sha256(new Uint8Array([1]), tree[at], root);
  if (hex(body.subarray(8)) !== hex(root)) throw "the root that they claim is not theirs";
  if (hex(root) !== doc.root) throw "their root is not the one of which the page speaks";
  const head = leaves[leaves.length - 1] || NO_BYTES;
  if (hex(head) !== doc.headHash) throw "the last of them is not the one of which the page speaks";
}
