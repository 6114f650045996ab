import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { image, text } from "../model/fields.ts";

export const teamHeading = defineBlock({
  name: "team-heading",
  title: "Team heading",
  shape: "singleton",
  labelField: "teamHeading",
  fields: {
    teamHeading: text("Heading", { maxLength: 120 }),
    teamText: text("Line above the heading", { maxLength: 80 }),
  },
  calls: [callsAt("/teamstext", "/add-team-text")],
  screens: { list: ["/edit-team-text"], edit: ["/team-text-edit"], title: "Team members" },
  messages: { created: "Team Text Is Updated", updated: "Team Text Is Updated" },
  readBy: "everyone",
  seed: [{ teamHeading: "The hands your site is in", teamText: "Who does the work" }],
});

export type TeamHeading = RecordOf<typeof teamHeading>;

export const teamMembers = defineBlock({
  name: "team-member",
  title: "Team members",
  singular: "Team member",
  alsoCalled: ["people", "staff"],
  shape: "collection",
  labelField: "teamMemberName",
  fields: {
    teamMemberImg: image("Portrait"),
    teamMemberName: text("Name", { maxLength: 80 }),
    teamMemberTitle: text("Job title", { maxLength: 120 }),
  },
  calls: [callsAt("/teamitems", "/add-team-Item", "/update-teamitems")],
  screens: { list: ["/edit-team-text"], edit: ["/edit-team-items"] },
  messages: {
    created: "Team Members Item is Added",
    updated: "Team Member Items Section is Updated",
  },
  readBy: "everyone",
  seed: [
    {
      teamMemberImg: "/pictures/portrait-6.webp",
      teamMemberName: "Ottilie Brandt",
      teamMemberTitle: "Founder, still walks every field",
    },
    {
      teamMemberImg: "/pictures/portrait-5.webp",
      teamMemberName: "Kenji Mori",
      teamMemberTitle: "Technical audits and speed",
    },
    {
      teamMemberImg: "/pictures/portrait-2.webp",
      teamMemberName: "Adaeze Nwosu",
      teamMemberTitle: "Keyword research",
    },
    {
      teamMemberImg: "/pictures/portrait-9.webp",
      teamMemberName: "Piotr Zielinski",
      teamMemberTitle: "Structure and internal links",
    },
    {
      teamMemberImg: "/pictures/portrait-7.webp",
      teamMemberName: "Saskia de Boer",
      teamMemberTitle: "Writing and editing",
    },
    {
      teamMemberImg: "/pictures/portrait-10.webp",
      teamMemberName: "Lucia Ferreira",
      teamMemberTitle: "Press, partners and reports",
    },
  ],
});

export type TeamMember = RecordOf<typeof teamMembers>;
