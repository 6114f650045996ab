import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { image } from "../model/fields.ts";

/** Logo with the name of the demonstration. */
export const demonstrationLogo = "/pictures/furrow-logo.svg";

export const logo = defineBlock({
  name: "logo",
  title: "Logo",
  alsoCalled: ["brand"],
  shape: "singleton",
  labelField: "logo",
  fields: { logo: image("Logo picture") },
  calls: [callsAt("/logo", "/add-logo")],
  screens: { list: ["/add-logo"], edit: ["/edit-logo"] },
  messages: { created: "Logo is Updated", updated: "Logo is Updated" },
  readBy: "everyone",
  seed: [{ logo: demonstrationLogo }],
});

export type Logo = RecordOf<typeof logo>;
