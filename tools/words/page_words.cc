#include "nomic/words/page_words.h"

#include <algorithm>

#include "page_words_data.h"

namespace nomic::tools {
namespace {

using Catalogue = std::map<std::string, std::string>;

constexpr std::string_view SIGN = " = ";

// A line each: `key = words`. Lines that begin with # say something to who reads the file.
Catalogue read_catalogue(std::string_view text) {
  Catalogue words;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::size_t sign = line.find(SIGN);
    if (line.starts_with('#') || sign == std::string_view::npos) continue;
    words.emplace(line.substr(0, sign), line.substr(sign + SIGN.size()));
  }
  return words;
}

const std::map<std::string, Catalogue>& catalogues() {
  static const auto ALL = [] {
    std::map<std::string, Catalogue> all;
    for (const PageCatalogue& one : page_catalogues()) all.emplace(one.lang, read_catalogue(one.text));
    return all;
  }();
  return ALL;
}

}  // namespace

const std::vector<std::string>& page_languages() {
  static const auto ALL = [] {
    std::vector<std::string> codes;
    for (const auto& [lang, words] : catalogues()) codes.push_back(lang);
    return codes;
  }();
  return ALL;
}

std::string page_language(std::string_view tag) {
  std::string code(tag.substr(0, tag.find('-')));
  return catalogues().contains(code) ? code : std::string();
}

PageWords::PageWords(std::string_view lang) : lang_(lang), words_(&catalogues().at(lang_)) {}

const std::string& PageWords::operator()(std::string_view key) const {
  return words_->at(std::string(key));
}

std::string PageWords::filled(std::string_view key, Parts parts) const {
  std::string out;
  std::string_view rest = (*this)(key);
  while (!rest.empty()) {
    const std::size_t open = std::min(rest.find('{'), rest.size());
    const std::size_t close = rest.find('}', open);
    out += rest.substr(0, open);
    if (close == std::string_view::npos) break;
    const std::string_view name = rest.substr(open + 1, close - open - 1);
    const auto part = std::find_if(parts.begin(), parts.end(), [&](const auto& one) { return one.first == name; });
    if (part != parts.end()) out += part->second;
    rest.remove_prefix(close + 1);
  }
  return out;
}

std::string PageWords::row(const std::vector<std::string>& parts) const {
  std::string out = parts.empty() ? "" : parts.front();
  for (std::size_t at = 1; at < parts.size(); ++at) {
    out = filled(at + 1 == parts.size() ? "list.last" : "list.more", {{"row", out}, {"part", parts[at]}});
  }
  return out;
}

}  // namespace nomic::tools
