import createDOMPurify, { type Config } from "dompurify";
import { JSDOM } from "jsdom";
import { AppError } from "#platform/errors.ts";
import { widestPicture } from "../picture-file.ts";

const maxBytes = 1024 * 1024;
const maxElements = 5000;
const maxUses = 100;
const maxDepth = 100;
const maxAttributes = 200;
/** Length of the longer side, in lengths of the shorter side. */
const maxProportion = 40;

const namespace = "http://www.w3.org/2000/svg";

const { window } = new JSDOM("");
const purifier = createDOMPurify(window);

const config: Config = {
  USE_PROFILES: { svg: true, svgFilters: true },
  RETURN_DOM: true,
  // Symbols are drawn by `use`; `checkUses` keeps their number small.
  ADD_TAGS: ["use"],
  ADD_ATTR: ["href", "xlink:href"],
  // Pictures inside a drawing, links, animations and text in HTML.
  FORBID_TAGS: ["image", "feimage", "a", "script", "foreignobject", "animate", "set", "switch"],
};

// A drawing refers to its own parts only, as in `url(#gradient)`.
purifier.addHook("uponSanitizeAttribute", (_node, attribute) => {
  const { attrName, attrValue } = attribute;
  const isReference = attrName === "href" || attrName.endsWith(":href");
  if (isReference ? !/^#[\w.:-]+$/.test(attrValue) : pointsOutside(attrValue)) {
    attribute.keepAttr = false;
  }
});
purifier.addHook("uponSanitizeElement", (node, { tagName }) => {
  if (tagName === "style" && pointsOutside(node.textContent ?? "")) node.textContent = "";
});

/** Also for a text with an escape of CSS, which could hide a reference. */
function pointsOutside(css: string): boolean {
  return /@import|\\|url\(\s*['"]?\s*[^#'"\s]/i.test(css);
}

/**
 * Removes everything from an SVG that is not part of the drawing: scripts, references to other
 * files, HTML. Returns the drawing with a width and a height in pixels, as large as the site stores
 * pictures. Throws "invalid", with a message for the uploader.
 */
export function cleanSvg(bytes: Uint8Array): string {
  if (bytes.length > maxBytes)
    throw unusable("An SVG can be up to 1 MB. Save it as a PNG instead.");
  const text = decoded(bytes).replace(/^\uFEFF/, "");
  if (/<!ENTITY/i.test(text)) throw unusable("The SVG defines entities. Save it as a plain SVG.");
  if ((text.match(/<[a-z]/gi)?.length ?? 0) > maxElements) {
    throw unusable(`The SVG has more than ${maxElements} shapes. Save it as a PNG instead.`);
  }
  checkTags(text);
  // Read as HTML, where DOMPurify knows the spelling of every name, such as `viewBox`.
  const { firstElementChild: drawing } = purifier.sanitize(text, config) as unknown as Element;
  if (drawing?.localName !== "svg" || drawing.namespaceURI !== namespace) {
    throw unusable("The SVG is damaged: it cannot be read. Save it again and retry.");
  }
  if (
    drawing.querySelector("path, rect, circle, ellipse, polygon, polyline, line, text") === null
  ) {
    throw unusable(
      "The SVG has no shapes. Pictures inside an SVG are not shown: save it as a PNG.",
    );
  }
  checkUses(drawing);
  setSize(drawing);
  return new window.XMLSerializer().serializeToString(drawing);
}

/** The time for cleaning grows with the square of the depth, and of the attributes of an element. */
function checkTags(text: string): void {
  let depth = 0;
  for (const tag of text.split("<").slice(1)) {
    if (tag.startsWith("/")) depth--;
    else if (/^[a-z]/i.test(tag) && !/\/\s*>/.test(tag)) depth++;
    const attributes = tag.match(/=/g)?.length ?? 0;
    if (depth > maxDepth || attributes > maxAttributes) {
      throw unusable("The SVG has too many parts inside each other. Save it as a PNG instead.");
    }
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw unusable("The SVG is not UTF-8 text. Save it again and retry.");
  }
}

/** A `use` of an element that contains a `use` multiplies the shapes at each step. */
function checkUses(drawing: Element): void {
  const uses = [...drawing.querySelectorAll("use")];
  if (uses.length > maxUses) {
    throw unusable(`The SVG repeats more than ${maxUses} symbols. Save it as a PNG instead.`);
  }
  for (const use of uses) {
    const id = (use.getAttribute("href") ?? use.getAttribute("xlink:href") ?? "").slice(1);
    const target = [...drawing.querySelectorAll("[id]")].find((element) => element.id === id);
    if (
      target === undefined ||
      target.localName === "use" ||
      target.querySelector("use") !== null
    ) {
      use.remove();
    }
  }
}

function setSize(drawing: Element): void {
  const viewBox =
    drawing
      .getAttribute("viewBox")
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? [];
  const [, , boxWidth, boxHeight] = viewBox;
  const width = boxWidth ?? pixels(drawing.getAttribute("width"));
  const height = boxHeight ?? pixels(drawing.getAttribute("height"));
  if (!(width > 0) || !(height > 0) || !Number.isFinite(width / height)) {
    throw unusable("The SVG has no size. Save it with a width and a height, or with a viewBox.");
  }
  if (Math.max(width, height) > maxProportion * Math.min(width, height)) {
    throw unusable(`A picture can be at most ${maxProportion} times as long as wide. Crop it.`);
  }
  if (boxWidth === undefined) drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const scale = widestPicture / Math.max(width, height);
  drawing.setAttribute("width", String(Math.round(width * scale)));
  drawing.setAttribute("height", String(Math.round(height * scale)));
}

function pixels(length: string | null): number {
  return /^\s*[\d.]+\s*(px)?\s*$/.test(length ?? "") ? Number.parseFloat(length ?? "") : Number.NaN;
}

function unusable(message: string): AppError {
  return new AppError("invalid", message, { issues: [{ path: "file", message }] });
}
