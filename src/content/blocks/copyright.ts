import { defineBlock, type RecordOf } from "../model/define.ts";
import { text } from "../model/fields.ts";

export const copyright = defineBlock({
  name: "copyright",
  title: "Copyright",
  shape: "singleton",
  labelField: "copyrightText",
  fields: { copyrightText: text("Copyright line", { maxLength: 200 }) },
  calls: [
    {
      list: ["/copyrights"],
      read: "/copyrights",
      create: "/add-footer-copyright",
      update: "/copyrights",
    },
  ],
  screens: { list: ["/add-copyright"], edit: ["/edit-copyright"] },
  messages: { created: "Footer Copy Right Updated", updated: "Footer Copy Right Updated" },
  readBy: "everyone",
  seed: [{ copyrightText: "\u00A9 Furrow. Grown by hand." }],
});

export type Copyright = RecordOf<typeof copyright>;
