#include "html_text.h"

#include <fmt/format.h>

#include "nomic/words/terminal_text.h"

namespace nomic::tools {

std::string html(std::string_view text) {
  std::string out;
  for (const char c : paint(text, false)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string program_words(std::string_view text, const PageWords& words) {
  return words.lang() == "en" ? html(text) : "<span lang=\"en\">" + html(text) + "</span>";
}

std::string html_passage_of(std::string_view element, std::string_view lang, std::string_view markup) {
  return fmt::format(R"(<{0} lang="{1}" class="text" dir="auto">{2}</{0}>)", element, html(lang), markup);
}

std::string html_passage(std::string_view element, std::string_view lang, std::string_view text) {
  return html_passage_of(element, lang, html(text));
}

std::string html_name(std::string_view name) {
  return fmt::format("<bdi>{}</bdi>", html(name));
}

std::string html_time(std::string_view rfc3339) {
  if (rfc3339.empty()) return {};
  // "2012-05-30T10:00:07.5Z" as people read it.
  const std::string day(rfc3339.substr(0, 10));
  const std::string time(rfc3339.size() > 16 ? rfc3339.substr(11, 5) : "");
  return fmt::format("<time datetime=\"{}\">{} {} UTC</time>", html(rfc3339), html(day), html(time));
}

}  // namespace nomic::tools
