// Lists as columns: what each kind of field becomes, by hand, and that a document comes back as it was.
#include "document_columns.h"

#include <gtest/gtest.h>

#include "column_node.h"
#include "nomic/report/report.h"
#include "record_places.h"

namespace nomic::tools {
namespace {

using google::protobuf::Message;

std::string columns_and_strings(const v1::ReportView& view) {
  StringPool strings;
  std::vector<const Message*> rows;
  for (const auto& entry : view.entries()) rows.push_back(&entry);
  std::string columns = columns_of(rows, strings);
  return columns + "\n" + strings.lines({});
}

TEST(DocumentColumns, EachTextStandsOnce) {
  v1::ReportView view;
  view.add_entries()->mutable_record()->set_author("Ann");
  view.add_entries()->mutable_record()->set_author("Bob");
  view.add_entries()->mutable_record()->set_author("Ann");
  EXPECT_EQ(columns_and_strings(view), "{\"record\":{\"of\":{\"author\":{\"k\":\"s\",\"v\":[0,1,0]}}}}\nAnn\nBob\n");
}

TEST(DocumentColumns, WhatIsLeftOutIsToldByTheRowsThatAreFewer) {
  v1::ReportView view;
  for (const std::uint32_t index : {0U, 4U, 9U, 0U, 30U}) view.add_entries()->mutable_record()->set_index(index);
  // Rows 0 and 3 lack it: 0 and 3 on; of [4,9,30] the differences [4,5,21] are as long, so they stand as they are.
  EXPECT_EQ(columns_and_strings(view), "{\"record\":{\"of\":{\"index\":{\"not\":[0,3],\"v\":[4,9,30]}}}}\n");
  v1::ReportView few;
  for (const std::uint32_t index : {0U, 0U, 9U, 0U, 900U}) few.add_entries()->mutable_record()->set_index(index);
  EXPECT_EQ(columns_and_strings(few), "{\"record\":{\"of\":{\"index\":{\"at\":[2,2],\"v\":[9,900]}}}}\n");
}

TEST(DocumentColumns, TimesAreCounted) {
  v1::ReportView view;
  view.add_entries()->mutable_record()->set_recorded_at("1970-01-01T00:00:01Z");
  view.add_entries()->mutable_record()->set_recorded_at("1970-01-01T00:00:01.000002Z");
  EXPECT_EQ(columns_and_strings(view), "{\"record\":{\"of\":{\"recordedAt\":{\"k\":\"t\",\"d\":[1000000,2]}}}}\n");
  // One that is none, or could be written otherwise: all are texts.
  view.add_entries()->mutable_record()->set_recorded_at("1970-01-01T00:00:01.5Z");
  EXPECT_NE(columns_and_strings(view).find("\"k\":\"s\""), std::string::npos);
}

TEST(DocumentColumns, ListsAreCounted) {
  v1::ReportView view;
  view.add_entries()->add_brought("One.");
  view.mutable_entries(0)->add_brought("Two\\\nlines.");
  view.add_entries();
  EXPECT_EQ(columns_and_strings(view),
            "{\"brought\":{\"at\":[0],\"n\":[2],\"k\":\"s\",\"v\":[0,1]}}\nOne.\nTwo\\\\\\nlines.\n");
}

TEST(DocumentColumns, ATextThatEndsWithAnotherNamesIt) {
  v1::ReportView view;
  view.add_entries()->mutable_record()->mutable_event()->set_text("Tea: at five.");
  view.mutable_entries(0)->set_in_words("Ann on proposal 301: Tea: at five.");
  EXPECT_EQ(columns_and_strings(view), R"({"record":{"of":{"event":{"of":{"text":{"k":"s","v":[0]}}}}},)"
                                       R"("inWords":{"k":"s","v":[1]}})"
                                       "\nTea: at five.\nAnn on proposal 301: \\=0\n");
}

// 28 bytes.
constexpr std::string_view WROTE = "Tea is at five,\nnot at four.";

// Records whose payloads are these (docs/format.md, section 9): a line of 30 bytes, eight lengths of 8, and of the
// columns the sixth alone. So the payloads begin at byte 94.
std::string records_of(std::string_view payloads) {
  std::string records = "nomic packed bundle, format 1\n";
  for (int column = 0; column < 8; ++column) {
    const std::size_t length = column == 5 ? payloads.size() : 0;
    for (int byte = 7; byte >= 0; --byte) records += static_cast<char>(length >> (8 * byte) & 0xFFU);
  }
  return records + std::string(payloads);
}

// Field 1 of a message as protobuf has it; it is shorter than 128 bytes.
std::string field_of(std::string_view content) {
  return "\x0A" + std::string(1, static_cast<char>(content.size())) + std::string(content);
}

// The text is in a message in a message from byte 94 + 4 on, and again.
std::string some_records() {
  return records_of(field_of(field_of(WROTE)) + field_of(WROTE));
}

TEST(DocumentColumns, ATextThatStandsInTheRecordsIsNamed) {
  StringPool strings;
  EXPECT_EQ(strings.place_of("Ann"), 0U);
  EXPECT_EQ(strings.place_of(std::string(WROTE)), 1U);
  // Of two places the first. A part of a field is not named, nor what is so short that to name it saves nothing.
  EXPECT_EQ(strings.place_of("is at five,\nnot at four."), 2U);
  EXPECT_EQ(strings.place_of(field_of(WROTE)), 3U);
  EXPECT_EQ(strings.place_of("Bob says: " + std::string(WROTE)), 4U);
  EXPECT_EQ(strings.place_of(std::string(WROTE) + "\x03"), 5U);
  EXPECT_EQ(
      strings.lines(some_records()),
      "Ann\n\\@98,28\nis at five,\\nnot at four.\n\\@96,30\nBob says: \\=1\nTea is at five,\\nnot at four.\x03\n");
  const auto again = read_pool(strings.lines(some_records()), some_records());
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, *read_pool(strings.lines({}), {}));
}

TEST(DocumentColumns, OnlyWhatIsThereIsNamed) {
  const std::string records = "four";
  EXPECT_EQ(read_pool("\\@0,4\n\\@4,0\n\\@1,2\n", records), (std::vector<std::string>{"four", "", "ou"}));
  for (const char* const line : {"\\@0,5\n", "\\@5,0\n", "\\@18446744073709551615,2\n", "\\@2,18446744073709551615\n",
                                 "\\@-1,2\n", "\\@0\n", "\\@0,\n", "\\@0,1 \n", "\\@,1\n", "x\\@0,1\n", "\\@ 0,1\n"}) {
    EXPECT_FALSE(read_pool(line, records)) << line;
  }
  EXPECT_FALSE(read_pool("\\@0,4\n", {}));
}

v1::ReportView some_view() {
  v1::ReportView view;
  view.set_form(REPORT_FORM);
  view.set_name("club \\ \n");
  view.mutable_status()->set_turn(3);
  for (std::uint32_t i = 0; i < 7; ++i) {
    auto& entry = *view.add_entries();
    entry.mutable_record()->set_index(i);
    entry.mutable_record()->set_author(i % 2 == 0 ? "Ann" : "\xE5\xB1\xB1: \\=0");
    if (i == 3) entry.mutable_record()->set_afterwards(false);
    if (i == 4) entry.mutable_record()->set_afterwards(true);
    auto& moment = *view.add_moments();
    if (i > 2) moment.set_turn(i % 2);
    if (i % 3 == 0) {
      auto& score = *moment.mutable_scores()->add_scores();
      score.set_points(i == 0 ? -12.345 : 0.25 * i);
      score.set_in_game(i != 3);
    }
    if (i == 5) moment.mutable_rules();
    if (i == 6) moment.set_phase(v1::StatusView::VOTING);
    for (std::uint32_t at = 0; at < i; ++at) moment.mutable_rules()->add_rules(at * at);
  }
  view.add_rules()->add_texts()->set_text("Ann");
  return view;
}

TEST(DocumentColumns, ADocumentComesBackAsItWas) {
  const v1::ReportView view = some_view();
  const std::string text = document_text(view, {});
  const auto again = read_document(text, {});
  ASSERT_TRUE(again);
  EXPECT_EQ(document_json(*again), document_json(view));
  EXPECT_EQ(document_text(*again, {}), text);
  EXPECT_EQ(read_head(text)->name(), "club \\ \n");
  EXPECT_EQ(document_text(*read_document(document_text({}, {}), {}), {}), document_text({}, {}));
}

TEST(DocumentColumns, BesideRecordsItIsShorterAndTheSame) {
  v1::ReportView view = some_view();
  view.mutable_entries(0)->set_in_words(std::string(WROTE));
  const std::string text = document_text(view, some_records());
  EXPECT_LT(text.size(), document_text(view, {}).size());
  const auto again = read_document(text, some_records());
  ASSERT_TRUE(again);
  EXPECT_EQ(document_json(*again), document_json(view));
  // Beside other records it says something else; beside none it cannot be read.
  std::string others = some_records();
  others[100] = 'x';
  const auto other = read_document(text, others);
  ASSERT_TRUE(other);
  EXPECT_NE(document_json(*other), document_json(view));
  EXPECT_FALSE(read_document(text, {}));
}

TEST(DocumentColumns, WhatIsNoneIsNothing) {
  const std::string text = document_text(some_view(), {});
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    // Cut within a string it is still one; before the strings it is none.
    if (at < text.find("\n\n")) {
      EXPECT_FALSE(read_document(text.substr(0, at), {})) << at;
    }
    std::string other = text;
    other[at] = other[at] == '7' ? '[' : '7';
    const auto read = read_document(other, {});
    EXPECT_TRUE(!read || document_text(*read, {}) != text) << at;
  }
}

