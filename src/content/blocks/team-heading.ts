import { defineBlock, type RecordOf } from "../model/define.ts";
import { text } from "../model/fields.ts";

export const teamHeading = defineBlock({
  name: "team-heading",
  title: "Team heading",
  shape: "singleton",
  labelField: "teamHeading",
  fields: {
    teamHeading: text("Heading", { maxLength: 120 }),
    teamText: text("Line above the heading", { maxLength: 80 }),
  },
  calls: [
    {
      list: ["/teamstext"],
      read: "/teamstext",
      create: "/add-team-text",
      update: "/teamstext",
    },
  ],
  screens: { list: ["/edit-team-text"], edit: ["/team-text-edit"], title: "Team members" },
  messages: { created: "Team Text Is Updated", updated: "Team Text Is Updated" },
  readBy: "everyone",
  seed: [{ teamHeading: "The hands your site is in", teamText: "Who does the work" }],
});

export type TeamHeading = RecordOf<typeof teamHeading>;
