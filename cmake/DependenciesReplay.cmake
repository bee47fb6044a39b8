# What nomic::replay and nomic::service stand on beside nomic::ledger; installed, as DependenciesLedger.cmake is.
include(${CMAKE_CURRENT_LIST_DIR}/DependenciesLedger.cmake)

nomic_find_library(NOMIC_LIB_UTF8PROC utf8proc)
nomic_find_library(NOMIC_LIB_ICUI18N icui18n)
nomic_find_library(NOMIC_LIB_ICUUC icuuc)
nomic_find_library(NOMIC_LIB_ICUDATA icudata)
nomic_find_library(NOMIC_LIB_RE2 re2)
nomic_find_library(NOMIC_LIB_GUMBO gumbo)

nomic_dependency(utf8proc ${NOMIC_LIB_UTF8PROC})
target_compile_definitions(nomic_dep_utf8proc INTERFACE $<$<BOOL:${NOMIC_STATIC}>:UTF8PROC_STATIC>)

# Names that look alike: Unicode's confusables.
nomic_dependency(icu ${NOMIC_LIB_ICUI18N} ${NOMIC_LIB_ICUUC} ${NOMIC_LIB_ICUDATA} ${CMAKE_DL_LIBS} Threads::Threads m)

# Regular expressions in linear time, whatever is in the page or the expression.
nomic_dependency(re2 ${NOMIC_LIB_RE2} Threads::Threads)

# HTML as a browser reads it.
nomic_dependency(gumbo ${NOMIC_LIB_GUMBO})
