import { paragraph } from "#content/model/fields.ts";
import { TestimonialsSection } from "../sections/home/testimonials-section.tsx";
import { defineSection } from "./define-section.ts";
import { DrawnHeading, DrawnText, green, KindDrawing, wheat } from "./kind-drawing.tsx";
import { namedIn } from "./lines.ts";
import { wordFields } from "./section-words.tsx";

export const testimonials = defineSection({
  name: "testimonials",
  title: "Testimonials",
  group: "Proof",
  note: "The testimonials of your site, which customers agreed to: all, or those that fit the page.",
  labelField: "heading",
  headingField: "heading",
  fields: {
    line: wordFields.line,
    heading: wordFields.heading,
    names: paragraph("Testimonials", {
      maxLength: 2000,
      optional: true,
      help: "The names of the people to show, one per line. Without a name, the section shows all.",
    }),
  },
  example: { line: "In their words", heading: "What our customers say", names: "" },
  drawing: (
    <KindDrawing>
      <path d="M8 12h80m-80 2h80" strokeWidth="1" />
      <path d="M9 24c0-3 1-4 3-5m4 5c0-3 1-4 3-5" stroke={wheat} strokeWidth="2.5" />
      <DrawnHeading x={8} y={32} width={38} />
      <DrawnHeading x={8} y={40} width={30} />
      <circle cx="13" cy="52" r="5" stroke={green} />
      <DrawnText x={60} y={22} width={28} lines={3} />
      <DrawnText x={60} y={44} width={28} lines={3} />
    </KindDrawing>
  ),
  isEmpty: ({ values, site }) =>
    namedIn(values.names, site.testimonials, ({ personName }) => personName).length === 0,
  Component: ({ id, values, site, isTitle }) => {
    const items = namedIn(values.names, site.testimonials, ({ personName }) => personName);
    const heading = { testimonialText: values.line, testimonialHeading: values.heading };
    return (
      <TestimonialsSection
        id={id}
        heading={values.heading === "" ? undefined : heading}
        items={items}
        isTitle={isTitle}
      />
    );
  },
});
