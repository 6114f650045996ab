/** Declarations of the elements of a pasted document. */
export class Styles {
  readonly #rules: ReadonlyMap<string, string>;

  constructor(document: Document) {
    const generator = document.querySelector("meta[name=Generator]")?.getAttribute("content") ?? "";
    // The programs of Apple write colours and lines into classes; other programs repeat them inline.
    this.#rules = generator.startsWith("Cocoa") ? rulesIn(document) : new Map();
  }

  /** Lower-case values by property; also the properties that only Office knows. */
  of(element: Element): ReadonlyMap<string, string> {
    const inline = element.getAttribute("style") ?? "";
    if (this.#rules.size === 0) return declarationsIn(inline);
    const ruled = [...element.classList].map(
      (name) => this.#rules.get(`${element.localName}.${name}`) ?? "",
    );
    return declarationsIn([...ruled, inline].join(";"));
  }
}

function rulesIn(document: Document): ReadonlyMap<string, string> {
  const text = [...document.querySelectorAll("x-style")]
    .map((style) => style.textContent)
    .join("\n");
  const rules = text.slice(0, 100_000).matchAll(/([a-z]+\.[\w-]+)\s*\{([^{}]*)\}/g);
  return new Map(
    [...rules].map(([, selector = "", declarations = ""]) => [selector, declarations]),
  );
}

function declarationsIn(style: string): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>();
  for (const part of style.split(";")) {
    const colon = part.indexOf(":");
    if (colon === -1) continue;
    const value = part.slice(colon + 1).replace(/!important/i, "");
    declarations.set(part.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase());
  }
  return declarations;
}

const inherited = /^(inherit|initial|unset|auto|currentcolor|windowtext|canvastext|var\(.*)$/;

/** True for the colours of ordinary text: black, the browser's own, and dark greys of web pages. */
export function isPlainColour(written: string): boolean {
  const colour = written.trim().toLowerCase();
  if (inherited.test(colour) || colour === "black") return true;
  const parts = channelsOf(colour);
  if (parts === null) return false;
  return Math.max(...parts) <= 0x70 && Math.max(...parts) - Math.min(...parts) <= 24;
}

/** True for grounds that cannot be seen on paper. */
export function isPlainGround(written: string): boolean {
  const colour = written.trim().toLowerCase();
  if (inherited.test(colour) || /^(none|transparent|white|window)\b/.test(colour)) return true;
  if (/^rgba\(.*,\s*0\)$/.test(colour)) return true;
  const parts = channelsOf(colour);
  return parts !== null && Math.min(...parts) >= 0xf0;
}

function channelsOf(colour: string): number[] | null {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(colour)?.[1];
  if (hex !== undefined) {
    const long = hex.length === 3 ? [...hex].map((digit) => digit + digit) : hex.match(/../g);
    return (long ?? []).map((part) => Number.parseInt(part, 16));
  }
  const numbers = /^rgba?\(([\d.\s,%/]+)\)$/.exec(colour)?.[1]?.match(/[\d.]+/g);
  return numbers === undefined || numbers === null ? null : numbers.slice(0, 3).map(Number);
}
