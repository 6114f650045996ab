import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { text } from "../model/fields.ts";

const line = (label: string) => text(label, { maxLength: 80 });
const heading = (label: string) => text(label, { maxLength: 120 });

/** Headings of the sections whose blocks have no field for a heading. */
export const sectionTitles = defineBlock({
  name: "section-titles",
  title: "Section titles",
  shape: "singleton",
  labelField: "pricingHeading",
  fields: {
    pricingText: line("Plans: line above the heading"),
    pricingHeading: heading("Plans: heading"),
    pricingRecommended: line("Plans: line on the recommended plan"),
    pricingTerms: text("Plans: text beside each price", {
      maxLength: 60,
      optional: true,
      help: "What the price covers, such as a month of work. Also shown on the order page. Beside a plan that is charged every month, quarter or year, its interval is shown instead.",
    }),
    pricingCompare: text("Plans: heading of the comparison", {
      maxLength: 120,
      optional: true,
      help: "The pricing page compares the plans by their points. Leave it empty for “What is in which plan”.",
    }),
    pricingNext: text("Plans: heading of the last part of the page", {
      maxLength: 120,
      optional: true,
      help: "Above the button that orders the recommended plan. Leave it empty for “Ready to begin?”.",
    }),
    stepsText: line("Work steps: line above the heading"),
    stepsHeading: heading("Work steps: heading"),
    videoText: line("Video: line above the heading"),
    videoButton: text("Video: text on the picture", { maxLength: 40 }),
    contactText: line("Contact: line above the heading"),
    subscribeHeading: heading("Subscribe box: heading"),
    templatesHeading: heading("Design templates: heading on the dashboard"),
    templatesText: text("Design templates: line below the heading", { maxLength: 240 }),
  },
  calls: [callsAt("/section-titles", "/add-section-titles", "/update-section-titles")],
  screens: { list: ["/edit-section-titles"], edit: ["/section-titles-edit"] },
  messages: { created: "Section Titles are Updated", updated: "Section Titles are Updated" },
  readBy: "everyone",
  seed: [
    {
      pricingText: "Pricing",
      pricingHeading: "Seed packets, and what grows from each",
      pricingRecommended: "The one we would plant",
      pricingTerms: "for a month’s SEO work",
      pricingCompare: "What grows in which packet",
      pricingNext: "The ground is ready when you are",
      stepsText: "How the work goes",
      stepsHeading: "One field, four seasons",
      videoText: "See for yourself",
      videoButton: "See how the work goes",
      contactText: "Contact",
      subscribeHeading: "Field notes, by email",
      templatesHeading: "Templates for your posts",
      templatesText: "Take one, put in your own words and pictures, and send it into the world.",
    },
  ],
});

export type SectionTitles = RecordOf<typeof sectionTitles>;
