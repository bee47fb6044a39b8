#include "shared/file_word.h"

namespace nomic::tools {

void FileWord::declare(Arguments& arguments) {
  arguments.words("[FILE]", "A bundle or a backup to look at in place of a ledger; - is standard input.", words_);
}

Result<std::string> FileWord::asked() const {
  if (words_.size() > 1) return usage("one file is looked at at a time.");
  return words_.empty() ? std::string() : words_[0];
}

void add_file(Call& call, const ledger::GameId& game, v1::FindingsView& view) {
  auto place = call.session.find_ledger(call.settings.ledger);
  if (!place) return;
  const FileFound* found = call.session.found_in(*place);
  if (found == nullptr) return;
  for (const GameInFile& one : found->games) {
    if (one.head.game != game) continue;
    *view.mutable_file() = file_view(found->path, one);
    for (const std::string& each : met_otherwise(found->path, one)) call.out.warning(each);
  }
}

}  // namespace nomic::tools
