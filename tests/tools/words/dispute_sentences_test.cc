// Sentences of moves in a dispute: free text within them ends before the next sentence begins.
#include "nomic/words/dispute_sentences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "nomic/v1/event.pb.h"
#include "nomic/words/sentences.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

std::string delivered(const std::string& answer, const std::string& reasons) {
  v1::Event event;
  auto& judgment = *event.mutable_judgment_delivered();
  judgment.set_question(40);
  judgment.set_answer(answer);
  judgment.set_reasons(reasons);
  judgment.add_strikes(37);
  return paint(sentence_of(event, "Cleo"), false);
}

TEST(JudgmentSentences, KeepTheirPartsApart) {
  EXPECT_EQ(delivered("It was 4", "I saw it"),
            "Cleo judges the question of #40: It was 4. Reasons: I saw it. The Judgment strikes #37.");
  EXPECT_EQ(delivered("It was 4.", "Who saw it?"),
            "Cleo judges the question of #40: It was 4. Reasons: Who saw it? The Judgment strikes #37.");
  EXPECT_EQ(delivered("4\u3067\u3059\u3002", "See:"),
            "Cleo judges the question of #40: 4\u3067\u3059\u3002 Reasons: See: The Judgment strikes #37.");
}

}  // namespace
}  // namespace nomic::tools
