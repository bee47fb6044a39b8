// nomic revise: gives a proposal another form before its vote is called (111).
#include <fmt/format.h>

#include "nomic/changes.h"
#include "nomic/commands/all.h"
#include "nomic/move.h"
#include "nomic/replay/text.h"

namespace nomic::tools {
namespace {

constexpr std::size_t REASON_LIMIT = 2000;

class Revise : public MoveCommand {
 public:
  Revise() : MoveCommand("revise") {}

 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("[P] [KIND [N...]]",
                    "The proposal, which may be left out where only one is open; and the rule-change as propose takes "
                    "it, where it is "
                    "another than before.",
                    words_);
    change_.declare(arguments);
    arguments.section("The proposal", true);
    arguments.option("--reason", "REASON", "Why, for people.", reason_);
  }

  Status prepare(Call& call, RequestParts& asked) override {
    std::vector<std::string> words = words_;
    if (!words.empty() && looks_like_number(words.front())) {
      proposal_ = words.front();
      words.erase(words.begin());
    }
    if (auto read = change_.read_words(words); !read) return read;
    if (reason_) {
      auto clean = replay::clean_line(*reason_, "the reason", REASON_LIMIT);
      if (!clean) return failure_of(clean.error());
      reason_ = std::move(*clean);
    }
    return change_.read_texts(call, asked);
  }

  Result<v1::Event> event(Call& /*call*/, replay::Game& game) override {
    const replay::Engine& engine = game.engine();
    auto number = proposal_named(engine, proposal_);
    if (!number) return number.error();
    v1::Event event;
    v1::ProposalRevised* revised = event.mutable_proposal_revised();
    revised->set_proposal(*number);
    revised->set_reason(reason_.value_or(""));
    const v1::Proposal* form = nullptr;
    for (const v1::Proposal& proposal : engine.state().proposals()) {
      if (proposal.number() == *number) form = &proposal;
    }
    // Without an open form there is nothing to build on: the engine says why it cannot be revised.
    if (form == nullptr && !change_.has_kind()) return event;
    auto changes = change_.has_kind() ? change_.build(engine, warnings_) : change_.build_on(*form, warnings_);
    if (!changes) return changes.error();
    for (v1::RuleChange& change : *changes) *revised->add_changes() = std::move(change);
    if (form != nullptr) revised->set_together(form->together());
    return event;
  }

 private:
  ChangeOptions change_;
  std::optional<std::string> proposal_;
  std::optional<std::string> reason_;
};

}  // namespace

const CommandSpec REVISE = {
    "revise",
    "Play",
    "[P] [KIND [N...]] [--text TEXT | --file FILE | -] [OPTIONS]",
    "Gives a proposal another form, before its vote is called.",
    "Only its proponent revises it. The number stays. What is not given stays as it was, unless another rule-change is "
    "named.",
    "nomic init Ann Bob Cleo\n"
    "nomic propose enact --text 'Whoever moves makes tea.' --as Ann\n"
    "nomic revise --text 'Whoever moves makes tea or coffee.' --as Ann\n"
    "nomic revise 301 repeal 206 --as Ann",
    make_command<Revise>,
};

}  // namespace nomic::tools
