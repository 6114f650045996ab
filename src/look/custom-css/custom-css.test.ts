import { tokenize, tokenTypes as tokens } from "css-tree/tokenizer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { customCss } from "./custom-css.ts";
import { guard, nestedGuard } from "./scope-css.ts";

/** The scoped rules, with the guards as "§" and "¶", and without the rule of the frame. */
function scoped(text: string): string {
  const { css, fault } = customCss(text);
  if (fault !== null) return `fault: ${fault}`;
  return css
    .replace(/^@layer page-frame\{.*?\}\}/, "")
    .replaceAll(guard, "§")
    .replaceAll(nestedGuard, "¶");
}

const kept: Readonly<Record<string, string>> = {
  "h1 { color: red }": "h1§{color:red;}",
  "a:hover, .b > c::before { top: 0 !important }": "a§:hover, .b > c§::before{top:0 !important;}",
  "::selection{color:red}": "§::selection{color:red;}",
  "a:before{top:0}": "a§:before{top:0;}",
  "*{margin:0}": "*§{margin:0;}",
  ".md\\:flex{display:flex}": "§.md\\:flex{display:flex;}",
  ":root{--brand:#f00}": ".site-frame§{--brand:#f00;}",
  "html,BODY{top:0}": ":where(.site-frame)§,:where(.site-frame)§{top:0;}",
  "html body .a{top:0}": ":where(.site-frame) §.a{top:0;}",
  "body > .a{top:0}": ":where(.site-frame) > §.a{top:0;}",
  ":is(html .a, b):not(:root){top:0}": "§:is(:where(.site-frame) .a, b):not(.site-frame){top:0;}",
  "a{&:hover{top:0}> b{top:1px}p:hover{top:0}& + &{top:0}}":
    "a§{&¶:hover{top:0;}> b¶{top:1px;}p¶:hover{top:0;}& + &¶{top:0;}}",
  "a{&b{top:0}}": "a§{&b¶{top:0;}}",
  "@media (width <= 600px){a{top:0}}": "@media (width <= 600px){a§{top:0;}}",
  "a{@media print{top:0;&:hover{top:0}}}": "a§{@media print{top:0;&¶:hover{top:0;}}}",
  "@supports (display:grid){a{top:0}}": "@supports (display:grid){a§{top:0;}}",
  "@container c (width>4px){a{top:0}}": "@container c (width>4px){a§{top:0;}}",
  "@keyframes fade{from{opacity:0}50%,to{opacity:1}} a{animation:1s fade, spin 2s;--animate-x:fade}":
    "@keyframes own-fade{from{opacity:0;}50%,to{opacity:1;}}a§{animation:1s own-fade, spin 2s;--animate-x:own-fade;}",
  '@-webkit-keyframes "x y"{to{top:0}} a{-webkit-animation-name:"x y"}':
    '@-webkit-keyframes "own-x y"{to{top:0;}}a§{-webkit-animation-name:"own-x y";}',
  '@font-face{font-family:"Mine";src:url("/fonts/a.woff2") format("woff2"), local(b)}':
    '@font-face {font-family:"Mine";src:url("/fonts/a.woff2") format("woff2"), local(b);}',
  "a{background:url(/media/a.webp) #fff}": "a§{background:url(/media/a.webp) #fff;}",
  "a{background:url(data:image/png;base64,iVBORw0=)}":
    "a§{background:url(data:image/png;base64,iVBORw0=);}",
  'a{background:url("data:image/svg+xml,<svg><g></g></svg>")}':
    'a§{background:url("data:image/svg+xml,<svg><g><\\/g><\\/svg>");}',
  "a{content:'</b>';background:url(data:image/svg+xml,<svg></svg>)}":
    "a§{content:'<\\/b>';background:url(data:image/svg+xml,<svg><\\/svg>);}",
  "a{filter:url(#glow)}": "a§{filter:url(#glow);}",
  "a{width:calc(100% - 2px);inset:0 auto;--x:}": "a§{width:calc(100% - 2px);inset:0 auto;--x:;}",
  "a{-webkit-box-shadow:none;display:-ms-flexbox}":
    "a§{-webkit-box-shadow:none;display:-ms-flexbox;}",
  // What only browsers of long ago read is left out.
  "a{*zoom:1;filter:progid:DXImageTransform.Microsoft.gradient(startColorstr='#1e5799');top:0}":
    "a§{top:0;}",
  "/* one */a/* two */{/* three */top:0/* four */}": "a§{top:0;}",
  "\uFEFFa{top:0}": "a§{top:0;}",
  '<style type="text/css">\na{top:0}\n</style>\n': "a§{top:0;}",
  "<!-- a{top:0} -->": "a§{top:0;}",
  'a{content:"\\201C {"}': 'a§{content:"\\201C {";}',
  "": "",
};

