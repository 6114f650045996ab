import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { number, text } from "../model/fields.ts";

const caption = (label: string, optional = false) => text(label, { maxLength: 60, optional });

export const counters = defineBlock({
  name: "counters",
  title: "Counters",
  alsoCalled: ["numbers", "statistics"],
  shape: "singleton",
  labelField: "happyClientsText",
  fields: {
    happyClientsNumber: number("First number"),
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
      happyClientsNumber: "180",
      happyClientsText: "Companies tended",
      projectCompleteNumber: "2400",
      projectCompleteText: "Pages sown",
      yearofExperienceNumber: "11",
      yearofExperienceText: "Seasons of work",
      teamNumber: "9",
      teamText: "Growers",
      winingAwardNumber: "",
      winingAwardText: "",
    },
  ],
});

export type Counters = RecordOf<typeof counters>;
