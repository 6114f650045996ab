import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { text, url } from "../model/fields.ts";

export const callToAction = defineBlock({
  name: "call-to-action",
  title: "Call to action",
  alsoCalled: ["CTA"],
  shape: "singleton",
  labelField: "heading",
  fields: {
    heading: text("Heading", { maxLength: 120 }),
    subHeading: text("Line below the heading", { maxLength: 240 }),
    buttonText: text("Button text", { maxLength: 40, optional: true }),
    buttonLink: url("Button link", { optional: true }),
  },
  calls: [callsAt("/actions", "/add-action", "/update-actions")],
  screens: { list: ["/update-calltoaction"], edit: ["/edit-call"] },
  messages: { created: "Action is Updated", updated: "Action is Updated" },
  readBy: "everyone",
  seed: [
    {
      heading: "The best month to sow was March. The next best is this one.",
      subHeading: "The smallest plan is with you in 10 working days, the largest in 20.",
      buttonText: "See the plans",
      buttonLink: "/pricing/",
    },
  ],
});

export type CallToAction = RecordOf<typeof callToAction>;
