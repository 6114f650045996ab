import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { image } from "../model/fields.ts";

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
  seed: [{ logo: "/pictures/furrow-logo.svg" }],
});

export type Logo = RecordOf<typeof logo>;
