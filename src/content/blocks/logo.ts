import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { image } from "../model/fields.ts";
import { demonstrationLogo } from "../model/wordmark.ts";

export const logo = defineBlock({
  name: "logo",
  title: "Logo",
  alsoCalled: ["brand"],
  shape: "singleton",
  labelField: "logo",
  fields: {
    logo: image("Logo picture"),
    darkLogo: image("Logo picture on dark ground", {
      optional: true,
      help: "Shown where the site is dark. Leave it empty if your logo can be seen on dark ground.",
    }),
    siteIcon: image("Site icon", {
      optional: true,
      help: "A square picture for browser tabs and home screens. Leave it empty to use the logo.",
    }),
  },
  calls: [callsAt("/logo", "/add-logo")],
  screens: { list: ["/add-logo"], edit: ["/edit-logo"] },
  messages: { created: "Logo is Updated", updated: "Logo is Updated" },
  readBy: "everyone",
  seed: [{ logo: demonstrationLogo, darkLogo: "", siteIcon: "" }],
});

export type Logo = RecordOf<typeof logo>;
