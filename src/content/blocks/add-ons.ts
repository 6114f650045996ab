import { defineBlock, type RecordOf } from "../model/define.ts";
import { choice, paragraph, plans, priceOrNothing, text, wholeNumber } from "../model/fields.ts";

/** Most pieces of one add-on in one order. */
export const mostPieces = 20;

/** What customers can add to a plan on the order page. */
export const addOns = defineBlock({
  name: "add-on",
  title: "Add-ons",
  singular: "Add-on",
  alsoCalled: ["extras", "options", "upsells"],
  intro:
    "Add-ons are sold beside a plan, such as one more article or an earlier start. Customers choose them on the order form, and you can put them into offers.",
  shape: "collection",
  labelField: "addOnName",
  uniqueField: "addOnName",
  besideName: "addOnPrice",
  fields: {
    addOnName: text("Add-on", { maxLength: 60 }),
    addOnText: text("Text", {
      maxLength: 200,
      optional: true,
      help: "One sentence, shown below the name on the order page.",
    }),
    addOnPrice: priceOrNothing("Price in US dollars", {
      help: "Of one piece. Orders keep the price that they were placed with.",
    }),
    addOnCharged: choice("Charged", ["Once", "With the plan"], {
      help: "“With the plan” adds the price to each month, quarter or year of a plan that is charged again. With a plan that is charged once, both are the same.",
      byDefault: "Once",
    }),
    addOnPlans: plans("Plans", {
      help: "The plans that it is offered with. Tick none to offer it with every plan.",
    }),
    addOnMost: {
      ...wholeNumber(
        "Most in one order",
        { from: 1, to: mostPieces },
        { help: "With 1, customers tick it. With more, they choose a number." },
      ),
      byDefault: "1",
    },
    addOnPoints: paragraph("Points", {
      maxLength: 600,
      optional: true,
      help: "What an order with it promises, one point per line, such as “A call of an hour with your team”. Each delivery shows these points beside those of the plan.",
    }),
  },
  calls: [{ list: ["/add-on"], read: "/add-on", create: "/new-add-on", update: "/add-on" }],
  screens: { list: ["/add-ons"], edit: ["/edit-add-on"] },
  messages: { created: "The add-on is added", updated: "The add-on is changed" },
  readBy: "everyone",
  seed: [],
  example: {
    addOnName: "A call with your team",
    addOnText: "One hour, on the questions that you choose.",
    addOnPrice: "90",
    addOnCharged: "Once",
    addOnPlans: "",
    addOnMost: "3",
    addOnPoints: "A call of one hour",
  },
});

export type AddOn = RecordOf<typeof addOns>;
