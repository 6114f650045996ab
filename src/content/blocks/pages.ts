import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { address, image, mark, paragraph, sections, text } from "../model/fields.ts";

/** The fields of a page's search listing; empty ones fall back to the title and the first text. */
export const ownListingFields = {
  listingTitle: text("Title in search results", {
    maxLength: 120,
    optional: true,
    help: "If empty, the title of the page.",
  }),
  listingDescription: paragraph("Description in search results", {
    maxLength: 320,
    optional: true,
    help: "If empty, the first text of the page.",
  }),
  sharePicture: image("Picture when shared", {
    optional: true,
    help: "1200 by 630 pixels. If empty, the site draws one with the title.",
  }),
  noIndex: mark("Hide from search engines", {
    help: "Search engines leave the page out, and so does the site map.",
  }),
};

/** Pages that the owner adds, made of sections. */
export const pages = {
  ...defineBlock({
    name: "page",
    title: "Pages",
    singular: "Page",
    alsoCalled: ["Landing pages", "Sections"],
    shape: "collection",
    labelField: "pageTitle",
    fields: {
      pageTitle: text("Title", { maxLength: 120 }),
      pageAddress: address("Address", { help: "For example /local-seo-in-leeds/." }),
      ...ownListingFields,
      withoutMenu: mark("Without the menu", {
        help: "For a landing page: the header shows only the logo.",
      }),
      sections: sections("Sections", { optional: true }),
    },
    calls: [callsAt("/site-pages", "/add-site-page")],
    screens: { list: ["/pages"], edit: ["/edit-page"], group: "Pages" },
    messages: { created: "Page is Added", updated: "Page is Updated" },
    readBy: "everyone",
    seed: [],
    example: {
      pageTitle: "Local SEO in Leeds",
      pageAddress: "/local-seo-in-leeds/",
      listingTitle: "",
      listingDescription: "",
      sharePicture: "",
      noIndex: "",
      withoutMenu: "",
      sections: "",
    },
  }),
  isRead: "alone",
} as const;

export type OwnPage = RecordOf<typeof pages>;
