import { compile, type DomNode, type FormatCallback } from "html-to-text";
import { hasMarker } from "./reply-marker.ts";

/** Longer HTML is cut off; no person writes a reply of this length. */
const longestHtml = 2_000_000;
/** The converter's duration grows with the square of the depth. */
const deepestElement = 500;

/**
 * The text of HTML as a reader sees it. Lines of a quoted email begin with ">", as in plain text.
 * Returns hidden words, too, if there are no others, and a text without its elements if they are
 * nested too deeply.
 */
export function textOfHtml(whole: string): string {
  const html = whole.slice(0, longestHtml);
  if (isNestedTooDeeply(html)) return tidied(html.replace(/<[^<>]*>/g, " "));
  return tidied(visibleText(html)) || tidied(wholeText(html));
}

/**
 * Whether the element is a quoted email: Apple Mail, Thunderbird and Outlook for Mac write
 * `type=cite`; Gmail, Yahoo, Proton and others a class, which Outlook prefixes with "x_". Another
 * blockquote can be an indented paragraph of the person. The `div` around the quotes of Gmail does
 * not count, because answers between the quotes stand in it.
 */
function isQuote({ name, attribs = {} }: DomNode): boolean {
  const classes: string = attribs.class ?? "";
  if (name !== "blockquote") return yahooQuote.test(classes);
  return (
    attribs.type?.toLowerCase() === "cite" ||
    attribs.cite !== undefined ||
    /(?:^|[\s_-])(?:quote|quoted)(?:$|[\s_-])/i.test(classes)
  );
}

const yahooQuote = /(?:^|[\s_])yahoo_quoted(?:$|\s)/;

/** Nested quotes get one ">", because a deep conversation would make long lines. */
const quote: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 });
  walk(element.children, builder);
  const isMarked = isQuote(element);
  const isOutermost = !isInQuote(element);
  builder.closeBlock({
    trailingLineBreaks: 1,
    blockTransform: (text) => (isOutermost && (isMarked || hasMarker(text)) ? quoted(text) : text),
  });
};

function isInQuote({ parent }: DomNode): boolean {
  return parent != null && (isQuote(parent) || isInQuote(parent));
}

function quoted(text: string): string {
  return text.replace(/^\n+|\n+$/g, "").replace(/^/gm, "> ");
}

/** Without a space, the words of two cells would be one word. */
const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(" ");
};

/** Email programs show emoji as pictures; other pictures are files of the email. */
const emoji: FormatCallback = (element, _walk, builder) => {
  const words: string = element.attribs.alt ?? "";
  if (words.length <= 16 && /\p{Extended_Pictographic}/u.test(words)) builder.addInline(words);
};

const hidden = [
  '[style*="display:none"i]',
  '[style*="display: none"i]',
  '[style*="visibility:hidden"i]',
  '[style*="visibility: hidden"i]',
  "[hidden]",
];

const line = { leadingLineBreaks: 1, trailingLineBreaks: 1 };
const headings = ["h1", "h2", "h3", "h4", "h5", "h6"];

const options = {
  wordwrap: false as const,
  limits: { maxInputLength: longestHtml },
  formatters: { quote, cell, emoji },
  selectors: [
    ...headings.map((selector) => ({ selector, options: { uppercase: false } })),
    ...["head", "style", "script", "title"].map((selector) => ({ selector, format: "skip" })),
    {
      selector: "a",
      options: { hideLinkHrefIfSameAsText: true, linkBrackets: ["(", ")"] as [string, string] },
    },
    // An address that a link opens stands in its text, or is the secret reply address.
    ...[
      'a[href^="mailto:"i]',
      'a[href^="tel:"i]',
      'a[href^="cid:"i]',
      'a[href^="javascript:"i]',
    ].map((selector) => ({ selector, format: "inline" })),
    { selector: "img", format: "emoji" },
    { selector: "blockquote", format: "quote" },
    { selector: 'div[class*="yahoo_quoted"]', format: "quote" },
    { selector: "tr", format: "block", options: line },
    { selector: "td", format: "cell" },
    { selector: "th", format: "cell" },
    // Paragraphs of Outlook have no distance; people write empty ones for that.
    { selector: 'p[class*="MsoNormal"]', format: "paragraph", options: line },
    { selector: 'p[class*="MsoPlainText"]', format: "paragraph", options: line },
  ],
};

const wholeText = compile(options);
const visibleText = compile({
  ...options,
  selectors: [...options.selectors, ...hidden.map((selector) => ({ selector, format: "skip" }))],
});

function tidied(text: string): string {
  const lines = text.replace(/\u00a0/g, " ").split("\n");
  return lines
    .map((words) => words.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Elements without content, and those that end when the next one of their kind begins. */
const flat =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|dt|dd|option|tr|td|th|thead|tbody|tfoot)$/;

/** Counts elements that are open at once, where an end tag ends an element of its name only. */
function isNestedTooDeeply(html: string): boolean {
  const open = new Map<string, number>();
  let depth = 0;
  for (const [, slash, name = ""] of html.matchAll(/<(\/?)([a-z][\w:-]{0,40})/gi)) {
    const key = name.toLowerCase();
    if (flat.test(key)) continue;
    const count = open.get(key) ?? 0;
    if (slash !== "" && count === 0) continue;
    const change = slash === "" ? 1 : -1;
    open.set(key, count + change);
    depth += change;
    if (depth > deepestElement) return true;
  }
  return false;
}