test.each(Object.entries(kept))("%j becomes rules for the frame of a page", (text, expected) => {
  expect(scoped(text)).toBe(expected);
});

const refused: Readonly<Record<string, string>> = {
  "@import url('https://fonts.googleapis.com/css2?family=Lato');":
    "has @import in line 1, column 1, which loads rules from elsewhere, which is not possible here: copy the rules themselves, and choose typefaces in the look",
  '\n@charset "utf-8";':
    "has @charset in line 2, column 1, which is not needed here: remove the line",
  "@namespace svg url(http://www.w3.org/2000/svg);": "has @namespace in line 1",
  "@page{margin:0}": "has @page in line 1, column 1, which is not possible here: besides rules",
  "@property --brand{syntax:'*'}": "has @property in",
  "@layer page-frame{a{top:0}}": "has @layer in",
  "@tailwind base;": "has @tailwind in",
  "@\\69mport '/a.css';": "has @import in",
  "a{\n  color: red\n  background: blue;\n}":
    "needs a ; after the value of color in line 2, column 3",
  "a{color:red": "has { in line 1, column 2, which is never closed: add the missing }",
  "a{color:red}\n}": "has a } in line 2, column 1 that closes nothing",
  "a{width:calc(1px}": "has calc( in line 1, column 9, which is never closed: add the missing )",
  "a{content:'x\n}": "has a quote in line 1, column 11 that is never closed",
  "a{content:'x}": "has a quote in line 1",
  "/* a{top:0}": "has a comment in line 1, column 1 that is never closed: add */ at its end",
  "// note\na{top:0}": "has a comment with // in line 1, column 1: write /*",
  "a{font-family:“Lato”}":
    "has a curly quote “ in line 1, column 15: write a straight one (\" or ')",
  "color: red;": "has “color: red” in line 1, column 1 outside of a rule",
  "$red: #f00;": "has “$red: #f00” in line 1",
  "a{b}": "has “b” in line 1, column 3, which is neither a rule nor a declaration",
  "a{top:}": "has top in line 1, column 3 without a value",
  "a,{top:0}": "has the selector “a,” in line 1, column 1, which cannot be read",
  "a>{top:0}": "has the selector “a>” in line 1, column 1, which cannot be read",
  "a:{top:0}": "has the selector “a:” in",
  "{top:0}": "has a { in line 1, column 1 without a selector",
  "a{--x:{top:0}}": "has { } in the value of --x",
  "a{--x:[{}]}": "has { } in the value of --x",
  "a{background:url(https://evil.example/a.png)}":
    "loads “https://evil.example/a.png” in line 1, column 14, but only files of this site can be used",
  "a{background:url('//evil.example/a.png')}": "loads “//evil.example/a.png”",
  "a{background:url('/\\9/evil.example')}": "loads “",
  "a{background:url('/\\\\evil.example')}": "loads “",
  "a{background:\\75rl('https://evil.example')}": "loads “https://evil.example”",
  "a{--x:image-set('https://evil.example' 1x)}": "loads “https://evil.example”",
  "a{background:image-set(url(https://evil.example) 1x)}": "loads “https://evil.example”",
  "a{--x:'https://evil.example';background:image-set(var(--x) 1x)}":
    "has var() in line 1, column 51 where an address stands",
  "a{background:-webkit-image-set(\\61ttr(title) 1x)}": "where an address stands",
  "a{background:url(a.png)}": "loads “a.png”",
  "a{background:url(javascript:alert(1))}":
    "has an address in line 1, column 14 that cannot be read",
  "a{background:url('javascript:alert(1)')}": "loads “javascript:alert(1)”",
  "a{background:url(data:text/html,x)}": "loads “data:text/html,x”",
  "a{behavior:url(/a.htc)}": "has behavior in line 1, column 3, which runs a script: remove it",
  "a{-moz-binding:url(/a.xml)}": "has -moz-binding in line 1",
  "a{b\\65havior:x}": "has behavior in line 1",
  "a{width:expression(alert(1))}": "has expression() in line 1, column 9",
  "a{width:EXPRESSI\\4fN(alert(1))}": "has expression() in line 1",
  "a{content:'</style><script>'}": "has </style in line 1, column 11, which would end the rules",
  "a{background:url(/</STYLE>)}": "has </style in line 1",
  "<link rel=stylesheet href=x>": "has HTML in line 1, column 1: only rules of CSS belong here",
  "@font-face{font-family:Lato;src:url(/media/a.woff2)}":
    "has @font-face in line 1, column 1, which loads “/media/a.woff2”: upload the font",
  "@font-face{font-family:Lato;src:url(data:font/woff2;base64,AA)}": "has @font-face in",
  "@font-face{font-family:'fraunces';src:url(/fonts/a.woff2)}":
    "has @font-face in line 1, column 1, which has the name of a typeface of the site, fraunces",
  "@keyframes {to{top:0}}": "has @keyframes in line 1, column 1 without a name",
  "@keyframes x{p{top:0}}": "has “p” in line 1, column 14, where @keyframes needs from, to",
  "a{@keyframes x{to{top:0}}}": "has @keyframes in line 1, column 3 inside of a rule",
  "@media print;": "has @media in line 1, column 1 without a block",
  [`${"a{".repeat(40)}${"}".repeat(40)}`]: "is nested too deeply in line 1",
  "a{top:0;\\": "has a \\ in line 1",
};

