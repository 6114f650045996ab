import { defineBlock, type RecordOf } from "../define.ts";
import { paragraph, text } from "../fields.ts";

export const privacyPolicy = defineBlock({
  name: "privacy-policy",
  title: "Privacy policy",
  shape: "singleton",
  labelField: "legalTitle",
  fields: {
    legalTitle: text("Title", { maxLength: 120 }),
    legalText: paragraph("Text", {
      maxLength: 30_000,
      help: "An empty line begins a new paragraph, # at the start of a line makes it a heading, - a point of a list.",
    }),
  },
  calls: [
    {
      list: ["/privacy"],
      read: "/privacy",
      create: "/add-privacy",
      update: "/update-privacy",
    },
  ],
  screens: { list: ["/edit-privacy"], edit: ["/privacy-edit"] },
  messages: { created: "Privacy Policy is Updated", updated: "Privacy Policy is Updated" },
  readBy: "everyone",
  seed: [
    {
      legalTitle: "Privacy policy",
      legalText: [
        "Note to the owner: check this text, fill in your name and address, and have it read by someone who knows the law where you work. It describes what this site does as it was installed.",
        "",
        "# Who is responsible",
        "The business that runs this site, under the postal address, telephone number and email address given at the foot of every page. Write to that address about anything on this page.",
        "",
        "# What we keep, and why",
        "- Your account: your email address and a scrambled form of your password that nobody can turn back. We need them to let you in.",
        "- Your orders: the plan, its price and date, your name, address and country, your website if you gave it, and whether the order is paid. We need them to do the work, and to keep accounts as the law asks.",
        "- Your messages: what you write in the contact form, with the name, email address and telephone number that you give. We need them to answer.",
        "- The newsletter: your email address, if you entered it in the subscribe box. We use it to send you the notes that you asked for, and for nothing else.",
        "- Access records: for each request its time, the page, and the network address it came from, kept for a short time to find faults and to stop abuse.",
        "",
        "# What we do not do",
        "We do not sell or lend your data. We run no advertising and no measuring of visitors across sites. The pages load nothing from other companies: no fonts, no maps, no trackers. The video is a link, and the company that hosts it learns of you only when you follow it.",
        "",
        "# Cookies",
        "One cookie, set when you log in. It keeps you logged in and ends when you log out or when the session runs out. Without an account there is none, which is why this site shows you no banner.",
        "",
        "# Payments",
        "You pay on the pages of our payment provider, PayPal. Card numbers and account details are entered there and never reach us. We give the provider the amount, the number of your order and our own receiving address; it tells us whether the payment succeeded and under which transaction number.",
        "",
        "# Who else sees your data",
        "The people who work on your order, the company that hosts this server, the company that delivers our mail, and the payment provider for what concerns the payment. Each of them may use it only for that. Authorities see it where the law leaves us no choice.",
        "",
        "# How long we keep it",
        "- Orders and payments: as long as the law on accounts asks, usually seven to ten years.",
        "- Your account: until you ask us to close it.",
        "- Messages: two years after the last one.",
        "- Newsletter: until you ask us to take you off the list.",
        "- Access records: thirty days.",
        "",
        "# Your rights",
        "You may ask what we hold about you, have it corrected, have it deleted where no law makes us keep it, receive it as a file, and object to its use. Write to the address at the foot of the page; we answer within one month. You may also complain to the data protection authority of your country.",
        "",
        "# Changes",
        "When this text changes in a way that matters, we say so on this page and, if you have an account, by mail before it takes effect.",
      ].join("\n"),
    },
  ],
});

export type PrivacyPolicy = RecordOf<typeof privacyPolicy>;
