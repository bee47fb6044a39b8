// nomic check-references: numbers in rules' texts that no longer mean what they meant.
#include "cli/progress.h"
#include "commands/all.h"
#include "nomic/views/references_view.h"
#include "render/references_text.h"
#include "shared/file_word.h"
#include "shared/moment_options.h"

namespace nomic::tools {
namespace {

class CheckReferences : public Command {
 public:
  void declare(Arguments& arguments) override {
    file_.declare(arguments);
    when_.declare(arguments);
  }

  [[nodiscard]] Result<std::string> file_asked() const override { return file_.asked(); }

  Result<Exit> run(Call& call) override {
    NOMIC_ASSIGN(auto held, call.game(ledger::Access::READ));
    NOMIC_ASSIGN(auto size, when_.size(*held));
    Progress progress(call.io, "check-references", size);
    const auto histories = replay::rule_histories(
        *held, 0, size, [&](std::uint64_t done) { progress.at(done); }, replay::VersionTexts::WHERE_NEW);
    if (!histories) return failure_of(histories.error());
    const v1::ReferencesView view = references_view(*histories, replay::references(*histories));
    if (call.out.is_text()) {
      call.out.text(references_text(view, call.out.wrap_width()));
    } else if (call.out.format() == Format::JSON) {
      call.out.json(view);
    } else {
      for (const auto& reference : view.references()) call.out.json(reference);
    }
    return view.ok() ? Exit::DONE : Exit::DIFFERENT;
  }

 private:
  FileWord file_;
  MomentOptions when_;
};

}  // namespace

const CommandSpec CHECK_REFERENCES = {
    "check-references",
    "Look",
    "[FILE | -] [--at POINT]",
    "Lists the numbers in rules' texts that no longer mean the rule that was meant.",
    "Rule 108 gives a changed rule a new number, and texts that name it by the old one go stale. A number means the "
    "rule that bore it when the sentence was proposed. For each text that could be put right, the proposal that would "
    "do it is given. Ends with 1 if any number is stale.",
    "nomic init Ann Bob Cleo\n"
    "nomic check-references",
    make_command<CheckReferences>,
};

}  // namespace nomic::tools