test.each(Object.entries(refused))("%j is refused with its place", (text, fault) => {
  expect(customCss(text).css).toBe("");
  expect(customCss(text).fault).toContain(fault);
});

const pieces = [
  "a .b #c * & html body :root :scope .admin-bar .site-frame ::before :after :hover [x] [x='{']",
  "--x top color animation z-index @media @keyframes @font-face @supports @import url( ) ( [ ]",
  "{ } { } { } ; : , > + ~ | < / \\ ! ' \" /* */ // <!-- --> </style> 0 1px 50% #fff \\62 ody",
  ":not( :has( :is( :where( fade 'x' \"\\\" red \\7b “ é",
]
  .flatMap((line) => line.split(" "))
  .concat(" ", "\n");

/** Any pieces, and rules of selectors, declarations and nested rules of such pieces. */
const anyCss = (() => {
  const noise = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((all) => all.join(""));
  const simple = fc.constantFrom(
    ..."a .b #c * & html body :root .admin-bar ::before :after [x='{'] &.b a& :not(&) :has(&)".split(
      " ",
    ),
    ..."body:has(&) .admin-bar:not(&) :is(:root,a) :not(html) :has(~.b) \\62 ody a:b".split(" "),
  );
  const selector = fc
    .array(fc.tuple(fc.constantFrom(" ", " ", ">", " + ", "~", ", ", "/**/", ""), simple), {
      minLength: 1,
      maxLength: 5,
    })
    .map((parts) => parts.map(([combinator, part]) => combinator + part).join(""));
  const declaration = fc.constantFrom("top:0", "--x:a", "animation:1s fade", "position:fixed", "");
  const { rule } = fc.letrec<{ rule: string; inside: string }>((tie) => ({
    inside: fc.oneof(
      { depthSize: "small" },
      { weight: 12, arbitrary: declaration },
      { weight: 8, arbitrary: tie("rule") },
      { weight: 1, arbitrary: noise },
    ),
    rule: fc
      .tuple(
        fc.oneof(
          { weight: 30, arbitrary: selector },
          {
            weight: 3,
            arbitrary: fc.constantFrom("@media print", "@supports (top:0)", "@keyframes fade"),
          },
          { weight: 1, arbitrary: noise },
        ),
        fc.array(tie("inside"), { maxLength: 3 }),
      )
      .map(([prelude, inside]) => `${prelude}{${inside.join(";")}}`),
  }));
  return fc.oneof(
    { weight: 9, arbitrary: fc.array(rule, { maxLength: 4 }).map((all) => all.join("\n")) },
    { weight: 6, arbitrary: noise },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  );
})();

