"""Texts that look like markup, scripts, addresses, or the end of what holds them; a game in which each is proposed."""

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
LONG = ["x" * 20000, "<b>" * 3000, "word " * 5000, "\u898f" * 8000]
TEXTS = [text for text in MARKUP + ESCAPES + KEYWORDS + SCRIPTS + LONG]

NAMES = ["constructor", "__proto__ Smith", "<b>Bold</b> Bo"]
GAME = "<img src=x onerror=window.hacked=1>"


def hostile_game(seat):
    """Each text is that of an enactment which everybody votes against."""
    seat.run("init", "--game", GAME, "--mode", "mail", *NAMES)
    order = seat.json("status")["players"]
    lines = []
    for at, text in enumerate(TEXTS):
        (seat.folder / f"{at}.txt").write_text(text)
        lines.append(f'propose enact --file {at}.txt --call-vote --as "{order[at % len(order)]}"')
        lines += [f'vote against --as "{name}"' for name in NAMES]
    (seat.folder / "hostile.play").write_text("\n".join(lines) + "\n")
    return seat.play("hostile.play")
