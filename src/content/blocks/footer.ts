import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { email, paragraph, phone, text, url } from "../model/fields.ts";

export const footerAbout = defineBlock({
  name: "footer-about",
  title: "Footer about",
  shape: "singleton",
  labelField: "aboutFooterText",
  fields: {
    aboutFooterText: text("Heading", { maxLength: 80 }),
    aboutFooterDetails: paragraph("Details", { maxLength: 600 }),
  },
  calls: [
    {
      list: ["/footer-about", "/footer"],
      read: "/footer-about",
      create: "/add-footer-about",
      update: "/footer-about",
    },
  ],
  screens: { list: ["/add-about-footer"], edit: ["/edit-about-footer"] },
  messages: { created: "Footer is Updated", updated: "Footer About is Updated" },
  readBy: "everyone",
  seed: [
    {
      aboutFooterText: "Good ground, patient work",
      aboutFooterDetails:
        "Furrow looks after the search results of small companies: from the first survey to a harvest that comes back every year.",
    },
  ],
});

export type FooterAbout = RecordOf<typeof footerAbout>;

/** Address of the invented business. */
export const exampleAddress = {
  phoneNumber: "+1 (555) 010-0142",
  emailAddress: "hello@furrow.example",
  location: "The Old Seed Store, 14 Mill Lane, Fairfield",
};

/** The location without the farm; the end of the location with it. */
export const plainLocation = "14 Mill Lane, Fairfield";

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
  calls: [callsAt("/footer-address", "/add-footer-address")],
  screens: { list: ["/add-address-footer"], edit: ["/edit-address-footer"] },
  messages: { created: "Footer Address is Updated", updated: "Footer Address is Updated" },
  readBy: "everyone",
  seed: [exampleAddress],
});

export type FooterAddress = RecordOf<typeof footerAddress>;

const profileHelp =
  "The address of your own profile. A network without a link is not shown, and neither is the line while all are empty.";

export const footerSocial = defineBlock({
  name: "footer-social",
  title: "Footer social",
  alsoCalled: ["links", "networks"],
  shape: "singleton",
  labelField: "aboutText",
  fields: {
    aboutText: text("Line above the links", { maxLength: 200 }),
    inslink: url("Instagram link", { optional: true, help: profileHelp }),
    fblink: url("Facebook link", { optional: true }),
    youlink: url("YouTube link", { optional: true }),
  },
  calls: [callsAt("/footer-social", "/add-footer-social")],
  screens: { list: ["/add-social-footer"], edit: ["/edit-social-footer"] },
  messages: { created: "Social Link is Updated", updated: "Social Link is Updated" },
  readBy: "everyone",
  seed: [
    {
      aboutText: "Notes from the field, now and then",
      inslink: "",
      fblink: "",
      youlink: "",
    },
  ],
});

export type FooterSocial = RecordOf<typeof footerSocial>;

export const copyright = defineBlock({
  name: "copyright",
  title: "Copyright",
  shape: "singleton",
  labelField: "copyrightText",
  fields: { copyrightText: text("Copyright line", { maxLength: 200 }) },
  calls: [callsAt("/copyrights", "/add-footer-copyright")],
  screens: { list: ["/add-copyright"], edit: ["/edit-copyright"] },
  messages: { created: "Footer Copy Right Updated", updated: "Footer Copy Right Updated" },
  readBy: "everyone",
  seed: [{ copyrightText: "\u00A9 Furrow. Grown by hand." }],
});

export type Copyright = RecordOf<typeof copyright>;
