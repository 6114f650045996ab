import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { address, day, image, paragraph, richText, sections, text } from "../model/fields.ts";
import { ownListingFields } from "./pages.ts";

export const articles = {
  ...defineBlock({
    name: "article",
    title: "Articles",
    singular: "Article",
    alsoCalled: ["Blog", "Posts", "News"],
    shape: "collection",
    labelField: "articleTitle",
    fields: {
      articleTitle: text("Title", { maxLength: 120 }),
      pageAddress: address("Address", { help: "For example /articles/what-a-title-does/." }),
      summary: paragraph("Summary", {
        maxLength: 400,
        optional: true,
        help: "One or two sentences, for lists and feeds.",
      }),
      picture: image("Picture", { optional: true }),
      author: text("Author", { maxLength: 100, optional: true }),
      articleDate: day("Date", { help: "If empty, the day of the first publication." }),
      topics: text("Topics", {
        optional: true,
        help: "Separated by commas: Local SEO, Content.",
      }),
      body: richText("Text", { optional: true }),
      sections: sections("Sections below the text", { optional: true }),
      ...ownListingFields,
    },
    calls: [callsAt("/site-articles", "/add-site-article")],
    screens: { list: ["/article-list"], edit: ["/edit-article"], group: "Pages" },
    messages: { created: "Article is Added", updated: "Article is Updated" },
    readBy: "everyone",
    seed: [],
    example: {
      articleTitle: "What a title does",
      pageAddress: "/articles/what-a-title-does/",
      summary: "Why the first words of a page decide who comes.",
      picture: "",
      author: "Marion Field",
      articleDate: "2026-11-30",
      topics: "Content, On-page",
      body: "",
      sections: "",
      listingTitle: "",
      listingDescription: "",
      sharePicture: "",
      noIndex: "",
    },
  }),
  isRead: "alone",
} as const;

export type Article = RecordOf<typeof articles>;
