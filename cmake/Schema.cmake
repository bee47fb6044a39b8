# nomic_schema(TARGET FILES...): compiles .proto files below schema/ into a library whose generated headers only its
# linkers can include.
function(nomic_schema target)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${target})
  file(MAKE_DIRECTORY ${out})
  set(sources)
  foreach(proto IN LISTS ARGN)
    string(REGEX REPLACE "\\.proto$" "" stem ${proto})
    add_custom_command(
      OUTPUT ${out}/${stem}.pb.cc ${out}/${stem}.pb.h
      COMMAND protobuf::protoc --proto_path=${CMAKE_CURRENT_SOURCE_DIR} --cpp_out=${out} ${proto}
      DEPENDS ${ARGN}
      WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
      COMMENT "Schema ${proto}"
      VERBATIM)
    list(APPEND sources ${out}/${stem}.pb.cc)
    if(CMAKE_BUILD_TYPE STREQUAL "Release" AND stem MATCHES "view$|/(request|refusal|recipe|report|wordings|api|exchange)$")
      # Of messages that only go in and out the build is not kept waiting.
      set_source_files_properties(${out}/${stem}.pb.cc PROPERTIES COMPILE_OPTIONS -O1)
    endif()
  endforeach()
  # For tools that read the headers and compile nothing.
  if(NOT TARGET nomic_generated)
    add_custom_target(nomic_generated)
  endif()
  add_custom_target(${target}_sources DEPENDS ${sources})
  add_dependencies(nomic_generated ${target}_sources)
  add_library(${target} STATIC ${sources})
  add_dependencies(${target} ${target}_sources)
  target_include_directories(${target} SYSTEM PUBLIC ${out})
  target_link_libraries(${target} PUBLIC nomic_dep_protobuf)
  nomic_sanitize(${target})
endfunction()
