#include "render/acts_text.h"

#include <fmt/format.h>

#include "nomic/replay/reference.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"

namespace nomic::tools {
namespace {

constexpr std::size_t UNDER_ACT = 4;

std::string judged_words(const v1::CitedActView& act) {
  switch (act.judged()) {
    case v1::CitedActView::UPHELD:
      return fmt::format("Upheld by #{}.", act.by());
    case v1::CitedActView::STRUCK:
      return fmt::format("Struck by #{}.", act.by());
    case v1::CitedActView::FALLEN:
      return fmt::format("It fell at #{}.", act.by());
    default:
      return yellow("Not judged.");
  }
}

}  // namespace

std::string acts_text(const v1::ActsView& all, std::size_t width) {
  std::string out;
  for (const v1::ActsUnderView& under : all.rules()) {
    for (const v1::CitedActView& act : under.acts()) {
      out += wrap(fmt::format("Act {}, by {}, under rule {}: {} It {}. {}", bold(fmt::format("#{}", act.record())),
                              on_one_line(act.player()), under.rule(), in_quotes(act.text()), act.in_words(),
                              judged_words(act)),
                  width, 0);
    }
    out += wrap(under.text().empty() ? fmt::format("What rule {} says is not known.", under.rule())
                                     : fmt::format("Rule {} says: {}", under.rule(), on_one_line(under.text())),
                width, UNDER_ACT);
  }
  return out;
}

}  // namespace nomic::tools
