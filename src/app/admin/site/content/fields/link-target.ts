/** A page that a link can lead to, with its sections. */
export interface LinkPage {
  /** The link to the page: its default address, or "page:" and the id of its record. */
  readonly link: string;
  readonly title: string;
  /** False for a page that visitors do not see yet. */
  readonly isOnSite: boolean;
  /** Heading of the list in which the page is offered. */
  readonly group: string;
  /** "loaded": they are read when the page is chosen. */
  readonly sections: readonly LinkSection[] | "loaded";
}

export interface LinkSection {
  readonly anchor: string;
  readonly title: string;
}

interface Target {
  readonly page: LinkPage | undefined;
  /** Section of the page; "" for its beginning. */
  readonly anchor: string;
}

/** The page and the section of a link. Without a page for an address that is typed. */
export function targetOf(pages: readonly LinkPage[], link: string): Target {
  const [path = "", anchor = ""] = link.split("#");
  return { page: pages.find((page) => page.link === (path === "" ? "/" : path)), anchor };
}

export function linkTo(page: LinkPage, anchor: string): string {
  return anchor === "" ? page.link : `${page.link}#${anchor}`;
}

/** A link in words for lists: "→ Home, section “Plans”". */
export function linkInWords(pages: readonly LinkPage[], link: string): string {
  if (link === "") return "";
  const { page, anchor } = targetOf(pages, link);
  if (page === undefined) return `→ ${link.startsWith("page:") ? "a page that is gone" : link}`;
  if (anchor === "") return `→ ${page.title}`;
  const known = page.sections === "loaded" ? [] : page.sections;
  const section = known.find((each) => each.anchor === anchor);
  return `→ ${page.title}, section “${section?.title ?? anchor}”`;
}
