import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { choice, paragraph, text } from "../model/fields.ts";

export const seoCheck = defineBlock({
  name: "seo-check",
  title: "SEO check",
  alsoCalled: ["website check", "audit"],
  shape: "singleton",
  labelField: "checkHeading",
  stateField: "isOn",
  fields: {
    checkText: text("Line above the heading", { maxLength: 80 }),
    checkHeading: text("Heading", { maxLength: 120 }),
    checkDetails: paragraph("Text", { maxLength: 600 }),
    checkButton: text("Button text", { maxLength: 40 }),
    checkPromise: text("Line below the field", { maxLength: 160, optional: true }),
    isOn: choice("The check is", ["Switched on", "Switched off"], {
      help: "When the check is switched off, its field and its page disappear. Results stay for 90 days.",
    }),
    gate: choice("Visitors see", ["All findings", "Three findings before their email"], {
      help: "With “Three findings before their email”, the other findings appear when the visitor has confirmed an email address.",
    }),
  },
  calls: [callsAt("/seo-check-texts", "/add-seo-check", "/update-seo-check")],
  screens: { list: ["/edit-seo-check"], edit: ["/seo-check-edit"] },
  messages: { created: "SEO Check is Updated", updated: "SEO Check is Updated" },
  readBy: "everyone",
  seedMayStay: true,
  seed: [
    {
      checkText: "A soil sample, free of charge",
      checkHeading: "See what holds your website back",
      checkDetails:
        "In ten seconds you see how your site looks in search results, and the three faults that cost you most: where they are and how to fix them.",
      checkButton: "Check my website",
      checkPromise: "No account, no email. We read your page as search engines do.",
      isOn: "Switched on",
      gate: "All findings",
    },
  ],
});

export type SeoCheck = RecordOf<typeof seoCheck>;
