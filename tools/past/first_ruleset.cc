#include "first_ruleset.h"

#include <set>

#include "nomic/replay/reference.h"
#include "playable.h"

namespace nomic::tools {
namespace {

const v1::RuleBody* body_of(const v1::Ruleset& ruleset, std::uint32_t number) {
  for (const v1::RuleBody& body : ruleset.rules()) {
    if (replay::number_in(body.number()) == number) return &body;
  }
  return nullptr;
}

v1::Ruleset imported(const RulePage& page, const replay::ImportOptions& reading) {
  auto read = page.folder ? replay::import_folder(page.files, page.where, reading)
                          : replay::import_page(page.files.front().bytes, page.where, reading);
  return read && !read->unplayable ? std::move(read->ruleset) : v1::Ruleset();
}

}  // namespace

v1::Ruleset first_ruleset(const RulePage& page, const replay::ImportOptions& reading) {
  replay::ImportOptions options = reading;
  if (!page.posted.lang.empty()) options.langs = {page.posted.lang};
  const v1::Ruleset known = imported(page, options);
  v1::Ruleset ruleset;
  ruleset.set_edition(known.edition());
  ruleset.add_modes(v1::TABLE);
  std::set<std::string> removed;
  ruleset.set_source(playable_line(page.where, removed));
  ruleset.set_authoritative_lang(page.posted.lang.empty() ? "und" : page.posted.lang);
  std::set<std::uint32_t> taken;
  for (const replay::RuleCopy& posted : page.posted.rules) {
    if (!taken.insert(posted.number).second) continue;
    v1::RuleBody& rule = *ruleset.add_rules();
    rule.set_number(replay::reference(posted.number));
    rule.set_title(posted.title.value_or(""));
    v1::Text& text = *rule.add_texts();
    text.set_lang(ruleset.authoritative_lang());
    text.set_text(posted.text);
    rule.set_status(posted.status);
    const v1::RuleBody* body = body_of(known, posted.number);
    if (body != nullptr && rule.status() == v1::RULE_STATUS_UNSPECIFIED) rule.set_status(body->status());
    if (rule.status() == v1::RULE_STATUS_UNSPECIFIED) rule.set_status(v1::MUTABLE);
    if (body != nullptr && body->texts(0).text() == posted.text) *rule.mutable_provisions() = body->provisions();
  }
  return ruleset;
}

}  // namespace nomic::tools
