import { defineBlock, type RecordOf } from "../model/define.ts";
import { choice, image, text, url } from "../model/fields.ts";

/**
 * Only admins read all templates. Customers see on their dashboard the templates that
 * `orders/placing/offered-templates.ts` offers to them.
 */
export const designTemplates = defineBlock({
  name: "design-template",
  title: "Design templates",
  singular: "Design template",
  shape: "collection",
  labelField: "category",
  fields: {
    format: choice("Format", ["Instagram", "Facebook", "LinkedIn"]),
    canvaLink: url("Canva link"),
    imageLink: image("Preview picture"),
    category: text("Category", { maxLength: 80 }),
    freeOrPaid: choice("Free or paid", ["Paid", "Free"], {
      help: "Free templates are for everyone with an account, Paid ones for customers with a paid order.",
    }),
  },
  calls: [{ list: ["/items"], read: "/item", create: "/add-item", update: "/item" }],
  screens: { list: ["/add-item"], edit: ["/edit-item"] },
  messages: { created: "Item is Updated", updated: "Item is Updated" },
  readBy: "admin",
  seed: [
    {
      format: "Instagram",
      canvaLink: "/pictures/template-season.webp",
      imageLink: "/pictures/template-season.webp",
      category: "Season\u2019s greeting",
      freeOrPaid: "Free",
    },
    {
      format: "Instagram",
      canvaLink: "/pictures/template-words.webp",
      imageLink: "/pictures/template-words.webp",
      category: "A customer\u2019s words",
      freeOrPaid: "Paid",
    },
    {
      format: "Facebook",
      canvaLink: "/pictures/template-open-day.webp",
      imageLink: "/pictures/template-open-day.webp",
      category: "Open day",
      freeOrPaid: "Free",
    },
    {
      format: "Facebook",
      canvaLink: "/pictures/template-find-us.webp",
      imageLink: "/pictures/template-find-us.webp",
      category: "Where to find us",
      freeOrPaid: "Paid",
    },
    {
      format: "LinkedIn",
      canvaLink: "/pictures/template-people.webp",
      imageLink: "/pictures/template-people.webp",
      category: "New in the team",
      freeOrPaid: "Free",
    },
    {
      format: "LinkedIn",
      canvaLink: "/pictures/template-lesson.webp",
      imageLink: "/pictures/template-lesson.webp",
      category: "What we learned",
      freeOrPaid: "Paid",
    },
  ],
});

export type DesignTemplate = RecordOf<typeof designTemplates>;
