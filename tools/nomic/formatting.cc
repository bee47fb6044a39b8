// What the command needs of libfmt, compiled in: Debian has that library as a shared one alone, and loading it, with
// the standard library that it needs, is a twentieth of the time in which the command starts.
#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {
using Arguments = basic_format_args<buffer_context<char>>;

template FMT_API dragonbox::decimal_fp<float> dragonbox::to_decimal(float number) noexcept;
template FMT_API dragonbox::decimal_fp<double> dragonbox::to_decimal(double number) noexcept;
template FMT_API locale_ref::locale_ref(const std::locale& locale);
template FMT_API std::locale locale_ref::get<std::locale>() const;
template FMT_API thousands_sep_result<char> thousands_sep_impl(locale_ref locale);
template FMT_API char decimal_point_impl(locale_ref locale);
template FMT_API void buffer<char>::append(const char* begin, const char* end);
template FMT_API void vformat_to(buffer<char>& out, string_view format, Arguments arguments, locale_ref locale);
}  // namespace detail
FMT_END_NAMESPACE
