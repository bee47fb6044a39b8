# cpack: nomic_0.1.0_amd64.deb and libnomic-dev_0.1.0_amd64.deb, of the components of cmake/Install.cmake. They are
# meant to be made where -DCMAKE_INSTALL_PREFIX=/usr was configured, by tools/release.sh, which makes the same bytes
# each time.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME nomic)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(NOMIC_PACKAGER "nomic <nomic@example.org>" CACHE STRING "Who answers for the packages")
set(CPACK_PACKAGE_CONTACT "${NOMIC_PACKAGER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "ledger of the rules of games of Nomic")
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
# The unit says where the command is in the end, not where it lies while it is packed.
set(CPACK_SET_DESTDIR ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME nomic)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
# Opened when a repository is read, and by nothing else.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS "libgit2-1.5, libpq5")
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "Nomic is a game in which a move is a change of the rules. nomic keeps such
games: what players do is recorded in a ledger of hash-chained events, and
what follows is derived from it, so that it can tell what the law was at any
moment, why a score is what it is, and that nothing was bent.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libnomic-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "librocksdb-dev, libprotobuf-dev, protobuf-compiler, libssl-dev, \
libfmt-dev, libicu-dev, libre2-dev, libgumbo-dev, libutf8proc-dev")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "Libraries and headers of nomic, for programs of one's own: the ledger, which
is an append-only, hash-chained log of whatever one puts in; the engine that
plays games of Nomic in it; and the service that takes typed requests. Beside
them the schema of all messages, and examples.")

# What a Debian package says of itself: whose it is, and what changed.
string(TIMESTAMP changed_at "%a, %d %b %Y %H:%M:%S +0000" UTC)  # of SOURCE_DATE_EPOCH, where that is set
set(debian ${PROJECT_BINARY_DIR}/package/debian)
foreach(name IN ITEMS nomic libnomic-dev)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/package/debian.changelog.in ${debian}/${name}/changelog @ONLY)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/package/debian.copyright ${debian}/${name}/copyright COPYONLY)
  execute_process(COMMAND gzip -9nf ${debian}/${name}/changelog COMMAND_ERROR_IS_FATAL ANY)
endforeach()
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  install(DIRECTORY ${debian}/nomic DESTINATION ${CMAKE_INSTALL_DATADIR}/doc COMPONENT runtime)
  install(DIRECTORY ${debian}/libnomic-dev DESTINATION ${CMAKE_INSTALL_DATADIR}/doc COMPONENT development)
endif()
include(CPack)
