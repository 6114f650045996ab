import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { image, paragraph, text, url } from "../model/fields.ts";

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
    image: image("Portrait", { optional: true }),
    personName: text("Name", { maxLength: 80 }),
    personTitle: text("Job title, or what the company does", {
      maxLength: 120,
      optional: true,
    }),
    desc: paragraph("What they say", { maxLength: 800 }),
    company: text("Company", { maxLength: 80, optional: true }),
    companyLink: url("Link to the company", {
      optional: true,
      help: "Such as its website. Readers can look there whether the words are real.",
    }),
    resultNumber: text("Result: number", {
      maxLength: 20,
      optional: true,
      help: "A number that anybody can check, such as 41. It is shown together with what it counts.",
    }),
    resultText: text("Result: what the number counts", {
      maxLength: 100,
      optional: true,
      help: "Such as “enquiries a month through search, 12 before”.",
    }),
    resultPeriod: text("Result: period", {
      maxLength: 60,
      optional: true,
      help: "Such as “March to September”.",
    }),
    photo: image("Photo", {
      optional: true,
      help: "Of the company, its people or its work.",
    }),
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
      company: "Lindqvist Cycles",
      companyLink: "",
      resultNumber: "41",
      resultText: "enquiries through search in a month, 12 before",
      resultPeriod: "March to September",
      photo: "",
    },
    {
      image: "/pictures/portrait-8.webp",
      personName: "Samuel Okafor",
      personTitle: "Accounting software, nine people",
      desc: "They told us in the first week which of our forty articles to throw away. It hurt, and it was right: the twelve that are left bring in more than all of them did.",
      company: "Plain Ledger",
      companyLink: "",
      resultNumber: "",
      resultText: "",
      resultPeriod: "",
      photo: "",
    },
    {
      image: "/pictures/portrait-3.webp",
      personName: "Ines Carvalho",
      personTitle: "Veterinary practice, two locations",
      desc: "I had been promised page one before, by people who shouted. Furrow promised me work, showed me the work, and the appointments came with it.",
      company: "Carvalho Animal Clinic",
      companyLink: "",
      resultNumber: "9",
      resultText: "appointments a week that began with a search, 3 before",
      resultPeriod: "January to June",
      photo: "",
    },
    {
      image: "/pictures/portrait-1.webp",
      personName: "Henrik Aalto",
      personTitle: "Timber windows, family business",
      desc: "A quiet crew. They fixed what was slow, wrote down what we know about windows, and rang once a month. Half of our enquiries now begin with a search.",
      company: "Aalto Windows",
      companyLink: "",
      resultNumber: "",
      resultText: "",
      resultPeriod: "",
      photo: "",
    },
  ],
});

export type Testimonial = RecordOf<typeof testimonials>;
