import { defineBlock, type RecordOf } from "../model/define.ts";
import { text } from "../model/fields.ts";

export const testimonialHeading = defineBlock({
  name: "testimonial-heading",
  title: "Testimonial heading",
  shape: "singleton",
  labelField: "testimonialHeading",
  fields: {
    testimonialText: text("Line above the heading", { maxLength: 80 }),
    testimonialHeading: text("Heading", { maxLength: 120 }),
  },
  calls: [
    {
      list: ["/testimonialtext"],
      read: "/testimonialtext",
      create: "/add-testimonial-text",
      update: "/testimonialtext",
    },
  ],
  screens: { list: ["/edit-testimonial"], edit: ["/testimonialtext-edit"], title: "Testimonial" },
  messages: { created: "Testimonial Text is Added", updated: "Testimonial Text is Updated" },
  readBy: "everyone",
  seed: [
    {
      testimonialText: "From the almanac",
      testimonialHeading: "What grew, in the words of those who planted",
    },
  ],
});

export type TestimonialHeading = RecordOf<typeof testimonialHeading>;