/** The bar of a namespace is none. `text` ends with the delimiter, after one more character. */
const isCombinator = (text: string) => /[>+~]$/.test(text) || text === "||";

/** What follows a space that is no combinator. */
const endsSelector = /^(\s|\/\*.*?\*\/)*[,{]/s;

/** What a rule of the text selects, in all depths: the part after the last combinator. */
function subjectsIn(css: string): readonly string[] {
  const subjects: string[] = [];
  let part = "";
  let parts: string[] = [];
  let brackets = 0;
  const blocks: string[] = [];
  const restart = () => {
    part = "";
    parts = [];
  };
  tokenize(css, (type, start, end) => {
    const text = css.slice(start, end);
    const isOutside = brackets === 0;
    if ([tokens.Function, tokens.LeftParenthesis, tokens.LeftSquareBracket].includes(type))
      brackets += 1;
    if ([tokens.RightParenthesis, tokens.RightSquareBracket].includes(type)) brackets -= 1;
    if (!isOutside) part += text;
    else if (type === tokens.LeftCurlyBracket) {
      const all = [...parts, part].map((one) => one.trim());
      const prelude = all[0] ?? "";
      if (!prelude.startsWith("@") && !blocks.at(-1)?.includes("keyframes")) subjects.push(...all);
      blocks.push(prelude);
      restart();
    } else if (type === tokens.RightCurlyBracket) {
      blocks.pop();
      restart();
    } else if (type === tokens.Semicolon) restart();
    else if (type === tokens.Comma) {
      parts.push(part);
      part = "";
    } else if (part.startsWith("@")) part += text;
    else if (type === tokens.Delim && isCombinator(css.slice(start - 1, end))) part = "";
    else if (type === tokens.WhiteSpace && !endsSelector.test(css.slice(end))) part = "";
    else part += text;
  });
  return subjects;
}

test("no rules, however they are written, select something outside of the frame or end their element", () => {
  let accepted = 0;
  fc.assert(
    fc.property(anyCss, (text) => {
      const { css, fault } = customCss(text);
      expect(css === "" || fault === null).toBe(true);
      // The sentence about a fault of the check itself.
      expect(fault).not.toBe("cannot be read");
      expect(css).not.toMatch(/<\/|<!--/);
      if (css.includes(guard)) accepted += 1;
      const own = css.replace(/^@layer page-frame\{.*?\}\}/, "");
      for (const subject of subjectsIn(own))
        expect([subject, text]).toEqual([
          expect.stringMatching(/:(is|where)\(\.site-frame,\.site-frame \*\)/),
          text,
        ]);
    }),
    // A query that looks like a selector, because a comment has taken the rule between.
    {
      numRuns: 3000,
      examples: [
        [" a{@media/*{}}\n a{/**/a~a{}}"],
        [" a{a:scope<!--}"],
        ["a ,a{}"],
        ["a /**/ {}"],
        [".b|a{}"],
        ["a||a{}"],
      ],
    },
  );
  expect(accepted).toBeGreaterThan(300);
});
