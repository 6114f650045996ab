import { image, paragraph, text, url } from "#content/model/fields.ts";
import { VideoSection } from "../sections/service/video-section.tsx";
import { defineSection } from "./define-section.ts";
import { iconHelp, pointOf } from "./icon-line.ts";
import { DrawnHeading, DrawnPicture, KindDrawing, wheat } from "./kind-drawing.tsx";
import { linesOf } from "./lines.ts";
import { wordFields } from "./section-words.tsx";

export const video = defineSection({
  name: "video",
  title: "Video",
  group: "Pictures",
  note: "A video behind a picture of yours. Nothing is loaded from another site before a visitor presses it.",
  labelField: "heading",
  headingField: "heading",
  fields: {
    line: wordFields.line,
    heading: wordFields.heading,
    picture: image("Picture"),
    link: url("Video link", {
      help: "A link to the video, such as its page on YouTube. Visitors go there when they press the picture.",
    }),
    button: text("Text on the picture", { maxLength: 40, optional: true }),
    points: paragraph("Points beside the video", {
      optional: true,
      help: `One per line: “title | text”. ${iconHelp}`,
    }),
  },
  example: {
    line: "See it done",
    heading: "A month of work, from start to end",
    picture: "/patterns/steps.svg",
    link: "/service/#steps",
    button: "Watch",
    points: [
      "compass | First we look | What people search for, and what your pages answer.",
      "pen | Then we work | Repairs before new pages, and pages before words about them.",
    ].join("\n"),
  },
  drawing: (
    <KindDrawing>
      <DrawnHeading x={8} y={10} width={34} />
      <DrawnPicture x={24} y={18} width={64} height={38} />
      <path d="M24 44h16v12H24z" fill={wheat} stroke="none" />
      <path d="m30 46.5 5 3.5-5 3.5z" fill="#231a12" stroke="none" />
    </KindDrawing>
  ),
  Component: ({ id, values, isTitle }) => {
    const { line, heading, picture, link, button } = values;
    const items = linesOf(values.points, 3)
      .map(pointOf)
      .map(({ place, icon, title, details }) => ({
        _id: `${place}`,
        videoItemIcon: icon,
        videoItemTitle: title,
        videoItemDetails: details,
      }));
    return (
      <VideoSection
        id={id}
        video={{ headingVideo: heading, videoImage: picture, videoLink: link }}
        items={items}
        titles={{ videoText: line, videoButton: button || "Watch" }}
        isTitle={isTitle}
      />
    );
  },
});
