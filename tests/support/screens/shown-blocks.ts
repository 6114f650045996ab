import { pageSections } from "#app/landing/page-sections.tsx";
import { defaultAddresses } from "#content/addresses/listings.ts";
import type { Block } from "#content/model/define.ts";
import type { PublicPage } from "#seo/public-pages.ts";

/** Blocks of the header and footer of every page, which belong to no section. */
const inTheFrame = ["logo", "footerSocial", "footerAbout", "copyright", "headerMenu", "footerMenu"];

/** Search listings, which appear in the head of their page. */
const inTheHead = new Map(
  Object.entries(defaultAddresses).map(([page, address]) => [
    `listing${page}`.toLowerCase(),
    address,
  ]),
);

/** Path of a page that shows the block; undefined if no public page does. */
export function addressShowing(key: string): string | undefined {
  if (inTheFrame.includes(key)) return "/";
  const listed = inTheHead.get(key.toLowerCase());
  if (listed !== undefined) return listed;
  return Object.entries(pageSections)
    .filter(([, sections]) =>
      sections.some((section) => (section.blocks as readonly string[]).includes(key)),
    )
    .map(([page]) => defaultAddresses[page as PublicPage])[0];
}

/** The field that a test changes: the block's first text field, or else its first field. */
export function textFieldOf(block: Block): string {
  const fields = Object.entries(block.fields);
  const plain = fields.find(([, { kind }]) => kind === "text" || kind === "paragraph");
  return (plain ?? fields[0] ?? [""])[0];
}

export function asHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("'", "&#x27;").replaceAll('"', "&quot;");
}
