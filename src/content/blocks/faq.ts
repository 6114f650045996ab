import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { paragraph, text } from "../model/fields.ts";

export const faqHeading = defineBlock({
  name: "faq-heading",
  title: "FAQ heading",
  shape: "singleton",
  labelField: "faqHeading",
  fields: {
    faqText: text("Line above the heading", { maxLength: 80 }),
    faqHeading: text("Heading", { maxLength: 120 }),
  },
  calls: [callsAt("/faq", "/add-faq")],
  screens: { list: ["/edit-faq"], edit: ["/faqtext-edit"], title: "FAQ" },
  messages: { created: "FAQ is Updated", updated: "FAQ is Updated" },
  readBy: "everyone",
  seed: [{ faqText: "Asked at the gate", faqHeading: "Six questions before you sow" }],
});

export type FaqHeading = RecordOf<typeof faqHeading>;

export const faqItems = defineBlock({
  name: "faq-item",
  title: "FAQ items",
  singular: "FAQ item",
  alsoCalled: ["questions", "answers"],
  shape: "collection",
  labelField: "accodingTitle",
  fields: {
    accodingTitle: text("Question", { maxLength: 200 }),
    accodingText: paragraph("Answer", { maxLength: 2000 }),
  },
  calls: [
    { list: ["/faq-items"], read: "/faq-item", create: "/add-faq-item", update: "/faq-item" },
  ],
  screens: { list: ["/edit-faq"], edit: ["/faq-edit"] },
  messages: { created: "FAQ Item is Added", updated: "FAQ Item is Updated" },
  readBy: "everyone",
  seed: [
    {
      accodingTitle: "How long until I see something?",
      accodingText:
        "Repairs show within weeks, because a page that could not be read can be read. New pages take three to six months to find their place. If nothing has moved after six, we tell you so before you ask, and why.",
    },
    {
      accodingTitle: "Can you promise me the first place?",
      accodingText:
        "No, and be careful with anyone who does: nobody outside the search engine decides it. We promise the work, the dates, and a report that shows both what grew and what did not.",
    },
    {
      accodingTitle: "Is there a contract, and how do I stop?",
      accodingText:
        "A plan that is charged once pays for one month of work, and nothing renews by itself: stop by not ordering again. A plan with a price “a month” goes on until you cancel it, in two clicks on its page, and then runs to the end of the month that you have paid. Everything we made stays with you: the pages, the accounts and the numbers.",
    },
    {
      accodingTitle: "What do you need from me?",
      accodingText:
        "An hour in the first week to learn your trade, access to your site, and someone who can say yes or no to a text within a few days. In later months it is about twenty minutes.",
    },
    {
      accodingTitle: "Which plan is the right one?",
      accodingText:
        "Up to 25 pages and customers from one town: Basic. A shop, a practice or software with a few competitors: Standard. Several places or languages, or a market where others already invest: Premium. If you are between two, write to us and we name the smaller one that will do.",
    },
    {
      accodingTitle: "Do you buy links, or let a machine write the pages?",
      accodingText:
        "Neither. Bought links are weeds: they come up fast, and pulling them out takes a year. Every page is written by the person who looks after your site and read by you before it goes out.",
    },
  ],
});

export type FaqItem = RecordOf<typeof faqItems>;
