import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { icon, paragraph, text } from "../model/fields.ts";

export const serviceHeading = defineBlock({
  name: "service-heading",
  title: "Service heading",
  shape: "singleton",
  labelField: "serviceHeading",
  fields: {
    servicesubHeading: text("Line above the heading", { maxLength: 80 }),
    serviceHeading: text("Heading", { maxLength: 120 }),
  },
  calls: [callsAt("/service", "/add-Service")],
  screens: {
    list: ["/edit-service"],
    edit: ["/main-service-edit", "/servicetext-edit"],
    title: "Service",
  },
  messages: { created: "Service Text is Updated", updated: "Service Text is Updated" },
  readBy: "everyone",
  seed: [
    {
      servicesubHeading: "The planting calendar",
      serviceHeading: "Six jobs, each done in its season",
    },
  ],
});

export type ServiceHeading = RecordOf<typeof serviceHeading>;

export const serviceItems = defineBlock({
  name: "service-item",
  title: "Services",
  singular: "Service item",
  shape: "collection",
  labelField: "serviceTitle",
  fields: {
    serviceIcon: icon("Icon"),
    serviceTitle: text("Title", { maxLength: 80 }),
    serviceDetails: paragraph("Details", { maxLength: 600 }),
  },
  calls: [
    {
      list: ["/service-items"],
      read: "/service-item",
      create: "/add-service-item",
      update: "/service-item",
    },
  ],
  screens: { list: ["/edit-service"], edit: ["/service-edit"] },
  messages: { created: "Service is Updated", updated: "Service is Updated" },
  readBy: "everyone",
  seed: [
    {
      serviceIcon: "field",
      serviceTitle: "Soil survey",
      serviceDetails:
        "A technical audit of the whole site: what search engines can reach, what slows them down, and what to mend first. You get the list in order of worth.",
    },
    {
      serviceIcon: "seed",
      serviceTitle: "Seed selection",
      serviceDetails:
        "Keyword research that starts with your customers. We choose the searches you can win this year and leave the ones that only flatter.",
    },
    {
      serviceIcon: "sprout",
      serviceTitle: "Sowing pages",
      serviceDetails:
        "New pages and rewritten old ones, each made to answer one search completely, in your voice and checked with you before they go out.",
    },
    {
      serviceIcon: "watering-can",
      serviceTitle: "Tending",
      serviceDetails:
        "Titles, internal links, structured data, page speed: the small monthly work that nobody sees and every harvest depends on.",
    },
    {
      serviceIcon: "bee",
      serviceTitle: "Pollination",
      serviceDetails:
        "Mentions and links from places your customers already read: trade papers, partners, local directories. Never bought, never in bulk.",
    },
    {
      serviceIcon: "basket",
      serviceTitle: "Harvest report",
      serviceDetails:
        "One page a month in plain words: what grew, what it brought in, what did not take, and what we do about it next.",
    },
  ],
});

export type ServiceItem = RecordOf<typeof serviceItems>;
