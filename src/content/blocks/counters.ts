import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { number, text } from "../model/fields.ts";

const caption = (label: string, optional = false) => text(label, { maxLength: 60, optional });

const plusHelp =
  "A number of 10 or more that ends in 0 is shown as a rounded one: 180+. Others are shown as they are.";

export const counters = defineBlock({
  name: "counters",
  title: "Counters",
  alsoCalled: ["numbers", "statistics"],
  shape: "singleton",
  labelField: "happyClientsText",
  fields: {
    happyClientsNumber: number("First number", { help: plusHelp }),
    happyClientsText: caption("First caption"),
    projectCompleteNumber: number("Second number"),
    projectCompleteText: caption("Second caption"),
    yearofExperienceNumber: number("Third number"),
    yearofExperienceText: caption("Third caption"),
    teamNumber: number("Fourth number"),
    teamText: caption("Fourth caption"),
    winingAwardNumber: number("Fifth number", { optional: true }),
    winingAwardText: caption("Fifth caption", true),
  },
  calls: [callsAt("/counters", "/add-counter", "/update-counters")],
  screens: { list: ["/edit-counter"], edit: ["/counters"] },
  messages: { created: "Counter is Updated", updated: "Counters is Updated" },
  readBy: "everyone",
  seed: [
    {
      happyClientsNumber: "184",
      happyClientsText: "Companies tended",
      projectCompleteNumber: "2316",
      projectCompleteText: "Pages sown",
      yearofExperienceNumber: "11",
      yearofExperienceText: "Seasons of work",
      teamNumber: "6",
      teamText: "Growers",
      winingAwardNumber: "",
      winingAwardText: "",
    },
  ],
});

export type Counters = RecordOf<typeof counters>;
