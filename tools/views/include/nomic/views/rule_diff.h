// How two versions of a rule differ: by word, by provision, in title and status.
#pragma once

#include <string>
#include <string_view>

#include "nomic/v1/rules.pb.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// Puts what differs into the view; whether anything does. The texts to compare may be null: then they are not compared.
bool rule_difference(const v1::RuleBody& one, const v1::RuleBody& other, const v1::Text* before, const v1::Text* after,
                     const std::string& lang, v1::CompareView::Rule& rule);

// The parts of it: the provisions, and the texts by word, whether they differ or not.
void provision_difference(const v1::RuleBody& one, const v1::RuleBody& other, v1::CompareView::Rule& rule);
void text_difference(std::string_view before, std::string_view after, const std::string& lang,
                     v1::CompareView::Rule& rule);

// "mutable", "immutable"
std::string_view status_word(v1::RuleStatus status);

}  // namespace nomic::tools
