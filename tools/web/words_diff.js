// How two texts differ, by word: pieces {kind: "kept" | "gone" | "new", text}. Scripts without spaces between words are
// compared by character. Where that would take too long, what differs is given whole.
const TOKENS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}\p{M}]+|\s+|[^]/gu;
const MOST_CELLS = 4e6;

function wordsDiff(before, after) {
  const one = before.match(TOKENS) || [];
  const other = after.match(TOKENS) || [];
  let head = 0;
  while (head < one.length && head < other.length && one[head] === other[head]) ++head;
  let tail = 0;
  while (tail < one.length - head && tail < other.length - head &&
         one[one.length - 1 - tail] === other[other.length - 1 - tail]) ++tail;
  const pieces = [];
  add(pieces, "kept", one.slice(0, head));
  middle(one.slice(head, one.length - tail), other.slice(head, other.length - tail), pieces);
  add(pieces, "kept", one.slice(one.length - tail));
  return smoothed(pieces);
}

// What is kept of spaces alone between two changes belongs to them: so words are struck and added together.
function smoothed(pieces) {
  const out = [];
  let run = {gone: "", new: ""};
  const end = () => {
    for (const kind of ["gone", "new"]) if (run[kind]) out.push({kind, text: run[kind]});
    run = {gone: "", new: ""};
  };
  pieces.forEach((piece, at) => {
    const isWithin = piece.kind === "kept" && /^\s+$/.test(piece.text) && at > 0 && at + 1 < pieces.length;
    if (piece.kind !== "kept") {
      run[piece.kind] += piece.text;
    } else if (isWithin && run.gone && run.new) {
      run.gone += piece.text;
      run.new += piece.text;
    } else {
      end();
      out.push(piece);
    }
  });
  end();
  return out;
}

function add(pieces, kind, tokens) {
  if (!tokens.length) return;
  const last = pieces[pieces.length - 1];
  if (last && last.kind === kind) last.text += tokens.join("");
  else pieces.push({kind, text: tokens.join("")});
}

// The longest common subsequence, by a table of lengths from each place to the ends.
function middle(one, other, pieces) {
  const width = other.length + 1;
  if (!one.length || !other.length || (one.length + 1) * width > MOST_CELLS) {
    add(pieces, "gone", one);
    add(pieces, "new", other);
    return;
  }
  const length = new Uint32Array((one.length + 1) * width);
  for (let i = one.length - 1; i >= 0; --i) {
    for (let j = other.length - 1; j >= 0; --j) {
      length[i * width + j] = one[i] === other[j] ? length[(i + 1) * width + j + 1] + 1
        : Math.max(length[(i + 1) * width + j], length[i * width + j + 1]);
    }
  }
  let i = 0;
  let j = 0;
  while (i < one.length || j < other.length) {
    if (i < one.length && j < other.length && one[i] === other[j]) {
      add(pieces, "kept", [one[i]]);
      ++i;
      ++j;
    } else if (j >= other.length || (i < one.length && length[(i + 1) * width + j] >= length[i * width + j + 1])) {
      add(pieces, "gone", [one[i++]]);
    } else {
      add(pieces, "new", [other[j++]]);
    }
  }
}

// As elements: what is gone struck through, what is new underlined.
function pieceViews(pieces) {
  return pieces.map((piece) => piece.kind === "gone" ? m("del", shown(piece.text))
    : piece.kind === "new" ? m("ins", shown(piece.text)) : shown(piece.text));
}
