#include "play/proposing_command.h"

#include "cli/ask.h"
#include "nomic/words/remarks.h"
#include "nomic/views/meaning.h"

namespace nomic::tools {

Result<Exit> ProposingCommand::run(Call& call) {
  auto done = MoveCommand::run(call);
  return editing_.settle(call, std::move(done), call.recorded.has_value());
}

Status ProposingCommand::complete(Call& call, Means& means) {
  return editing_.asked() ? editing_.write(call, request_, means) : Status(ledger::Done{});
}

std::optional<v1::MeaningView> ProposingCommand::meaning(Service& service, const Means& means) {
  auto event = service.would_record(request_, means);
  if (!event) return std::nullopt;
  auto view = meaning_of(service.game().engine().state(), service.game().history(), *event);
  return view ? std::optional(*std::move(view)) : std::nullopt;
}

// Tried first: what would be refused is told as ever, without a question.
Result<std::optional<Question>> ProposingCommand::question(Call& call, Service& service, const Means& means) {
  if (!somebody_to_ask(call)) return std::optional<Question>();
  v1::Request trial = request_;
  trial.set_dry_run(true);
  auto tried = service.submit(trial, means);
  if (!tried || tried->receipt.repeated_request) return std::optional<Question>();
  prepare_meaning(service, means);
  tell_meaning(call);
  call.out.flush();
  const bool revises = request_.has_revise();
  std::string words;
  for (const replay::Remark& warning : tried->receipt.warnings) {
    if (!replay::is_grave(warning)) continue;
    std::string sentence = words_of(warning);
    if (sentence[0] >= 'a' && sentence[0] <= 'z') sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');
    words += sentence + ".\n";
  }
  if (words.empty()) return std::optional<Question>();
  return std::optional(revises ? Question{words + "Revise it so all the same?", "nothing was revised"}
                               : Question{words + "Propose it all the same?", "nothing was proposed"});
}

}  // namespace nomic::tools
