import { defineBlock, type RecordOf } from "../model/define.ts";
import { image, text, url } from "../model/fields.ts";

export const videoSection = defineBlock({
  name: "video-section",
  title: "Video section",
  shape: "singleton",
  labelField: "headingVideo",
  fields: {
    headingVideo: text("Heading", { maxLength: 120 }),
    videoImage: image("Poster picture"),
    videoLink: url("Video link", {
      help: "The address of the video where it is kept, such as a YouTube page. Visitors go there when they press the picture; nothing is loaded from it before.",
    }),
  },
  calls: [{ list: ["/videos"], read: "/videos", create: "/add-video", update: "/update-videos" }],
  screens: { list: ["/edit-video"], edit: ["/videotext-edit"] },
  messages: { created: "Video Section is Updated", updated: "Video Text is Updated" },
  readBy: "everyone",
  seed: [
    {
      headingVideo: "Four minutes over the field: how a month of work looks from above",
      videoImage: "/pictures/from-above.webp",
      videoLink: "https://www.youtube.com/",
    },
  ],
});

export type VideoSection = RecordOf<typeof videoSection>;
