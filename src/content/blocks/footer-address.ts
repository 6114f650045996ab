import { defineBlock, type RecordOf } from "../model/define.ts";
import { email, phone, text } from "../model/fields.ts";

export const footerAddress = defineBlock({
  name: "footer-address",
  title: "Footer address",
  shape: "singleton",
  labelField: "location",
  fields: {
    phoneNumber: phone("Phone number"),
    emailAddress: email("Email address"),
    location: text("Location", { maxLength: 200 }),
  },
  calls: [
    {
      list: ["/footer-address"],
      read: "/footer-address",
      create: "/add-footer-address",
      update: "/footer-address",
    },
  ],
  screens: { list: ["/add-address-footer"], edit: ["/edit-address-footer"] },
  messages: { created: "Footer Address is Updated", updated: "Footer Address is Updated" },
  readBy: "everyone",
  seed: [
    {
      phoneNumber: "+1 (555) 010-0142",
      emailAddress: "hello@furrow.example",
      location: "The Old Seed Store, 14 Mill Lane, Fairfield",
    },
  ],
});

export type FooterAddress = RecordOf<typeof footerAddress>;
