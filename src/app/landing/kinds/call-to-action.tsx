import { text, url } from "#content/model/fields.ts";
import { CallToActionSection } from "../sections/service/call-to-action-section.tsx";
import { defineSection } from "./define-section.ts";
import { DrawnHeading, DrawnText, green, KindDrawing, wheat } from "./kind-drawing.tsx";

export const callToAction = defineSection({
  name: "callToAction",
  title: "Call to action",
  group: "Selling",
  note: "One sentence and one button, on the green band, for a visitor who has read enough.",
  labelField: "heading",
  headingField: "heading",
  fields: {
    heading: text("Heading", { maxLength: 120 }),
    subHeading: text("Line below the heading", { maxLength: 240, optional: true }),
    buttonText: text("Button text", { maxLength: 40 }),
    buttonLink: url("Button link"),
  },
  example: {
    heading: "Tell us what you sell. We look who searches for it.",
    subHeading:
      "A person reads your message and answers with a first opinion, without a sales call.",
    buttonText: "Write to us",
    buttonLink: "/contact",
  },
  drawing: (
    <KindDrawing>
      <path d="M4 12h88v40H4z" fill={green} stroke="none" opacity="0.35" />
      <DrawnHeading x={12} y={25} width={52} />
      <DrawnText x={12} y={33} width={40} lines={1} />
      <path d="M12 43h20" strokeWidth="6" stroke={wheat} />
    </KindDrawing>
  ),
  Component: ({ id, values, isTitle }) => (
    <CallToActionSection callToAction={values} id={id} isTitle={isTitle} />
  ),
});
