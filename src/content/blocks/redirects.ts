import { defineBlock } from "../model/define.ts";
import { choice, target, url } from "../model/fields.ts";

export const redirects = defineBlock({
  name: "redirect",
  title: "Redirects",
  singular: "Redirect",
  shape: "collection",
  labelField: "oldAddress",
  stateField: "becameOf",
  besideName: "newAddress",
  fields: {
    oldAddress: url("Old address", {
      help: "A path on this site that no longer has a page, such as /spring-offer.",
    }),
    becameOf: choice("Status", ["Moved", "Gone"], {
      help: "“Gone” tells search engines to drop the address.",
    }),
    newAddress: target("New address", {
      optional: true,
      help: "Where visitors are sent, wherever that page moves. Not needed for “Gone”.",
    }),
  },
  calls: [
    { list: ["/redirects"], read: "/redirect", create: "/add-redirect", update: "/redirect" },
  ],
  screens: {
    list: ["/redirects"],
    edit: ["/redirect"],
  },
  messages: { created: "Redirect is Added", updated: "Redirect is Updated" },
  readBy: "admin",
  seedMayStay: true,
  seed: [{ oldAddress: "/services", becameOf: "Moved", newAddress: "/service/" }],
});
