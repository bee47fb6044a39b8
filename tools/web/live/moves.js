// The moves that can be made from here, by the kind of what they are recorded as: for each what is asked of the player,
// and the request that is made of it (schema/nomic/v1/request.proto). What is not listed is done with the command.
//
// choices: the words that stand on buttons, each a move. fields: what is filled in before; [] where nothing is.
const ON = (way) => way.proposal === undefined ? {} : {proposal: way.proposal};

const MOVES = {
  proposal_withdrawn: {request: (way) => ({withdraw: ON(way)})},
  debate_spoken: {fields: ["text"], request: (way, said) => ({debate: Object.assign(ON(way), {text: said.text})})},
  vote_called: {request: (way) => ({callVote: ON(way)})},
  // For the form that is on the screen, and no other.
  vote_cast: {
    choices: (way) => way.choices, form: true,
    request: (way, said) => ({vote: Object.assign(ON(way), {choice: said.choice.toUpperCase(), form: said.form})}),
  },
  vote_withdrawn: {request: (way) => ({withdrawVote: ON(way)})},
  dice_thrown: {
    fields: ["faces"], optional: true,
    request: (way, said) => ({roll: {faces: (said.faces || "").split(/[\s,]+/).filter((one) => one).map(Number)}}),
  },
  judgment_invoked: {fields: ["question"], request: (way, said) => ({invoke: {question: said.question}})},
  judgment_delivered: {
    fields: ["answer", "reasons"],
    request: (way, said) => ({
      deliver: {question: String(way.record || 0), answer: said.answer, reasons: said.reasons},
    }),
  },
  overrule_voted: {
    choices: (way) => way.choices,
    request: (way, said) => ({overrule: {judgment: String(way.record || 0), overrule: said.choice === "for"}}),
  },
  debate_end_asked: {request: (way) => ({askTime: ON(way)})},
  consent_given: {
    choices: (way) => way.choices, request: (way, said) => ({consent: {withdraw: said.choice === "withdraw"}}),
  },
  approval_given: {
    choices: () => ["approve", "refuse"],
    request: (way, said) => ({approve: {player: way.about, refuse: said.choice === "refuse"}}),
  },
  activity_changed: {
    choices: (way) => way.choices, request: (way, said) => ({activity: {active: said.choice === "active"}}),
  },
  objection_raised: {
    fields: ["reason"], optional: true,
    request: (way, said) => ({object: {record: String(way.record || 0), reason: said.reason || ""}}),
  },
  player_joined: {joins: true, request: () => ({join: {name: seat.player}})},
  player_forfeited: {grave: true, request: () => ({forfeit: {}})},
  proposal_made: {proposes: true},
  act_performed: {
    fields: ["cited", "text"], request: (way, said) => ({act: {cited: Number(said.cited) || 0, text: said.text}}),
  },
};

// One ID for one move, however often it has to be sent.
function freshId() {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

// Makes the move, or asks only what would become of it: {consequences, warnings, meaning, index}. Throws Refused.
function makeMove(player, move, id, dryRun) {
  const request = Object.assign({requestId: id}, move, dryRun ? {dryRun: true} : {});
  if (!move.join) request.author = player;
  return askJson("POST", "/v1/games/" + doc.game + "/moves", request);
}

// The form of a proposal that is open: the hash by which ballots name it.
function openForm(way) {
  const open = (doc.status.proposals || []).find((one) => way.proposalRecord === undefined
    ? one.number === way.proposal : (one.record || 0) === way.proposalRecord);
  return open || null;
}
