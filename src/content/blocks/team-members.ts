import { defineBlock, type RecordOf } from "../model/define.ts";
import { image, text } from "../model/fields.ts";

export const teamMembers = defineBlock({
  name: "team-member",
  title: "Team members",
  alsoCalled: ["people", "staff"],
  shape: "collection",
  labelField: "teamMemberName",
  fields: {
    teamMemberImg: image("Portrait"),
    teamMemberName: text("Name", { maxLength: 80 }),
    teamMemberTitle: text("Title", { maxLength: 120 }),
  },
  calls: [
    {
      list: ["/teamitems"],
      read: "/teamitems",
      create: "/add-team-Item",
      update: "/update-teamitems",
    },
  ],
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
