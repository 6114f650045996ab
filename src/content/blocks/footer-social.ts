import { defineBlock, type RecordOf } from "../model/define.ts";
import { text, url } from "../model/fields.ts";

export const footerSocial = defineBlock({
  name: "footer-social",
  title: "Footer social",
  alsoCalled: ["links", "networks"],
  shape: "singleton",
  labelField: "aboutText",
  fields: {
    aboutText: text("Line above the links", { maxLength: 200 }),
    inslink: url("Instagram link"),
    fblink: url("Facebook link"),
    youlink: url("YouTube link"),
  },
  calls: [
    {
      list: ["/footer-social"],
      read: "/footer-social",
      create: "/add-footer-social",
      update: "/footer-social",
    },
  ],
  screens: { list: ["/add-social-footer"], edit: ["/edit-social-footer"] },
  messages: { created: "Social Link is Updated", updated: "Social Link is Updated" },
  readBy: "everyone",
  seed: [
    {
      aboutText: "Notes from the field, now and then",
      inslink: "https://www.instagram.com/",
      fblink: "https://www.facebook.com/",
      youlink: "https://www.youtube.com/",
    },
  ],
});

export type FooterSocial = RecordOf<typeof footerSocial>;
