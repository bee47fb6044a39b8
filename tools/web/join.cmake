# Joins the page's parts: OUT/script.js from LIBRARIES and, in one scope, OWN; OUT/style.css; OUT/licences.txt.
function(append file)
  foreach(part IN LISTS ARGN)
    file(READ ${part} text)
    file(APPEND ${file} "${text}\n")
  endforeach()
endfunction()

file(WRITE ${OUT}/script.js "")
append(${OUT}/script.js ${LIBRARIES})
file(APPEND ${OUT}/script.js "(function () {\n\"use strict\";\n")
append(${OUT}/script.js ${OWN})
file(APPEND ${OUT}/script.js "})();\n")

file(WRITE ${OUT}/style.css "")
append(${OUT}/style.css ${STYLE})

file(WRITE ${OUT}/licences.txt "")
foreach(licence IN LISTS LICENCES)
  get_filename_component(folder ${licence} DIRECTORY)
  get_filename_component(package ${folder} NAME)
  file(APPEND ${OUT}/licences.txt "${package}\n\n")
  append(${OUT}/licences.txt ${licence})
endforeach()

# What would end the element that the script or style stands in.
foreach(file IN ITEMS script.js style.css)
  file(READ ${OUT}/${file} text)
  string(TOLOWER "${text}" text)
  if(text MATCHES "</script|</style|<!--")
    message(FATAL_ERROR "${file} holds what would end its element")
  endif()
endforeach()
