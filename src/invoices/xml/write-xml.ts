/** A piece of an XML document; "" is nothing. */
export type Xml = string;

type Attributes = Readonly<Record<string, string>>;

/** Characters that XML 1.0 cannot hold in any form, and halves of surrogate pairs. */
const impossible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids exactly these.
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** A text as an XML document can hold it, in one line. */
export const xmlText = (text: string): string =>
  text
    .replace(impossible, "")
    .replace(/[ \t\r\n]+/g, " ")
    .replace(/^ | $/g, "");

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

const escaped = (text: string) =>
  xmlText(text).replace(/[&<>"]/g, (character) => escapes[character] ?? character);

const opening = (name: string, attributes: Attributes) =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join("")}>`;

/** An element with a text; nothing if the text is blank, because EN 16931 has no empty elements. */
export function leaf(name: string, text: string, attributes: Attributes = {}): Xml {
  const content = escaped(text);
  return content === "" ? "" : `${opening(name, attributes)}${content}</${name}>`;
}

/** An element with elements inside; nothing if it would have none. */
export function element(name: string, children: readonly Xml[], attributes: Attributes = {}): Xml {
  const content = children.join("");
  return content === "" ? "" : `${opening(name, attributes)}${content}</${name}>`;
}

export const xmlDocument = (root: Xml): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
