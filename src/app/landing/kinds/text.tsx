import { RichText } from "#app/ui/rich-text/rich-text.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { richText } from "#content/model/fields.ts";
import { defineSection, type SectionProps } from "./define-section.ts";
import { Ground, groundField } from "./ground.tsx";
import { DrawnHeading, DrawnText, KindDrawing } from "./kind-drawing.tsx";
import { richExample } from "./rich-example.ts";
import { levelBelow, SectionWords, wordFields } from "./section-words.tsx";
import textSheet from "./text.css?sheet";

const fields = {
  line: wordFields.line,
  heading: wordFields.heading,
  text: richText("Text"),
  ground: groundField,
};

export const text = defineSection({
  name: "text",
  title: "Text",
  group: "Words",
  note: "Plain text with headings, lists, pictures and tables, in a column that reads well.",
  labelField: "heading",
  headingField: "heading",
  fields,
  example: {
    line: "",
    heading: "What we would look at first",
    text: richExample(
      "Most sites lose visitors for dull reasons: two pages answer the same question, the page that should be found loads last, and the words on it are ours rather than the customer’s.",
      "So the first week goes into looking. We read what people type, compare it with what your pages say, and write down what is missing, in the order in which it is worth doing.",
      "- What people search for, and how many do\n- Which of your pages answers it, and how fast\n- What keeps that page from being found",
    ),
    ground: "Paper",
  },
  drawing: (
    <KindDrawing>
      <DrawnHeading x={8} y={13} width={24} />
      <DrawnHeading x={8} y={21} width={16} />
      <DrawnText x={40} y={12} width={48} lines={4} />
      <DrawnText x={40} y={38} width={48} lines={4} />
    </KindDrawing>
  ),
  Component: Text,
});

function Text({ id, values, isTitle }: SectionProps<typeof fields>) {
  useSheet(textSheet);
  const { heading, ground } = values;
  return (
    <Ground id={id} ground={ground} className="text">
      <SectionWords values={values} isTitle={isTitle} />
      <div className="text__body">
        <RichText value={values.text} headingLevel={levelBelow(heading, isTitle)} />
      </div>
    </Ground>
  );
}
