# Our comments as Doxygen reads them: the one at the head of a file is the file's, one above a declaration is its, and
# so is one behind it.
#
# Prose has signs that Doxygen would read as its own; what is set in is code.
\~^ *// \{0,3\}[^ ]~s~[\\<>@#%]~\\&~g
\~^ *//~!s~\([;,{)>]\) \{1,\}// \(.*\)~\1  ///< \2~
s~^\( *\)// ~\1/// ~
s~^\( *\)//$~\1///~
1s~^/// ~/// \\file\n/// ~
