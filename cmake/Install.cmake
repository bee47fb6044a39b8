# cmake --install: the command, with its pages, completions and documents (component `runtime`); the libraries, with
# headers and schema (component `development`). Packages of the two: cmake/Packages.cmake.
#
#     include/nomic/{version.h,ledger,replay,service,v1}   headers, spelled "nomic/ledger/ledger.h"
#     lib/libnomic-{ledger,replay,service}.a               an archive a part
#     lib/cmake/nomic, lib/pkgconfig                       for who links them
#     share/nomic/{schema,recipes}                         the data model, the recipes as text
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package ${PROJECT_SOURCE_DIR}/cmake/package)
set(to_cmake ${CMAKE_INSTALL_LIBDIR}/cmake/nomic)
set(to_share ${CMAKE_INSTALL_DATADIR}/nomic)

# ---- Libraries ------------------------------------------------------------------------------------------------------

# nomic_part(NAME DESCRIPTION REQUIRES text TARGETS targets... LINKS targets...): the folders' libraries as one archive,
# nomic::NAME for whoever finds it. REQUIRES: what pkg-config is to find.
function(nomic_part part description)
  cmake_parse_arguments(PARSE_ARGV 2 its "" "REQUIRES" "TARGETS;LINKS")
  set(target nomic_part_${part})
  list(TRANSFORM its_TARGETS REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
  add_library(${target} STATIC ${objects})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME nomic-${part} EXPORT_NAME ${part} LINKER_LANGUAGE CXX)
  target_link_libraries(${target} INTERFACE ${its_LINKS})
  target_compile_features(${target} INTERFACE cxx_std_20)
  target_include_directories(${target} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  install(TARGETS ${target} EXPORT nomic-${part} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
  install(EXPORT nomic-${part} NAMESPACE nomic:: DESTINATION ${to_cmake} COMPONENT development)

  set(requires "${its_REQUIRES}")
  file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" up ${up})
  configure_file(${package}/nomic.pc.in ${PROJECT_BINARY_DIR}/package/nomic-${part}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/package/nomic-${part}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
          COMPONENT development)
endfunction()

# The folders below `folder` that are libraries.
function(nomic_libraries_below folder out)
  set(found)
  set(folders ${folder})
  while(folders)
    list(POP_FRONT folders next)
    get_property(below DIRECTORY ${next} PROPERTY SUBDIRECTORIES)
    list(APPEND folders ${below})
    get_property(targets DIRECTORY ${next} PROPERTY BUILDSYSTEM_TARGETS)
    foreach(target IN LISTS targets)
      get_target_property(type ${target} TYPE)
      if(type STREQUAL "STATIC_LIBRARY")
        list(APPEND found ${target})
      endif()
    endforeach()
  endwhile()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

nomic_libraries_below(${PROJECT_SOURCE_DIR}/ledger of_ledger)
nomic_libraries_below(${PROJECT_SOURCE_DIR}/replay of_replay)
set(same "= ${PROJECT_VERSION}")
nomic_part(ledger "An append-only, hash-chained log of whatever one puts in, with proofs"
  REQUIRES "rocksdb, protobuf, libcrypto, fmt"
  TARGETS nomic_schema_ledger ${of_ledger}
  LINKS nomic_dep_rocksdb nomic_dep_protobuf nomic_dep_crypto fmt::fmt)
nomic_part(replay "Games of Nomic in a ledger: the engine, the auditor, any point in time"
  REQUIRES "nomic-ledger ${same}, icu-i18n, icu-uc, re2, gumbo, libutf8proc"
  TARGETS nomic_schema_game ${of_replay}
  LINKS nomic_part_ledger nomic_dep_icu nomic_dep_re2 nomic_dep_gumbo nomic_dep_utf8proc)
nomic_part(service "Games of Nomic, asked by typed requests"
  REQUIRES "nomic-replay ${same}"
  TARGETS nomic_tools_service
  LINKS nomic_part_replay)

configure_package_config_file(${package}/nomicConfig.cmake.in ${PROJECT_BINARY_DIR}/package/nomicConfig.cmake
  INSTALL_DESTINATION ${to_cmake} NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Before 1.0 a minor version may change what programs rely on.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/nomicConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/nomicConfig.cmake ${PROJECT_BINARY_DIR}/package/nomicConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/DependenciesLedger.cmake ${PROJECT_SOURCE_DIR}/cmake/DependenciesReplay.cmake
        DESTINATION ${to_cmake} COMPONENT development)

# Headers: those in include/nomic/PART, and of the state's folder what these include. What lies in other folders is for
# the layer alone.
foreach(layer IN ITEMS ledger replay tools)
  string(REPLACE tools service part ${layer})
  file(GLOB headers CONFIGURE_DEPENDS
       ${PROJECT_SOURCE_DIR}/${layer}/*/include/nomic/${part}/*.h
       ${PROJECT_SOURCE_DIR}/${layer}/*/include/nomic/${part}/*.inc)
  install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/nomic/${part} COMPONENT development)
endforeach()
file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/replay/state/include/nomic/replay/state/*.h)
install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/nomic/replay/state COMPONENT development)
install(FILES ${PROJECT_BINARY_DIR}/include/nomic/version.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/nomic
        COMPONENT development)
install(DIRECTORY ${PROJECT_BINARY_DIR}/schema/nomic_schema_game/nomic DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        COMPONENT development FILES_MATCHING PATTERN *.pb.h)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/schema/ DESTINATION ${to_share}/schema
        COMPONENT development FILES_MATCHING PATTERN *.proto)

# ---- The command ----------------------------------------------------------------------------------------------------

install(TARGETS nomic DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)

# What the command says of itself: manual pages and completions, made by it.
set(said ${PROJECT_BINARY_DIR}/said)
add_custom_command(
  OUTPUT ${said}/made
  COMMAND ${CMAKE_COMMAND} -DNOMIC=$<TARGET_FILE:nomic> -DOUT=${said} -P ${PROJECT_SOURCE_DIR}/cmake/Said.cmake
  DEPENDS nomic ${PROJECT_SOURCE_DIR}/cmake/Said.cmake
  COMMENT "Manual pages and completions"
  VERBATIM)
add_custom_target(nomic_said ALL DEPENDS ${said}/made)
foreach(section IN ITEMS 1 5 7)
  install(DIRECTORY ${said}/man${section} DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT runtime)
endforeach()
install(FILES ${said}/nomic.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME nomic
        COMPONENT runtime)
install(FILES ${said}/nomic.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT runtime)
# Debian's zsh looks for what packages bring elsewhere.
set(zsh site-functions)
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr" AND EXISTS /etc/debian_version)
  set(zsh vendor-completions)
endif()
install(FILES ${said}/_nomic DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${zsh} COMPONENT runtime)

# The unit, with the command where it is installed.
set(unit ${PROJECT_BINARY_DIR}/package/nomic.service)
install(CODE "
  file(READ \"${PROJECT_SOURCE_DIR}/examples/systemd/nomic.service\" text)
  string(REPLACE /usr/local/bin \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}\" text \"\${text}\")
  file(WRITE \"${unit}\" \"\${text}\")" COMPONENT runtime)
set(NOMIC_UNIT_DIR lib/systemd/system CACHE PATH "Where the systemd unit is installed")
install(FILES ${unit} DESTINATION ${NOMIC_UNIT_DIR} COMPONENT runtime)

# ---- To read --------------------------------------------------------------------------------------------------------

install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs COMPONENT runtime
        FILES_MATCHING PATTERN *.md PATTERN *.png PATTERN design EXCLUDE)
install(DIRECTORY examples/rules examples/verify DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples COMPONENT runtime)
install(FILES examples/mail-game.nomic examples/table-game.nomic DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples
        COMPONENT runtime)
install(DIRECTORY examples/embed DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples COMPONENT development)
file(GLOB recipes CONFIGURE_DEPENDS tools/recipes/data/*.txtpb)
install(FILES ${recipes} DESTINATION ${to_share}/recipes COMPONENT runtime)
