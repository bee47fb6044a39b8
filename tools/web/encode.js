// What is recorded, as bytes: events and statements in the one form in which a ledger takes them (docs/format.md,
// section 1), so that a page signs what it shows and no words of a server's. The server takes the bytes as they are, or
// refuses them.
//
// A message by its fields: name, number, type; types: u a number, a bool or a value of an enum, s text, b bytes, or the
// name of a message; behind * there may be several. Behind these, of what is learned: whether it stands there even where
// it is zero, and the numbers of words. What is not listed cannot be said from here.
const WIRE = {
  Event: [
    ["player_forfeited", 11, "Nothing"], ["activity_changed", 13, "ActivityChanged"],
    ["approval_given", 14, "ApprovalGiven"], ["proposal_made", 20, "ProposalMade"],
    ["proposal_withdrawn", 22, "OfProposal"], ["debate_spoken", 23, "DebateSpoken"], ["vote_called", 24, "OfProposal"],
    ["vote_cast", 25, "VoteCast"], ["vote_withdrawn", 26, "OfProposal"], ["dice_thrown", 30, "DiceThrown"],
    ["dice_committed", 31, "DiceCommitted"], ["dice_revealed", 32, "DiceRevealed"],
    ["judgment_invoked", 40, "JudgmentInvoked"], ["judgment_delivered", 41, "JudgmentDelivered"],
    ["overrule_voted", 42, "OverruleVoted"], ["debate_end_asked", 43, "OfProposal"],
    ["consent_given", 44, "ConsentGiven"], ["act_performed", 51, "ActPerformed"],
    ["objection_raised", 54, "ObjectionRaised"], ["key_registered", 60, "KeyRegistered"],
  ],
  Nothing: [],
  ActivityChanged: [["active", 1, "u"], ["reason", 2, "s"]],
  ApprovalGiven: [["player", 1, "s"], ["approve", 2, "u"]],
  ProposalMade: [["changes", 1, "*RuleChange"], ["reason", 3, "s"], ["call_vote", 4, "u"]],
  RuleChange: [["kind", 1, "u"], ["rule", 2, "s"], ["title", 3, "s"], ["texts", 4, "*Text"],
    ["provisions", 5, "*Provision"]],
  Text: [["lang", 1, "s"], ["text", 2, "s"]],
  OfProposal: [["proposal", 1, "s"]],
  DebateSpoken: [["proposal", 1, "s"], ["text", 2, "s"]],
  VoteCast: [["proposal", 1, "s"], ["choice", 2, "u"], ["form", 3, "b"]],
  DiceThrown: [["faces", 1, "*u"], ["source", 2, "u"]],
  DiceCommitted: [["commitment", 1, "b"], ["position", 2, "DicePosition"]],
  DiceRevealed: [["secret", 1, "b"], ["position", 2, "DicePosition"]],
  DicePosition: [["turn_record", 1, "u"], ["proposal", 2, "s"], ["part", 3, "u"], ["round", 4, "u"]],
  JudgmentInvoked: [["question", 1, "s"], ["about", 2, "*u"]],
  JudgmentDelivered: [["question", 1, "u"], ["answer", 2, "s"], ["reasons", 3, "s"], ["cited", 4, "*s"]],
  OverruleVoted: [["judgment", 1, "u"], ["overrule", 2, "u"]],
  ConsentGiven: [["withdrawn", 1, "u"]],
  ActPerformed: [["cited", 1, "s"], ["text", 2, "s"]],
  ObjectionRaised: [["record", 1, "u"], ["reason", 2, "s"]],
  KeyRegistered: [["player", 1, "s"], ["public_key", 2, "b"], ["key_name", 3, "s"]],
  Statement: [
    ["game", 1, "b"], ["seen_size", 2, "u"], ["seen_hash", 3, "b"], ["author", 4, "s"], ["request_id", 5, "s"],
    ["payload", 6, "b"],
  ],
  SignedStatement: [["statement", 1, "b"], ["signatures", 2, "*Signature"]],
  Signature: [["public_key", 1, "b"], ["signature", 2, "b"]],
};

const UTF8 = new TextEncoder();
const LEARNED = {NUMBER: "u", SIGNED: "u", TRUTH: "u", WORD: "u", TEXT: "s"};

// As JSON has it: "pointsThousandths".
function camel(name) {
  return name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());
}

// The messages of provisions, from their schema (GET /v1/provisions): each kind as it is described there.
function learn(schema) {
  const words = new Map((schema.enumerations || []).map((one) =>
    [one.name, new Map((one.words || []).map((word) => [word.name, word.number]))]));
  for (const message of schema.messages) {
    WIRE[message.name] = (message.fields || []).map((field) => [
      camel(field.name), field.number, (field.repeated ? "*" : "") + (LEARNED[field.type] || field.of),
      Boolean(field.always), words.get(field.of),
    ]).sort((one, other) => one[1] - other[1]);
  }
}

// Below zero as protobuf has it, in 64 bits; a word by its number.
function wireNumber(one, words) {
  const number = words && typeof one === "string" ? words.get(one) : one;
  if (number === undefined) throw new Error("no word is " + one);
  return BigInt.asUintN(64, BigInt(number));
}

// The bytes of a message; throws what the message does not have.
function encoded(name, value) {
  const fields = WIRE[name];
  const unknown = Object.keys(value).find((key) => !fields.some((field) => field[0] === key));
  if (unknown) throw new Error(name + " has no " + unknown);
  const out = new Message();
  for (const [key, number, type, always, words] of fields) {
    const one = value[key];
    if (one === undefined) continue;
    if (type === "*u") {
      const packed = new Message();
      one.forEach((each) => packed.varint(wireNumber(each, words)));
      out.bytes(number, packed.joined());
    } else if (type === "*s") {
      one.forEach((each) => out.bytes(number, UTF8.encode(each), true));
    } else if (type[0] === "*") {
      one.forEach((each) => out.bytes(number, encoded(type.slice(1), each), true));
    } else if (type === "u") {
      const value = wireNumber(one, words);
      if (value || always) out.varint(number << 3);
      if (value || always) out.varint(value);
    } else if (type === "s" || type === "b") {
      out.bytes(number, type === "s" ? UTF8.encode(one) : one, always);
    } else {
      out.bytes(number, encoded(type, one), true);
    }
  }
  return out.joined();
}

function unhex(digits) {
  return Uint8Array.from(digits.match(/../g) || [], (pair) => parseInt(pair, 16));
}

// As RFC 7468 has it: what a server, or `nomic submit`, takes.
function armored(bytes, label) {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return "-----BEGIN " + label + "-----\n" + text.replace(/.{1,64}/g, "$&\n") + "-----END " + label + "-----\n";
}

// In the form in which texts are recorded: normal form C, lines ending in \n, no blank lines around.
function asText(typed) {
  return (typed || "").normalize("NFC").replace(/\r\n?/g, "\n").replace(/^(?:[ \t]*\n)+|\s+$/g, "");
}

function asLine(typed) {
  return asText(typed).trim();
}
