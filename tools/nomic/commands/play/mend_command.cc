// nomic mend: the lawful ways out of a slip, with their commands; or the first step of one.
#include <fmt/format.h>

#include "cli/run.h"
#include "commands/all.h"
#include "nomic/replay/ways_out.h"
#include "nomic/views/typed_numbers.h"
#include "nomic/words/listing.h"
#include "nomic/words/terminal_text.h"
#include "render/mend_view.h"

namespace nomic::tools {
namespace {

class Mend : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("[RECORD]", "The record with the slip. Left out: the last one of who asks, or of the game.",
                    words_);
    arguments.option("--as", "NAME", "Who asks. Else NOMIC_PLAYER.", as_);
    arguments.flag("--do", "Gives the first command of the first way.", do_);
    arguments.option("--way", "N", "With --do: the first command of the Nth way.", way_);
    arguments.flag("--dry-run", "With --do: says what that command would bring about, and records nothing.", dry_run_);
    arguments.list("--showed", "FACE",
                   "What a die showed that was typed wrongly; of several dice each, in their order.", typed_faces_);
  }

  Result<Exit> run(Call& call) override {
    if (words_.size() > 1) return usage("one record is mended at a time.", "for example: nomic mend 37");
    if (way_ && !do_) return usage("--way says which way --do goes.", "add --do");
    if (dry_run_ && !do_)
      return usage("--dry-run tries what --do would do.", "add --do: without it nothing is recorded");
    for (const std::string& typed : typed_faces_) {
      NOMIC_ASSIGN(auto face, parse_face(typed));
      showed_.push_back(face.value);
    }
    NOMIC_ASSIGN(auto held, call.game(ledger::Access::READ));
    replay::Game& game = *held;
    NOMIC_ASSIGN(auto by, asker(call, game));
    NOMIC_ASSIGN(auto record, which(call, game, by));
    NOMIC_ASSIGN(auto found, or_failure(replay::ways_out(game, record, {call.io.now(), by, showed_})));
    NOMIC_TRY(check_faces(found));
    const auto named = call.io.env("NOMIC_KEY");
    const bool names_key = !named || named->empty();
    const v1::MendView view = mend_view(found, game.engine().state(), names_key);
    if (do_) return take(call, found, view, by, game.engine().state(), names_key);
    if (call.out.is_text()) {
      call.out.text(mend_text(view, call.out.wrap_width()));
    } else if (call.out.format() == Format::JSON) {
      call.out.json(view);
    } else {
      for (const v1::MendView::Way& way : view.ways()) call.out.json(way);
    }
    return Exit::DONE;
  }

 private:
  // As records spell them; empty: nobody says who they are.
  Result<std::string> asker(Call& call, const replay::Game& game) const {
    const std::string& typed = as_ ? *as_ : call.settings.as;
    if (typed.empty()) return std::string();
    return or_failure(game.player(typed));
  }

  Result<std::uint64_t> which(Call& call, replay::Game& game, const std::string& by) const {
    if (!words_.empty()) {
      NOMIC_ASSIGN(auto typed, parse_record(words_[0], "the number of a record"));
      return typed.value;
    }
    NOMIC_ASSIGN(auto last, or_failure(replay::last_record_of(game, by)));
    if (last) return asked_about(call, game, *last);
    return usage(fmt::format("{} has made no record yet.", on_one_line(by)), "name one: nomic mend RECORD");
  }

  // Who has asked about a record means that one: the question was the first step out of it.
  static Result<std::uint64_t> asked_about(Call& call, replay::Game& game, std::uint64_t last) {
    NOMIC_ASSIGN(auto move, or_failure(game.history().at(last)));
    const v1::JudgmentInvoked& question = move.event.judgment_invoked();
    if (question.about_size() != 1) return last;
    call.out.note(fmt::format("#{} asks about #{}: this is of that. Of the question itself: nomic mend {}", last,
                              question.about(0), last));
    return question.about(0);
  }

