import { defineBlock, type RecordOf } from "../model/define.ts";
import { text } from "../model/fields.ts";

export const faqHeading = defineBlock({
  name: "faq-heading",
  title: "FAQ heading",
  shape: "singleton",
  labelField: "faqHeading",
  fields: {
    faqText: text("Line above the heading", { maxLength: 80 }),
    faqHeading: text("Heading", { maxLength: 120 }),
  },
  calls: [{ list: ["/faq"], read: "/faq", create: "/add-faq", update: "/faq" }],
  screens: { list: ["/edit-faq"], edit: ["/faqtext-edit"], title: "FAQ" },
  messages: { created: "FAQ is Updated", updated: "FAQ is Updated" },
  readBy: "everyone",
  seed: [{ faqText: "Asked at the gate", faqHeading: "Six questions before you sow" }],
});

export type FaqHeading = RecordOf<typeof faqHeading>;
