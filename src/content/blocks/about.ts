import { defineBlock, type RecordOf } from "../model/define.ts";
import { image, paragraph, text } from "../model/fields.ts";

const point = (nth: string) => text(`${nth} point`, { maxLength: 120 });

export const about = defineBlock({
  name: "about",
  title: "About us",
  alsoCalled: ["story"],
  shape: "singleton",
  labelField: "aboutHeading",
  fields: {
    aboutImgOne: image("Picture"),
    aboutText: text("Line above the heading", { maxLength: 80 }),
    aboutHeading: text("Heading", { maxLength: 120 }),
    aboutDetails: paragraph("Details", { maxLength: 1200 }),
    pointOne: point("First"),
    pointTwo: point("Second"),
    pointThree: point("Third"),
    pointFour: point("Fourth"),
    pointFive: point("Fifth"),
  },
  calls: [{ list: ["/about"], read: "/about-us", create: "/add-about", update: "/update-about" }],
  screens: { list: ["/edit-about"], edit: [""], editLink: "Update About Section" },
  messages: { created: "About is Updated", updated: "About is Updated" },
  readBy: "everyone",
  seed: [
    {
      aboutImgOne: "/pictures/root-cellar.webp",
      aboutText: "About us",
      aboutHeading: "What shows above ground depends on what lies below",
      aboutDetails:
        "Furrow began with a seed merchant whose shop could not be found under its own name. Most of what was wrong sat where no customer looks: in the structure, the speed, the words. We have worked from the roots up ever since, for companies of one to fifty people who would rather do their own trade than learn ours.",
      pointOne: "One grower answers for your site from the first day to the last",
      pointTwo: "Fixed prices, written down before anything starts",
      pointThree: "Every change is explained in a sentence you can repeat",
      pointFour: "No contract longer than a month",
      pointFive: "What we plant is yours: pages, data and accounts",
    },
  ],
});

export type About = RecordOf<typeof about>;
