import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { number, paragraph, text } from "../model/fields.ts";

const caption = (label: string) => text(label, { maxLength: 60 });
const percent = (label: string) =>
  number(label, { maxLength: 5, help: "Percent, from 0 to 100: the length of the bar." });

export const experience = defineBlock({
  name: "experience",
  title: "Experience",
  shape: "singleton",
  labelField: "experienceHeading",
  fields: {
    experienceText: text("Line above the heading", { maxLength: 80 }),
    experienceHeading: text("Heading", { maxLength: 120 }),
    experienceDetails: paragraph("Details", { maxLength: 1200 }),
    skillOneText: caption("First skill"),
    skillOneNumber: percent("First skill in percent"),
    skillTwoText: caption("Second skill"),
    skillTwoNumber: percent("Second skill in percent"),
    skillThreeText: caption("Third skill"),
    skillThreeNumber: percent("Third skill in percent"),
  },
  calls: [callsAt("/experiences", "/add-experience", "/update-experiences")],
  screens: { list: ["/edit-experience"], edit: ["/edit-experience"] },
  messages: { created: "Experience Section is Updated", updated: "Experience Section is Updated" },
  readBy: "everyone",
  seed: [
    {
      experienceText: "Eleven seasons",
      experienceHeading: "What we measured, not what we hoped",
      experienceDetails:
        "Taken over every site that stayed with us for a year or longer. The rest is weather, and we say so in the report.",
      skillOneText: "Pages that moved up within six months",
      skillOneNumber: "85",
      skillTwoText: "Chosen searches that reached page one",
      skillTwoNumber: "65",
      skillThreeText: "Clients who stayed for a second year",
      skillThreeNumber: "79",
    },
  ],
});

export type Experience = RecordOf<typeof experience>;