  Status check_faces(const replay::WaysOut& found) const {
    if (showed_.empty()) return ledger::Done{};
    const v1::Event& event = found.record.event;
    if (!event.has_dice_thrown() || event.dice_thrown().source() != v1::DiceThrown::HAND) {
      return usage(fmt::format("#{} is no throw whose faces somebody typed.", found.record.index),
                   "leave --showed out");
    }
    const auto& typed = event.dice_thrown().faces();
    if (std::equal(typed.begin(), typed.end(), showed_.begin(), showed_.end())) {
      return usage(fmt::format("that is what #{} says.", found.record.index), "there is nothing to mend");
    }
    return ledger::Done{};
  }

  // A step is its player's: nobody judges, votes or throws in another's name by it.
  static Status check_whose(const replay::WaysOut& found, const v1::MendView::Step& step, const std::string& by) {
    const std::string& doer = by.empty() ? found.record.author : by;
    if (step.player() == doer || doer.empty()) return ledger::Done{};
    return refused(fmt::format("the next step is {}'s, not {}'s.", on_one_line(step.player()), on_one_line(doer)),
                   fmt::format("they give it themselves: {}", step.command()));
  }

  // The command as it was shown, given.
  Result<Exit> take(Call& call, const replay::WaysOut& found, const v1::MendView& view, const std::string& by,
                    const replay::State& state, bool names_key) const {
    const std::uint64_t wanted = way_ ? way_->value : 1;
    if (found.ways.empty()) {
      return refused(fmt::format("there is no way out of #{}", view.record()),
                     view.notes().empty() ? "" : view.notes(0));
    }
    if (wanted == 0 || wanted > found.ways.size()) {
      return usage(fmt::format("there is no way {}: there {} {}.", wanted, found.ways.size() == 1 ? "is" : "are",
                               found.ways.size()),
                   fmt::format("see them: nomic mend {}", view.record()));
    }
    const auto at = static_cast<int>(wanted) - 1;
    const v1::MendView::Step& step = view.ways(at).steps(0);
    NOMIC_TRY(check_whose(found, step, by));
    if (!step.blanks().empty()) {
      return usage(fmt::format("only you know {} in it.", listed({step.blanks().begin(), step.blanks().end()})),
                   fmt::format("fill in, and give it yourself: {}", step.command()));
    }
    auto words = words_of(found.ways[static_cast<std::size_t>(at)].steps.front(), state, names_key);
    if (dry_run_) words.emplace_back("--dry-run");
    auto done = call.runner.carry_out(words, call.settings);
    if (!done || view.ways(at).steps_size() == 1) return done;
    for (int next = 1; next < view.ways(at).steps_size(); ++next) {
      call.out.note(fmt::format("then: {}", view.ways(at).steps(next).command()));
    }
    return done;
  }

  std::vector<std::string> words_;
  std::optional<std::string> as_;
  bool do_ = false;
  bool dry_run_ = false;
  std::optional<Size> way_;
  std::vector<std::string> typed_faces_;
  std::vector<std::uint32_t> showed_;
};

}  // namespace

const CommandSpec MEND = {
    "mend",
    "Play",
    "[RECORD] [--do [--way N] [--dry-run]] [--showed FACE]",
    "Says which lawful ways there are out of a slip, the easiest first, with the commands to paste.",
    "A vote can be changed, where the rules let it be; a proposal revised or taken back; words, a title, a name or a "
    "time corrected, unless somebody objects; a move struck by a Judgment while its turn lasts. Each way that is shown "
    "was tried on a copy of the game as it is now, all of its steps, one after the other: the rules allow them. It "
    "says "
    "who else must act, and what others may still do about it. A word in capitals is to be filled in.\n"
    "Nothing is ever removed: the record stays in the log, and what mends it stands beside it. --do gives the first "
    "command, if it is yours to give, and says which come next; once it is given, mend goes on from there.\n"
    "Of a die that was typed wrongly --showed says what it was: within the turn it is thrown again so, and once the "
    "turn is over the difference in points is found.",
    "nomic init Ann Bob Cleo\n"
    "nomic propose repeal 209 --call-vote --as Ann\n"
    "nomic vote against --as Bob\n"
    "nomic mend\n"
    "nomic mend 34 --do --as Bob\n"
    "nomic judgment deliver 'It was.' --reasons 'All heard it.' --strike 34 --as Cleo",
    make_command<Mend>,
};

}  // namespace nomic::tools
