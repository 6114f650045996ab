import { defineBlock, type RecordOf } from "../model/define.ts";
import { text } from "../model/fields.ts";

export const serviceHeading = defineBlock({
  name: "service-heading",
  title: "Service heading",
  shape: "singleton",
  labelField: "serviceHeading",
  fields: {
    servicesubHeading: text("Line above the heading", { maxLength: 80 }),
    serviceHeading: text("Heading", { maxLength: 120 }),
  },
  calls: [{ list: ["/service"], read: "/service", create: "/add-Service", update: "/service" }],
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
