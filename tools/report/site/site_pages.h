// The pages of the folder, each kind by its own function, put behind those that are there.
#pragma once

#include <vector>

#include "site/site_page.h"

namespace nomic::tools {

SiteFile front_page(const SiteGame& game);
void add_rule_pages(const SiteGame& game, std::vector<SiteFile>& files);
void add_proposal_pages(const SiteGame& game, std::vector<SiteFile>& files);
void add_record_pages(const SiteGame& game, std::vector<SiteFile>& files);
void add_score_pages(const SiteGame& game, std::vector<SiteFile>& files);
SiteFile disputes_page(const SiteGame& game);
SiteFile evidence_page(const SiteGame& game);
// RFC 4287.
SiteFile feed(const SiteGame& game);

}  // namespace nomic::tools
