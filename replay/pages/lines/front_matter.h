// Front matter: the lines between `---` at the top of a Markdown file that say things about it.
//
// Only `key: value` is read, a word or a quoted text each; lists, nested values and the rest of YAML are not, and are
// given back as they stand so that they can be named.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nomic::replay::import {

struct FrontMatter {
  struct Field {
    std::size_t line = 0;  // from 1
    std::string text;      // the whole line
    std::string key;       // in lower case; empty: it is none that is read
    std::string value;     // without its quotes
  };
  std::vector<Field> fields;
  std::size_t lines = 0;  // with the marks; 0: there is no front matter
  std::size_t bytes = 0;
};

FrontMatter front_matter(std::string_view utf8);

// One line of it.
FrontMatter::Field front_matter_field(std::string_view raw, std::size_t line);

// A rule as a YAML file of its own holds it: fields, and its text as the value of `text`, `body`, `content`, `wording`
// or `description`, of the first of these that there is, or else of the only key behind which `|` or `>` stands: on the
// line of its key, or indented below it (with `|` or `>` or without). Lists and nested values are given back as they
// stand.
struct YamlRule {
  std::vector<FrontMatter::Field> fields;
  std::string text;
  std::size_t lines_above = 0;  // of the file, before the text
};

YamlRule yaml_rule(std::string_view utf8);

}  // namespace nomic::replay::import
