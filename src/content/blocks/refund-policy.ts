import { defineBlock } from "../model/define.ts";
import { paragraph, text } from "../model/fields.ts";

export const refundPolicy = defineBlock({
  name: "refund-policy",
  title: "Refund policy",
  shape: "singleton",
  labelField: "legalTitle",
  fields: {
    legalTitle: text("Title", { maxLength: 120 }),
    legalText: paragraph("Text", {
      maxLength: 30_000,
      help: "An empty line starts a new paragraph. Start a line with # for a heading, or with - for a list item.",
    }),
  },
  calls: [
    {
      list: ["/refunds"],
      read: "/refunds",
      create: "/add-refunds",
      update: "/update-refunds",
    },
  ],
  screens: { list: ["/edit-refunds"], edit: ["/refunds-edit"] },
  messages: { created: "Refund Policy is Updated", updated: "Refund Policy is Updated" },
  readBy: "everyone",
  seed: [
    {
      legalTitle: "Refund policy",
      legalText: [
        "Note to the owner: check this text against what you can keep to and against the law where you work. It is a complete start, not legal advice.",
        "",
        "# Before we begin: everything back",
        "If you change your mind before we have started, or within fourteen days of paying if we have not delivered anything by then, you get the full price back. You need give no reason.",
        "",
        "# After we have begun",
        "Within the first fourteen days you may still stop. We then keep a part of the price for the work that is done, counted in working days of the month, and pay back the rest. After fourteen days the month is paid for, and the work goes on to its end.",
        "",
        "# If we do not deliver",
        "If something that your plan lists was not done in its month, and the cause was ours, choose: we do it in the following ten working days at no cost, or you get back the part of the price that belongs to it. If nothing was done at all, you get back everything.",
        "",
        "# What is no ground for a refund",
        "That a page has not yet reached the place you hoped for. Search engines take months, and nobody outside them decides. The report shows you what was done, so that you can judge the work itself.",
        "",
        "# Paid twice, or by mistake",
        "Tell us, and the second payment goes back in full. We also look for double payments ourselves and send them back unasked.",
        "",
        "# How to ask",
        "Write to us through the contact page or to the address at the foot of every page, with the email address of your account and the date of the order. A person answers within two working days.",
        "",
        "# How the money comes back",
        "The way it came: through the payment provider to the account or card that you paid with, within ten working days of our yes. We take no fee. The order then shows as Refunded on your dashboard.",
        "",
        "# If you are a consumer",
        "The right of withdrawal that the law of your country gives you stays as it is. Where this page gives you less, the law counts; where it gives you more, this page does.",
      ].join("\n"),
    },
  ],
});
