import { defineBlock, type RecordOf } from "../model/define.ts";
import { price, text, wholeNumber } from "../model/fields.ts";

const point = (nth: string) => text(`${nth} point`, { maxLength: 120 });
const optionalPoint = (nth: string, help: string) =>
  text(`${nth} point`, { maxLength: 120, optional: true, help });
const notShown =
  "Saved but not shown: the site shows seven points of Basic and Standard, and eight of other plans.";

export const pricingPackages = defineBlock({
  name: "pricing-package",
  title: "Pricing",
  alsoCalled: ["plans", "packages", "prices"],
  shape: "collection",
  labelField: "packageName",
  uniqueField: "packageName",
  besideName: "packagePrice",
  fields: {
    packageName: text("Plan", { maxLength: 40 }),
    packagePrice: price("Price in US dollars"),
    packageButtonText: text("Button text", { maxLength: 40 }),
    packagePointOne: point("First"),
    packagePointTwo: point("Second"),
    packagePointThree: point("Third"),
    packagePointFour: point("Fourth"),
    packagePointFive: point("Fifth"),
    packagePointSix: point("Sixth"),
    packagePointSeven: point("Seventh"),
    packagePointEight: optionalPoint(
      "Eighth",
      "Not shown for Basic and Standard, which show seven points.",
    ),
    packagePointNine: optionalPoint("Ninth", notShown),
    packagePointTen: optionalPoint("Tenth", notShown),
    packageWorkingDays: wholeNumber(
      "Working days",
      { from: 0, to: 120 },
      {
        optional: true,
        help: "How many working days the work takes. Leave it empty for no due date.",
      },
    ),
  },
  calls: [{ list: ["/pricings"], read: "/pricing", create: "/add-pricing", update: "/pricing" }],
  screens: { list: ["/add-pricing"], edit: ["/package-edit"] },
  messages: { created: "Pricing One Is Updated", updated: "Pricing One Is Updated" },
  readBy: "everyone",
  seed: [
    {
      packageName: "Basic",
      packagePrice: "149",
      packageButtonText: "Start a small bed",
      packagePointOne: "Soil survey of up to 25 pages",
      packagePointTwo: "10 searches chosen and tracked",
      packagePointThree: "2 pages sown or rewritten",
      packagePointFour: "Titles and descriptions for every page",
      packagePointFive: "Local listing set up or repaired",
      packagePointSix: "Harvest report once a month",
      packagePointSeven: "Answers by email within two working days",
      packagePointEight: "",
      packagePointNine: "",
      packagePointTen: "",
      packageWorkingDays: "10",
    },
    {
      packageName: "Standard",
      packagePrice: "299",
      packageButtonText: "Work a full acre",
      packagePointOne: "Soil survey of up to 100 pages",
      packagePointTwo: "30 searches chosen and tracked",
      packagePointThree: "4 pages sown or rewritten",
      packagePointFour: "Internal links laid out anew",
      packagePointFive: "Structured data for products or services",
      packagePointSix: "2 earned mentions from trade or local press",
      packagePointSeven: "Harvest report and a call every month",
      packagePointEight: "",
      packagePointNine: "",
      packagePointTen: "",
      packageWorkingDays: "15",
    },
    {
      packageName: "Premium",
      packagePrice: "499",
      packageButtonText: "Plant the whole field",
      packagePointOne: "Soil survey of the whole site",
      packagePointTwo: "60 searches chosen and tracked",
      packagePointThree: "8 pages sown or rewritten",
      packagePointFour: "Structured data on every kind of page",
      packagePointFive: "Speed work until the phone test is green",
      packagePointSix: "6 earned mentions from trade and local press",
      packagePointSeven: "Harvest report and a call every month",
      packagePointEight: "Answers the same working day",
      packagePointNine: "A second language looked after",
      packagePointTen: "A yearly plan, reviewed each season",
      packageWorkingDays: "20",
    },
  ],
});

export type PricingPackage = RecordOf<typeof pricingPackages>;
