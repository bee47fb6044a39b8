// What a server's answer means to whoever asked: a message, or why there is none.
#pragma once

#include <google/protobuf/message.h>

#include <string>

#include "exchange.h"
#include "nomic/views/failure.h"
#include "nomic/words/json_reader.h"

namespace nomic::tools {

// Whom it is about, in messages, and who asks.
struct AskedOf {
  std::string server;   // "https://nomic.example", or of a folder's server what it keeps
  std::string version;  // of this program
  bool is_local = false;
  bool is_move = false;
};

// Why nobody could be reached, or did not answer.
Failure unreachable(const AskedOf& of, const WireFault& fault);
Failure unanswered(const AskedOf& of, NoAnswer how);
// What it refuses, in its own words; or that it is no server of games.
Failure refusal_in(const AskedOf& of, const HttpAnswered& answered);
Failure no_answer_of_games(const AskedOf& of, const HttpAnswered& answered);

// The document as that message, within limits. Fields that only a newer server knows are passed over. False: it is no
// such document.
bool read_answer(const HttpAnswered& answered, JsonLimits limits, google::protobuf::Message& into);

}  // namespace nomic::tools
