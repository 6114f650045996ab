import { paragraph } from "#content/model/fields.ts";
import { FaqSection } from "../sections/service/faq-section.tsx";
import { defineSection } from "./define-section.ts";
import { DrawnHeading, DrawnText, green, KindDrawing } from "./kind-drawing.tsx";
import { linesOf } from "./lines.ts";
import { wordFields } from "./section-words.tsx";

export const faq = defineSection({
  name: "faq",
  title: "Questions and answers",
  group: "Words",
  note: "Questions that open to their answers.",
  labelField: "heading",
  headingField: "heading",
  fields: {
    line: wordFields.line,
    heading: wordFields.heading,
    questions: paragraph("Questions", {
      maxLength: 20_000,
      optional: true,
      help: "One per line: “question | answer”. Without a line, the section shows the questions of the service page.",
    }),
  },
  example: {
    line: "Before you ask",
    heading: "What people ask us first",
    questions: [
      "How long until I see something? | Repairs show within weeks. New pages take three to six months to find their place.",
      "Do I have to sign for a year? | No. You pay for a month of work and order the next one when you want it.",
      "Who does the work? | The people whom you talk to. We pass nothing on.",
    ].join("\n"),
  },
  drawing: (
    <KindDrawing>
      <DrawnHeading x={8} y={12} width={24} />
      {[12, 28, 44].map((y) => (
        <g key={y}>
          <DrawnText x={42} y={y} width={34} lines={1} />
          <path
            d={`M86 ${y + 3}v-6m0 2c0-2-2-3-4-3 0 2 2 3 4 3Zm0 0c0-2 2-3 4-3 0 2-2 3-4 3Z`}
            stroke={green}
            strokeWidth="1"
          />
          <path d={`M42 ${y + 8}h48`} strokeWidth="1" opacity="0.5" />
        </g>
      ))}
    </KindDrawing>
  ),
  isEmpty: ({ values, site }) =>
    linesOf(values.questions, 2).length === 0 && site.faqItems.length === 0,
  Component: ({ id, values, site, isTitle }) => {
    const written = linesOf(values.questions, 2).map(
      ({ place, cells: [question = "", answer = ""] }) => ({
        _id: `${place}`,
        accodingTitle: question,
        accodingText: answer,
      }),
    );
    const heading = { faqText: values.line, faqHeading: values.heading };
    return (
      <FaqSection
        id={id}
        heading={values.heading === "" ? undefined : heading}
        items={written.length > 0 ? written : site.faqItems}
        isTitle={isTitle}
      />
    );
  },
});
