#include "nomic/ledger/hash.h"
#include "nomic/replay/digest.h"
#include "nomic/replay/text.h"
#include "nomic/service/service.h"

namespace nomic::tools {

ledger::Hash digest_of(const v1::Request& request) {
  v1::Request asked = request;
  asked.set_author(replay::fold(asked.author()));
  asked.clear_request_id();
  asked.clear_expect();
  asked.clear_dry_run();
  asked.clear_alike();
  asked.clear_confirmed();
  if (asked.has_commit_dice()) asked.mutable_commit_dice()->clear_commitment();
  if (asked.has_reveal_dice()) asked.mutable_reveal_dice()->clear_secret();
  return ledger::sha256("nomic/request/v2\n" + replay::canonical_walk(asked));
}

}  // namespace nomic::tools
