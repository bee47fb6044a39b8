"""Texts that look like markup, scripts, addresses, or the end of what holds them; and such as may not enter a game."""
import re

MARKUP = [
    "<script>window.hacked = 1</script>", "</script><script>window.hacked = 1</script>",
    "<img src=x onerror=window.hacked=1>", "<svg onload=window.hacked=1>",
    "<svg><script>window.hacked=1</script></svg>", "<body onload=window.hacked=1>",
    "<iframe srcdoc='<script>parent.hacked=1</script>'></iframe>", "<style>*{display:none}</style>",
    "</style><b>bold</b>", "<a href='javascript:window.hacked=1'>here</a>", "javascript:window.hacked=1",
    "<base href=//evil.example>", "<!-- a comment", "-->", "<![CDATA[ x ]]>", "]]>", "</body></html>", "</textarea>",
    "</title>", "<meta http-equiv=refresh content=0>", "<template><b>x</b></template>",
    "<input autofocus onfocus=window.hacked=1>", "<details open ontoggle=window.hacked=1>",
    "<math><mtext></p><img src=x onerror=window.hacked=1>",
    "<noscript><p title='</noscript><img src=x onerror=window.hacked=1>'>",
    "<form action=//evil.example><button>press</button></form>", "<object data=data:text/html,x>", "<embed src=x>",
    "<link rel=stylesheet href=//evil.example>", "<p style='position:fixed;inset:0'>over all</p>", "<plaintext>",
    "<xmp>",
]
ESCAPES = [
    "&lt;b&gt;", "&amp;amp;", "&#60;script&#62;", "&nbsp;", "&quot; onload=&quot;",
    "\" onmouseover=\"window.hacked=1", "' x='", "\\u003cscript\\u003e", "%3Cscript%3E", "\\x3cscript\\x3e", "\\\\",
    "\\", "\\\"", "${window.hacked=1}", "{{7*7}}", "#{7*7}", "<%= 7*7 %>", "`window.hacked=1`",
    "\\';window.hacked=1;//", "*/window.hacked=1;/*", "//", "@import 'x';",
]
KEYWORDS = [
    "__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "null", "undefined", "NaN",
    "true", "[object Object]", "Infinity", "-0", "1e999", "0x10", "document", "window", "main", "app", "static",
    "eval", "this",
]
SCRIPTS = [
    "\u0645\u0631\u062d\u0628\u0627 \u0628\u0627\u0644\u0639\u0627\u0644\u0645", "\u05e9\u05dc\u05d5\u05dd (abc) 123",
    "\u898f\u5247\u3092\u5b88\u308b\u3053\u3068\u3002", "\ud55c\uad6d\uc5b4 \uaddc\uce59",
    "\u0e01\u0e0e\u0e02\u0e2d\u0e07\u0e40\u0e01\u0e21", "e\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308 zalgo",
    "a", "\u0301", "\U0001f3b2\U0001f468\u200d\U0001f469\u200d\U0001f467\U0001f1ef\U0001f1f5", "\u00ad\u00ad soft",
    "zero\u200bwidth\u200djoin", "\ufe0f\u20e3 keycap 1\ufe0f\u20e3", "\u212b \u2126 \u03a9", "\ufb01 \ufb03",
    "\uff21\uff22\uff23", "\u2028 line \u2029 paragraph", "tab\there", "two\nlines\n\nthree", "- a list\n- of two",
    "1. one\n2. two", "# heading", "| a | b |", "**bold** _it_", "https://evil.example/?q=<x>", "mailto:a@b.example",
    "C:\\games\\nomic",
]
# What runs in a page that takes any of it for markup, by other roads than the above.
HANDLERS = [
    f"<{element} {handler}=window.hacked=1 {rest}>"
    for element, handler, rest in (
        ("img", "onload", "src=data:image/gif;base64,R0lGODlhAQABAAAAACw="), ("video", "onerror", "src=x"),
        ("audio", "oncanplay", "src=x"), ("marquee", "onstart", ""), ("div", "onpointerover", "style=inset:0"),
        ("select", "onfocus", "autofocus"), ("textarea", "onfocus", "autofocus"), ("button", "onclick", "autofocus"),
        ("svg/onload=1", "onload", ""), ("image", "onerror", "src=x"), ("isindex", "onfocus", "autofocus"),
        ("keygen", "onfocus", "autofocus"), ("frameset", "onload", ""), ("animate", "onbegin", "dur=1s"),
        ("dialog", "oncancel", "open"), ("p", "onanimationstart", "style=animation:x"),
        ("source", "onerror", "src=x"), ("body", "onhashchange", ""), ("body", "onpageshow", ""),
        ("slot", "onslotchange", ""),
    )
]
SHAPES = [
    "<ScRiPt>window.hacked=1</sCrIpT>", "<script/src=data:,window.hacked=1></script>", "<scr<script>ipt>1</script>",
    "<script>window.hacked=1", "<script\n>window.hacked=1</script\n>", "<img src=x:x onerror\n=window.hacked=1>",
    "<img src='1' onerror='window.hacked=1' <", "<<script>window.hacked=1//<</script>", "<iframe src=javascript:1>",
    "<a href=data:text/html;base64,PHNjcmlwdD4=>go</a>", "<svg><use href=data:image/svg+xml,x#x></svg>",
    "<svg><a xlink:href=javascript:window.hacked=1><text>x</text></a></svg>", "<?xml version='1.0'?><x/>",
    "<!DOCTYPE html><html>", "<html><head><body>", "<frame src=javascript:1>", "<bgsound src=x>",
    "<meta http-equiv=Content-Security-Policy content=script-src>", "<script type=module>import 'x'</script>",
    "<script type=importmap>{}</script>", "<style>@import url(//evil.example)</style>", "<b id=main>", "<a name=doc>",
    "<img name=doc><img name=doc>", "<form id=app><input name=hidden>", "<div id=document>", "<div id=bundle>",
    "<div id=static>", "<section aria-labelledby=h-now>", "<li><li><li></ul></ol></table></div></main>",
    "<table><tr><td>", "</p></p>", "<bdo dir=rtl>olleh</bdo>", "<ruby>a<rt>b</ruby>", "<wbr><shy>", "&lt",
    "&#x3c;b&#x3e;",
    "&#0;", "&#xD800;", "&bogus;", "a\u00a0b", "trusted-types *", "require-trusted-types-for 'none'",
]
WORDS = [
    "__defineGetter__", "__lookupSetter__", "isPrototypeOf", "toJSON", "then", "await", "arguments", "location",
    "self",
    "top", "name", "length", "index", "key", "children", "tag", "attrs", "view", "oninit", "{record}",
    "{player} {choice}",
    "view.now", "count.records", "one | more", "en", "0", "1", "-1", "NULL", "false", "[]", "{}", "() => 1", "/x/g",
    "$&", "$1 $` $'", "\\1", "%s %d", "%00", "\\0", "\\n", "\\u202e", "U+202E", "<U+202E>", "head", "start", "^head",
]
WRITING = [
    "\u0627\u0644\u0642\u0627\u0639\u062f\u0629 203 (abc) [1]", "\u05d0\u05d1\u05d2 <b> \u05d3\u05d4",
    "a \u05d0 1 \u05d1 b",
    "\u0917\u0947\u092e \u0915\u0947 \u0928\u093f\u092f\u092e", "\u1797\u17b6\u179f\u17b6",
    "\u12a0\u121b\u122d\u129b",
    "a" + "\u0301\u0310\u0327\u0334" * 60,
    "Z\u0351\u036b\u0343\u032a\u0302\u036b\u033d\u034f\u0334\u0319\u0324 algo" * 40,
    "\U0001f1e9\U0001f1ea\U0001f1f3\U0001f1f1\U0001f1eb", "\U0001f3f4\U000e0067\U000e0062\U000e007f",
    "\U0001f468\U0001f3fd\u200d\U0001f680",
    "\U0001f44d" * 500, "\U00020000\U0002a6d6", "\u3000\u3000\u5168\u89d2", "\uff1cscript\uff1e", "\u2039b\u203a",
    "\u1680\u2003\u205f\u3000 ends",
    "\u0130 \u0131 \u017f \u1e9e", "\u00df SS ss", "\u03a3 \u03c3 \u03c2", "\u1100\u1161\u11a8", "\ufdfa",
    "\u2060\ufeff word", "x\u0488\u20dd",
]
LONG = ["x" * 60000, "<b>" * 3000, "word " * 5000, "\u898f" * 8000, "high" + "\n" * 300 + "deep", "\u0645" * 20000, "(" * 10000]
TEXTS = MARKUP + ESCAPES + KEYWORDS + SCRIPTS + HANDLERS + SHAPES + WORDS + WRITING + LONG

# What would repaint what is around it, or be read in two ways.
REFUSED = ["a\u202eb", "\u2066x\u2069", "\u200f", "bell\u0007", "\u001b[31mred", "a\u0085b", "\ufdd0"]

# Characters that show nothing, or end a line: a page shows them by their numbers.
HIDDEN = re.compile("[\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]")


def as_shown(text):
    return HIDDEN.sub(lambda hidden: f"<U+{ord(hidden[0]):04X}>", text)
