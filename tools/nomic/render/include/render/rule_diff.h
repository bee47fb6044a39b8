// How two versions of a rule differ: by word, by provision, in title and status.
#pragma once

#include <string>

#include "nomic/v1/rules.pb.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// Puts what differs into the view; whether anything does. The texts to compare may be null: then they are not compared.
bool rule_difference(const v1::RuleBody& one, const v1::RuleBody& other, const v1::Text* before, const v1::Text* after,
                     const std::string& lang, v1::CompareView::Rule& rule);

// For people: what is gone as [-...-], what is new as {+...+}.
std::string rule_difference_text(const v1::CompareView::Rule& rule, std::size_t width);

}  // namespace nomic::tools
