import { callsAt, defineBlock } from "../model/define.ts";
import { choice, paragraph, text } from "../model/fields.ts";

const line = (of: string) => text(`${of}: line above the heading`, { maxLength: 80 });
const heading = (of: string) => text(`${of}: heading`, { maxLength: 120 });
const details = (of: string) => paragraph(`${of}: text`, { maxLength: 600 });

/** Texts around the samples of a month report, a delivery and a check result. */
export const samples = defineBlock({
  name: "samples",
  title: "Samples of the work",
  alsoCalled: ["example", "sample report", "sample delivery", "sample check", "show the work"],
  shape: "singleton",
  labelField: "monthHeading",
  stateField: "isOn",
  fields: {
    isOn: choice("The samples are", ["Switched on", "Switched off"], {
      help: "When the samples are switched off, their sections and their three pages disappear. The samples are of an invented guesthouse.",
    }),
    monthText: line("Month report"),
    monthHeading: heading("Month report"),
    monthDetails: details("Month report"),
    deliveryText: line("Delivery"),
    deliveryHeading: heading("Delivery"),
    deliveryDetails: details("Delivery"),
    checkText: line("Check result"),
    checkHeading: heading("Check result"),
    checkDetails: details("Check result"),
    nextHeading: heading("Last part of each sample’s page"),
  },
  calls: [callsAt("/samples", "/add-samples", "/update-samples")],
  screens: { list: ["/edit-samples"], edit: ["/samples-edit"] },
  messages: { created: "Samples are Updated", updated: "Samples are Updated" },
  readBy: "everyone",
  seedMayStay: true,
  seed: [
    {
      isOn: "Switched on",
      monthText: "What you get to see",
      monthHeading: "Every month fits on one page",
      monthDetails:
        "What we did, what changed and what comes next, and where each number comes from.",
      deliveryText: "What you get to see",
      deliveryHeading: "Each promise comes with its proof",
      deliveryDetails:
        "A delivery lists what your plan promised, point by point, with the proof below. You accept it or ask for changes.",
      checkText: "What you get to see",
      checkHeading: "The line at fault, and how to fix it",
      checkDetails:
        "Each finding of the check names its place in the source of your page. Take it to whoever builds your website, or leave it to us.",
      nextHeading: "The same for your website",
    },
  ],
});
