import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { image, paragraph, text } from "../model/fields.ts";

export const testimonialHeading = defineBlock({
  name: "testimonial-heading",
  title: "Testimonial heading",
  shape: "singleton",
  labelField: "testimonialHeading",
  fields: {
    testimonialText: text("Line above the heading", { maxLength: 80 }),
    testimonialHeading: text("Heading", { maxLength: 120 }),
  },
  calls: [callsAt("/testimonialtext", "/add-testimonial-text")],
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

export const testimonials = defineBlock({
  name: "testimonial",
  title: "Testimonials",
  singular: "Testimonial",
  alsoCalled: ["reviews", "quotes"],
  shape: "collection",
  labelField: "personName",
  fields: {
    image: image("Portrait"),
    personName: text("Name", { maxLength: 80 }),
    personTitle: text("Job title or company", { maxLength: 120 }),
    desc: paragraph("What they say", { maxLength: 800 }),
  },
  calls: [
    {
      list: ["/testimonials"],
      read: "/testimonial",
      create: "/add-testimonial",
      update: "/testimonial",
    },
  ],
  screens: { list: ["/edit-testimonial"], edit: ["/edit-testimonial"] },
  messages: { created: "Testimonial is Added", updated: "Testimonial is Updated" },
  readBy: "everyone",
  seed: [
    {
      image: "/pictures/portrait-4.webp",
      personName: "Marta Lindqvist",
      personTitle: "Bicycle workshop, three people",
      desc: "In March nobody found us for \u201Cwheel truing\u201D. In September I had to hire a second mechanic. The reports fit on one page and I understood every word.",
    },
    {
      image: "/pictures/portrait-8.webp",
      personName: "Samuel Okafor",
      personTitle: "Accounting software, nine people",
      desc: "They told us in the first week which of our forty articles to throw away. It hurt, and it was right: the twelve that are left bring in more than all of them did.",
    },
    {
      image: "/pictures/portrait-3.webp",
      personName: "Ines Carvalho",
      personTitle: "Veterinary practice, two locations",
      desc: "I had been promised page one before, by people who shouted. Furrow promised me work, showed me the work, and the appointments came with it.",
    },
    {
      image: "/pictures/portrait-1.webp",
      personName: "Henrik Aalto",
      personTitle: "Timber windows, family business",
      desc: "A quiet crew. They fixed what was slow, wrote down what we know about windows, and rang once a month. Half of our enquiries now begin with a search.",
    },
  ],
});

export type Testimonial = RecordOf<typeof testimonials>;
