import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { image, paragraph, text, url } from "../model/fields.ts";

export const banner = defineBlock({
  name: "banner",
  title: "Banner",
  alsoCalled: ["hero", "header", "top of the page"],
  shape: "singleton",
  labelField: "bannerHeading",
  fields: {
    bannerText: text("Line above the heading", { maxLength: 80 }),
    bannerHeading: text("Heading", { maxLength: 120 }),
    bannerDetails: paragraph("Details", { maxLength: 600 }),
    buttonText: text("Button text", { maxLength: 40 }),
    buttonURL: url("Button link"),
    imageOne: image("Picture"),
  },
  calls: [callsAt("/banner", "/add-banner", "/update-banner")],
  screens: { list: ["/edit-banner"], edit: ["/banner"], editLink: "Edit Banner Section" },
  messages: { created: "Banner is Updated", updated: "Banner is Updated" },
  readBy: "everyone",
  seed: [
    {
      bannerText: "SEO for small companies, by the month",
      bannerHeading: "Rankings are grown, not bought.",
      bannerDetails:
        "A month of work at a fixed price: we prepare the ground, sow the right pages and tend them. You see a proof of each point.",
      buttonText: "Choose a plan",
      buttonURL: "/#pricing",
      imageOne: "/pictures/first-light.webp",
    },
  ],
});

export type Banner = RecordOf<typeof banner>;
