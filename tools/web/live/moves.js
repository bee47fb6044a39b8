// The moves that can be made from here, by the kind of what they are recorded as: for each what is asked of the player,
// the request that is made of it (schema/nomic/v1/request.proto), and the event that a key signs (encode.js). What is
// not listed is done with the command.
//
// choices: the words that stand on buttons, each a move. fields: what is filled in before. judges: the record of the
// question that is answered, or was, which stands above with its answers.
const ON = (way) => way.proposal === undefined ? {} : {proposal: way.proposal};
const ofProposal = (way) => ({proposal: way.proposal || ""});
const CHOICES = {for: 1, against: 2, abstain: 3};

const MOVES = {
  proposal_withdrawn: {request: (way) => ({withdraw: ON(way)}), event: ofProposal},
  debate_spoken: {
    fields: ["text"], request: (way, said) => ({debate: Object.assign(ON(way), {text: said.text})}),
    event: (way, said) => Object.assign(ofProposal(way), {text: asText(said.text)}),
  },
  vote_called: {request: (way) => ({callVote: ON(way)}), event: ofProposal},
  // For the form that is on the screen, and no other.
  vote_cast: {
    choices: (way) => way.choices, form: true,
    request: (way, said) => ({vote: Object.assign(ON(way), {choice: said.choice.toUpperCase(), form: said.form})}),
    event: (way, said) => Object.assign(ofProposal(way), {choice: CHOICES[said.choice], form: unhex(said.form)}),
  },
  vote_withdrawn: {request: (way) => ({withdrawVote: ON(way)}), event: ofProposal},
  dice_thrown: {
    fields: ["faces"], optional: true,
    request: (way, said) => ({roll: {faces: facesTyped(said)}}),
    event: (way, said) => facesTyped(said).length ? {faces: facesTyped(said), source: 1}
      : {faces: thrown(way), source: 2},
  },
  // With a secret that this browser makes and keeps (dice.js).
  dice_committed: {secret: true},
  dice_revealed: {secret: true},
  judgment_invoked: {
    fields: ["question"], request: (way, said) => ({invoke: {question: said.question}}),
    event: (way, said) => ({question: asText(said.question)}),
  },
  judgment_delivered: {
    fields: ["answer", "reasons"], judges: (way) => way.record || 0,
    request: (way, said) => ({
      deliver: {question: String(way.record || 0), answer: said.answer, reasons: said.reasons},
    }),
    event: (way, said) => ({question: way.record || 0, answer: asText(said.answer), reasons: asText(said.reasons)}),
  },
  overrule_voted: {
    choices: (way) => way.choices, judges: (way) => inRecord(way.record || 0, "event").record || 0,
    request: (way, said) => ({overrule: {judgment: String(way.record || 0), overrule: said.choice === "for"}}),
    event: (way, said) => ({judgment: way.record || 0, overrule: said.choice === "for"}),
  },
  debate_end_asked: {request: (way) => ({askTime: ON(way)}), event: ofProposal},
  consent_given: {
    choices: (way) => way.choices, request: (way, said) => ({consent: {withdraw: said.choice === "withdraw"}}),
    event: (way, said) => ({withdrawn: said.choice === "withdraw"}),
  },
  approval_given: {
    choices: () => ["approve", "refuse"],
    request: (way, said) => ({approve: {player: way.about, refuse: said.choice === "refuse"}}),
    event: (way, said) => ({player: way.about, approve: said.choice !== "refuse"}),
  },
  activity_changed: {
    choices: (way) => way.choices, request: (way, said) => ({activity: {active: said.choice === "active"}}),
    event: (way, said) => ({active: said.choice === "active"}),
  },
  objection_raised: {
    fields: ["reason"], optional: true,
    request: (way, said) => ({object: {record: String(way.record || 0), reason: said.reason || ""}}),
    event: (way, said) => ({record: way.record || 0, reason: asLine(said.reason)}),
  },
  player_joined: {request: () => ({join: {name: seat.player}})},
  player_forfeited: {grave: true, request: () => ({forfeit: {}, confirmed: true}), event: () => ({})},
  proposal_made: {proposes: true},
  act_performed: {
    fields: ["cited", "text"], request: (way, said) => ({act: {cited: (said.cited || "").trim(), text: said.text}}),
    event: (way, said) => ({cited: (said.cited || "").trim(), text: asText(said.text)}),
  },
};

function facesTyped(said) {
  return (said.faces || "").split(/[\s,]+/).filter((one) => one).map(Number);
}

// So many dice, each face as likely as the others.
function thrown(way) {
  const faces = way.faces || 6;
  const fair = 2 ** 32 - 2 ** 32 % faces;
  return Array.from({length: way.dice || 1}, () => {
    for (;;) {
      const [word] = crypto.getRandomValues(new Uint32Array(1));
      if (word < fair) return word % faces + 1;
    }
  });
}

// One ID for one move, however often it has to be sent.
function freshId() {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

// Makes the move, or asks only what would become of it: {consequences, warnings, meaning, index}. Throws Refused.
// `move`: {request, event}; who has a key here signs the event.
function makeMove(player, move, id, dryRun) {
  if (own.kept) return sendSigned(own.kept, move.event, id || freshId(), dryRun);
  const request = Object.assign({requestId: id}, move.request, dryRun ? {dryRun: true} : {});
  if (!move.request.join) request.author = player;
  return askJson("POST", "/v1/games/" + doc.game + "/moves", request);
}

// The form of a proposal that is open: the hash by which ballots name it.
function openForm(way) {
  const open = (doc.status.proposals || []).find((one) => one.number === way.proposal);
  return open || null;
}