TEST(DocumentColumns, FewBytesDoNotBecomeMuch) {
  const auto of = [](const std::string& tables, const std::string& strings) {
    return "{\"form\":4}\n{}\n" + tables + "\n" + strings;
  };
  EXPECT_TRUE(read_document(of("entries 2 {\"brought\":{\"at\":[0],\"n\":[2],\"k\":\"s\",\"v\":[0,0]}}\n", "x\n"), {}));
  EXPECT_FALSE(read_document(of("entries 4000000000 {}\n", ""), {}));
  EXPECT_FALSE(read_document(of("evidence 1 {\"signedBy\":{\"n\":[4000000000],\"k\":\"s\",\"v\":[0]}}\n", "x\n"), {}));
  EXPECT_FALSE(read_document(of("moments 1 {\"scores\":{\"of\":{\"scores\":{\"n\":[9000000],\"of\":{}}}}}\n", ""), {}));
  EXPECT_FALSE(read_document(of("entries 1 {\"brought\":{\"n\":[1.5],\"k\":\"s\",\"v\":[0]}}\n", "x\n"), {}));
  EXPECT_FALSE(read_document(of("entries 1 {\"inWords\":{\"k\":\"s\",\"v\":[-1]}}\n", "x\n"), {}));
  EXPECT_FALSE(read_document(of("entries 1 {\"inWords\":{\"at\":[1],\"k\":\"s\",\"v\":[0]}}\n", "x\n"), {}));
  // Strings that end with one another, each with the one before: a few lines would be gigabytes.
  std::string lines = std::string(1000, 'x') + "\n";
  for (int i = 0; i < 5000; ++i) lines += "x: \\=" + std::to_string(i) + "\n";
  EXPECT_FALSE(read_document(of("", lines), {}));
  // Strings that all name the same of the records.
  lines.clear();
  for (int i = 0; i < 5000; ++i) lines += "\\@0,100000\n";
  EXPECT_FALSE(read_document(of("", lines), std::string(100000, 'x')));
  // A long text in many values.
  std::string places = "0";
  for (int i = 1; i < 200; ++i) places += ",0";
  const auto texts = [&](std::size_t length) {
    return read_document(of("evidence 1 {\"signedBy\":{\"n\":[200],\"k\":\"s\",\"v\":[" + places + "]}}\n",
                            std::string(length, 'x') + "\n"),
                         {});
  };
  EXPECT_TRUE(texts(1000));
  EXPECT_FALSE(texts(std::size_t{1} << 20U));
  // More columns and more strings than any document has.
  std::string columns;
  for (int i = 0; i < 20000; ++i) columns += "\"size\":{},";
  EXPECT_FALSE(read_columns("{" + columns + "\"size\":{}}"));
  EXPECT_FALSE(read_pool(std::string(5'000'000, '\n'), {}));
  // A head that is longer than any.
  EXPECT_TRUE(read_head(of("", "")));
  EXPECT_FALSE(read_head("{\"form\":4,\"name\":\"" + std::string(100'000, 'x') + "\"}\n{}\n\n"));
}

// Texts that differ only at their ends, each of them in the records: the place of each is found by one look.
TEST(DocumentColumns, AllPlacesOfTextsThatAreAlmostTheSame) {
  std::string payloads;
  std::vector<std::string> texts;
  for (char at = 'a'; at <= 'z'; ++at) {
    texts.push_back(std::string(100, 'a') + at);
    payloads += field_of(texts.back());
  }
  const std::string records = records_of(payloads);
  const auto places = places_in(records, {texts.begin(), texts.end()});
  for (std::size_t at = 0; at < texts.size(); ++at) EXPECT_EQ(places[at], 94 + 103 * at + 2) << at;
}

}  // namespace
}  // namespace nomic::tools
