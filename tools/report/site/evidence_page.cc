// What speaks for the pages: the verdicts of verify and audit, the game's identity, its records, signed checkpoints.
#include <fmt/format.h>

#include "html_text.h"
#include "site/site_pages.h"

namespace nomic::tools {
namespace {

constexpr std::string_view EVIDENCE = "evidence.html";

std::string findings(const SiteLinks& links, const v1::FindingsView& view, std::string_view holds) {
  if (view.findings().empty()) {
    return "<p class=\"holds\">" +
           links.say(holds, {{"records", links.counted("count.records", links.game().size())}}) + "</p>";
  }
  std::vector<std::string> items;
  for (const v1::FindingView& one : view.findings()) {
    std::vector<std::string> evidence;
    for (const std::string& line : one.evidence()) evidence.push_back(site_sentence(links.game(), line));
    items.push_back("<strong class=\"broken\">" + html(one.check()) + "</strong> " + links.record(one.index()) + ": " +
                    site_sentence(links.game(), one.what()) + site_list(evidence));
  }
  return site_list(items);
}

std::string checks(const SiteLinks& links) {
  std::vector<std::vector<std::string>> rows;
  for (const v1::CheckView& one : links.game().view.audited().checks()) {
    rows.push_back({html(one.check()), links.value("verdict", one.verdict()),
                    fmt::format("{}", one.held() + one.broken()), site_sentence(links.game(), one.about())});
  }
  if (rows.empty()) return {};
  return "<details><summary>" + links.say("audit.checks") + "</summary>" +
         site_table(links.say("audit.checks.all"),
                    {links.say("column.check"), links.say("column.verdict"), links.say("column.cases"),
                     links.say("column.looks")},
                    rows) +
         "</details>";
}

std::string identity(const SiteLinks& links) {
  const v1::ReportView& view = links.game().view;
  std::string out;
  const auto add = [&](std::string_view key, std::string_view value) {
    out += fmt::format("<dt>{}</dt><dd><code>{}</code></dd>", links.say(key), html(value));
  };
  add("identity.game", view.game());
  add("identity.records", fmt::format("{}", view.size()));
  add("identity.head", view.head_hash());
  add("identity.root", view.root());
  add("site.program", "nomic " + view.program());
  return "<dl class=\"identity\">" + out + "</dl>";
}

std::string records(const SiteLinks& links) {
  const std::string& bundle = links.game().request.bundle;
  if (bundle.empty()) return "<p>" + links.say("site.records.none") + "</p>";
  return "<p>" +
         links.say("site.records", {{"file", links.to(bundle, html(bundle))},
                                    {"command", "<code dir=\"ltr\">nomic verify " + html(bundle) + "</code>"}}) +
         "</p>";
}

std::string checkpoints(const SiteLinks& links) {
  std::string out;
  for (const v1::ReportEvidence& one : links.game().view.evidence()) {
    std::string signers;
    for (const std::string& name : one.signed_by()) signers += (signers.empty() ? "" : ", ") + html_name(name);
    const std::string kind = links.value("kept", one.kind());
    const std::string of = links.counted("count.records", one.size());
    out += "<details><summary>" +
           (signers.empty() ? links.say("evidence.one", {{"kind", kind}, {"records", of}})
                            : links.say("evidence.signed", {{"kind", kind}, {"records", of}, {"names", signers}})) +
           "</summary>" + (one.text().empty() ? "" : "<pre dir=\"ltr\">" + html(one.text()) + "</pre>") + "</details>";
  }
  return out.empty() ? "<p>" + links.say("evidence.none") + "</p>" : out;
}

}  // namespace

SiteFile evidence_page(const SiteGame& game) {
  const SiteLinks links(game, EVIDENCE);
  std::string body =
      "<h1>" + links.say("view.evidence") + "</h1><h2>" + links.say("view.records") + "</h2>" + records(links);
  body += "<h2>" + links.say("evidence.recorded") + "</h2>" + findings(links, game.view.verified(), "evidence.lawful");
  body += "<h2>" + links.say("evidence.played") + "</h2>" + findings(links, game.view.audited(), "evidence.unbroken");
  body += checks(links) + "<h2>" + links.say("evidence.identity") + "</h2>" + identity(links);
  body += "<h2>" + links.say("evidence.checkpoints") + "</h2>" + checkpoints(links);
  return site_page(game, std::string(EVIDENCE), game.words("view.evidence"), EVIDENCE, body);
}

}  // namespace nomic::tools
