import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { text } from "../model/fields.ts";
import { seededWords } from "../model/seeded-words.ts";

const words = (label: string, maxLength = 120) => text(label, { maxLength });

const fields = {
  servicePageHeading: words("Service page: heading"),
  messageSent: words("After a message was sent"),
  answerTime: text("A message is answered within", {
    maxLength: 60,
    optional: true,
    help: "Such as “one working day”. The contact form and the confirmation by email promise it; leave it empty to promise no time.",
  }),
  subscriptionSent: words("After somebody has subscribed"),
  dashboardHeading: words("Dashboard of a customer: heading"),
  signOutButton: words("Dashboard of a customer: button that signs out", 40),
  numberColumn: text("Lists of orders: heading of the column of numbers", {
    maxLength: 20,
    help: "The position of an order in the list.",
  }),
  payButton: words("Button that leads to the payment", 40),
};

/** What visitors and customers read where the specification has broken English. */
export const siteWords = defineBlock({
  name: "site-words",
  title: "Words of the site",
  alsoCalled: ["texts", "labels", "buttons", "wording"],
  shape: "singleton",
  labelField: "servicePageHeading",
  fields,
  calls: [callsAt("/site-words", "/add-site-words", "/update-site-words")],
  screens: { list: ["/edit-site-words"], edit: ["/site-words-edit"] },
  messages: { created: "Words of the Site are Updated", updated: "Words of the Site are Updated" },
  readBy: "everyone",
  seed: [seededWords],
  seedMayStay: true,
});

export type SiteWords = RecordOf<typeof siteWords>;
