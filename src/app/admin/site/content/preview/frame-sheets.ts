import { sheetsOfLook } from "#app/looks/look-sheets.ts";
import { fontsOf } from "#app/looks/typeface-sheets.ts";
import siteSheet from "#app/ui/styles/site.css?sheet";
import { PageSheets } from "#app/ui/styles/style-sheets.ts";
import type { Look } from "#look/look.ts";

/** The style sheets of a frame in which the panel renders parts of the site. */
export class FrameSheets {
  /** Collects the style sheets of the content. */
  readonly ofContent = new PageSheets();
  /** Resolves when all linked style sheets and their fonts have loaded. */
  #loaded: Promise<unknown> = Promise.resolve();
  #turn = 0;

  /**
   * Dresses the frame in a look, whose rules are in `css`, and in the owner's rules. Resolves with
   * false if a later call took over.
   */
  async dress(frame: Document, look: Look, { css, ownCss, nonce }: Rules): Promise<boolean> {
    this.#turn += 1;
    const turn = this.#turn;
    const wanted = this.#wanted(look);
    const loading = linkMissing(frame, wanted, nonce);
    // Waits for the style sheets, so that no section flashes without styles, and for the fonts,
    // because text drawn before an optional font arrives keeps the fallback font.
    if (loading.length > 0) {
      this.#loaded = Promise.all([this.#loaded, ...loading]).then(() => loadFonts(frame));
    }
    await this.#loaded;
    if (turn !== this.#turn) return false;
    const addresses = new Set(wanted.map(({ address }) => address));
    for (const link of linksIn(frame)) {
      if (!addresses.has(link.getAttribute("href") ?? "")) link.remove();
    }
    const [rules, ownRules] = frame.querySelectorAll("style");
    if (write(ownRules, ownCss) || (write(rules, css) && css.includes("@font-face"))) {
      // The rules can name an uploaded font.
      await loadFonts(frame);
    }
    return turn === this.#turn;
  }

  #wanted(look: Look) {
    const all = new PageSheets();
    const ofLook = [...fontsOf(look, false).sheets, ...sheetsOfLook(look)];
    for (const sheet of [siteSheet, ...this.ofContent.inOrder(), ...ofLook]) all.add(sheet);
    return all.inOrder();
  }
}

interface Rules {
  /** Of the look. */
  readonly css: string;
  /** Of the owner, which are the last in the cascade. */
  readonly ownCss: string;
  readonly nonce: string;
}

/** True if the rules were others before. */
function write(element: HTMLStyleElement | undefined, css: string): boolean {
  if (element === undefined || element.textContent === css) return false;
  element.textContent = css;
  return true;
}

function linksIn({ head }: Document): readonly HTMLLinkElement[] {
  return [...head.querySelectorAll("link")];
}

/**
 * Links the style sheets that the frame does not have, each at its place in the cascade. The element
 * for the rules of the look follows the style sheet of all pages, as in the pages of the site.
 */
function linkMissing(
  frame: Document,
  wanted: ReturnType<PageSheets["inOrder"]>,
  nonce: string,
): readonly Promise<unknown>[] {
  const { head } = frame;
  const present = new Map(linksIn(frame).map((link) => [link.getAttribute("href"), link]));
  const loading: Promise<unknown>[] = [];
  if (present.size === 0) head.append(emptyRules(frame, nonce));
  // Backwards, because a link is inserted before the one that follows in the cascade.
  let following: Element | null = [...head.querySelectorAll("style")].at(-1) ?? null;
  for (const sheet of wanted.toReversed()) {
    let link = present.get(sheet.address);
    if (link === undefined) {
      link = frame.createElement("link");
      link.rel = "stylesheet";
      link.href = sheet.address;
      const added = link;
      loading.push(
        new Promise((resolve) => {
          added.onload = resolve;
          // The content is then shown without this style sheet.
          added.onerror = resolve;
        }),
      );
      head.insertBefore(link, following);
      if (sheet === siteSheet) link.after(emptyRules(frame, nonce));
    }
    following = link;
  }
  return loading;
}

function emptyRules(frame: Document, nonce: string): HTMLStyleElement {
  const rules = frame.createElement("style");
  rules.nonce = nonce;
  return rules;
}

async function loadFonts({ fonts }: Document): Promise<void> {
  await Promise.allSettled([...fonts].map((face) => face.load()));
}
