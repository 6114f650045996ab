import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { image, paragraph, text } from "../model/fields.ts";

export const contactSection = defineBlock({
  name: "contact-section",
  title: "Contact section",
  shape: "collection",
  labelField: "contactTitle",
  fields: {
    contactImg: image("Picture"),
    contactTitle: text("Heading", { maxLength: 120 }),
    contactDetails: paragraph("Details", { maxLength: 600 }),
  },
  calls: [callsAt("/contacts", "/add-contact")],
  screens: { list: ["/add-contact"], edit: ["/edit-contact-page"] },
  messages: { created: "Contact Section is Updated", updated: "Contact Section is Updated" },
  readBy: "everyone",
  seed: [
    {
      contactImg: "/pictures/field-map.webp",
      contactTitle: "Walk the field with us",
      contactDetails:
        "Tell us what you sell and who should find it. A person answers, with a first opinion and no sales call.",
    },
  ],
});

export type ContactSection = RecordOf<typeof contactSection>;
