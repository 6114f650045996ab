import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { icon, paragraph, text } from "../model/fields.ts";

/** The specification gives these records two sets of REST calls and two screens. */
export const workSteps = defineBlock({
  name: "work-step",
  title: "Work steps",
  singular: "Work step",
  alsoCalled: ["process", "how it works"],
  shape: "collection",
  labelField: "stepTitle",
  besideName: "stepNumber",
  fields: {
    stepNumber: text("Number", { maxLength: 20, help: "Such as 01." }),
    stepTitle: text("Title", { maxLength: 80 }),
    stepDetails: paragraph("Details", { maxLength: 600 }),
    // Optional, because one of the two sets of REST calls has no such field.
    stapIcon: icon("Icon", { optional: true }),
  },
  calls: [
    { list: ["/steps"], read: "/step-item", create: "/add-step", update: "/step-item" },
    callsAt("/worksec", "/add-worksec", "/update-worksec"),
  ],
  screens: { list: ["/step-section", "/edit-work"], edit: ["/edit-step", "/edit-work"] },
  messages: { created: "Work Step is Updated", updated: "Work Section is Updated" },
  readBy: "everyone",
  seed: [
    {
      stepNumber: "01",
      stepTitle: "Spring: open the ground",
      stepDetails:
        "We walk the whole site, mend what keeps searchers out, and choose with you the few searches worth growing for. The first pages go in.",
      stapIcon: "plough",
    },
    {
      stepNumber: "02",
      stepTitle: "Summer: tend the rows",
      stepDetails:
        "Week by week: new pages, better titles, faster loading, links from places your customers read. What does not take is pulled out early.",
      stapIcon: "watering-can",
    },
    {
      stepNumber: "03",
      stepTitle: "Autumn: bring it in",
      stepDetails:
        "Pages reach their places and people arrive. Now we make it easy for them to call, book or buy, and count what came of it.",
      stapIcon: "basket",
    },
    {
      stepNumber: "04",
      stepTitle: "Winter: read the year",
      stepDetails:
        "What grew, what it brought in, what others planted meanwhile. We keep the best seed and lay out next year\u2019s field with you.",
      stapIcon: "almanac",
    },
  ],
});

export type WorkStep = RecordOf<typeof workSteps>;
