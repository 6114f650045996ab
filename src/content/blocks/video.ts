import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { icon, image, paragraph, text, url } from "../model/fields.ts";

export const videoSection = defineBlock({
  name: "video-section",
  title: "Video section",
  shape: "singleton",
  labelField: "headingVideo",
  fields: {
    headingVideo: text("Heading", { maxLength: 120 }),
    videoImage: image("Picture"),
    videoLink: url("Video link", {
      help: "A link to the video, such as its page on YouTube, or to a page of this site. Visitors go there when they press the picture. Before that, nothing is loaded from another site.",
    }),
  },
  calls: [callsAt("/videos", "/add-video", "/update-videos")],
  screens: { list: ["/edit-video"], edit: ["/videotext-edit"] },
  messages: { created: "Video Section is Updated", updated: "Video Text is Updated" },
  readBy: "everyone",
  seed: [
    {
      headingVideo: "Over the field: how a month of work looks from above",
      videoImage: "/pictures/from-above.webp",
      videoLink: "/service/#steps",
    },
  ],
});

export type VideoSection = RecordOf<typeof videoSection>;

export const videoItems = defineBlock({
  name: "video-item",
  title: "Video items",
  singular: "Video item",
  shape: "collection",
  labelField: "videoItemTitle",
  fields: {
    videoItemIcon: icon("Icon"),
    videoItemTitle: text("Title", { maxLength: 80 }),
    videoItemDetails: paragraph("Details", { maxLength: 600 }),
  },
  calls: [callsAt("/videos-items", "/add-video-item")],
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
        "Pages written and mended, links laid between them. Each change goes into the log with its reason.",
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
