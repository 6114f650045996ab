import { defineBlock, type RecordOf } from "../model/define.ts";
import { paragraph, text } from "../model/fields.ts";

export const footerAbout = defineBlock({
  name: "footer-about",
  title: "Footer about",
  shape: "singleton",
  labelField: "aboutFooterText",
  fields: {
    aboutFooterText: text("Heading", { maxLength: 80 }),
    aboutFooterDetails: paragraph("Details", { maxLength: 600 }),
  },
  calls: [
    {
      list: ["/footer-about", "/footer"],
      read: "/footer-about",
      create: "/add-footer-about",
      update: "/footer-about",
    },
  ],
  screens: { list: ["/add-about-footer"], edit: ["/edit-about-footer"] },
  messages: { created: "Footer About is Updated", updated: "Footer About is Updated" },
  readBy: "everyone",
  seed: [
    {
      aboutFooterText: "Good ground, patient work",
      aboutFooterDetails:
        "Furrow looks after the search results of small companies: from the first survey to a harvest that comes back every year.",
    },
  ],
});

export type FooterAbout = RecordOf<typeof footerAbout>;
