"""What would let the same records give another state on another machine, build or day is banned in replay/.

CONTRIBUTING.md says why, ban by ban.
"""

import sources

BANS = [
    (r"\bunordered_(multi)?(map|set)\b", "the order of an unordered container is nobody's promise"),
    (r"\bstd::hash\b", "std::hash differs between libraries"),
    (r"#\s*include\s*<(chrono|ctime|time\.h|sys/time\.h)>", "no clock: times are recorded"),
    (r"\b(system|steady|high_resolution)_clock\b|\b(clock_gettime|gettimeofday|localtime|gmtime|mktime|strftime)\b|\btime\s*\(\s*(NULL|nullptr|0|&)",
     "no clock: times are recorded"),
    (r"#\s*include\s*<random>|\b(mt19937|random_device|[a-z_]+_distribution)\b", "no randomness: dice are recorded"),
    (r"\b(std::)?s?rand\s*\(|\brandom\s*\(|\barc4random|\bgetrandom\b|\brandom_bytes\s*\(", "no randomness: dice are recorded"),
    (r"\b(float|double)\b", "no floating point: points are thousandths, shares are fractions"),
    (r"#\s*include\s*<(locale|clocale|locale\.h|iostream|sstream|iomanip)>|\bstd::(locale|tolower|toupper|isalpha|isspace|isdigit)\b|\bsetlocale\b|\b(tolower|toupper|isalpha|isspace|isupper|islower)\s*\(",
     "no locale"),
    (r"\b(secure_)?getenv\s*\(|\bstd::getenv\b", "no environment"),
    (r"\bstd::(less|greater|map|set)<\s*(const\s+)?[A-Za-z_:0-9]+\s*\*", "pointers have no order of their own"),
    (r"\breinterpret_cast<\s*(std::)?u?intptr_t", "no pointer as a number"),
    (r"\bstd::this_thread|\bstd::thread\b|\bstd::async\b", "no threads: their order is nobody's promise"),
    (r"#\s*include\s*<(fstream|filesystem|cstdio|stdio\.h|unistd\.h|fcntl\.h)>", "replay/ knows no files"),
    (r"#\s*include\s*<rocksdb/", "replay/ knows nothing of how the ledger stores"),
]


def check(top):
    findings, looked_at = [], 0
    for path, text in sources.files(top, "replay"):
        looked_at += 1
        code = sources.without_comments_and_strings(text)
        # An include's name is no string to the preprocessor.
        for pattern, why in BANS:
            findings += sources.matches(path, code, pattern, why)
    return findings, looked_at


if __name__ == "__main__":
    sources.main(check)
