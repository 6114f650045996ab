import { defineBlock, type RecordOf } from "../model/define.ts";
import { icon, paragraph, text } from "../model/fields.ts";

export const videoItems = defineBlock({
  name: "video-item",
  title: "Video items",
  shape: "collection",
  labelField: "videoItemTitle",
  fields: {
    videoItemIcon: icon("Icon"),
    videoItemTitle: text("Title", { maxLength: 80 }),
    videoItemDetails: paragraph("Details", { maxLength: 600 }),
  },
  calls: [
    {
      list: ["/videos-items"],
      read: "/videos-items",
      create: "/add-video-item",
      update: "/videos-items",
    },
  ],
  screens: { list: ["/edit-video"], edit: ["/video"] },
  messages: { created: "Video Item is Added", updated: "Video Item is Updated" },
  readBy: "everyone",
  seed: [
    {
      videoItemIcon: "compass",
      videoItemTitle: "Monday: we look",
      videoItemDetails:
        "Where your pages stand this week, which searches moved, and what broke while nobody was looking.",
    },
    {
      videoItemIcon: "plough",
      videoItemTitle: "Midweek: we work",
      videoItemDetails:
        "One page written, one mended, a handful of links laid. Each goes into the log with its reason.",
    },
    {
      videoItemIcon: "almanac",
      videoItemTitle: "Friday: we write it down",
      videoItemDetails:
        "What was done and what it is meant to do, so that the report at the month\u2019s end is already half written.",
    },
  ],
});

export type VideoItem = RecordOf<typeof videoItems>;
