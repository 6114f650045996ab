import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { paragraph, text } from "#content/model/fields.ts";
import { defineSection, type SectionProps } from "./define-section.ts";
import figuresSheet from "./figures.css?sheet";
import { Ground, groundField } from "./ground.tsx";
import { DrawnHeading, DrawnText, green, KindDrawing } from "./kind-drawing.tsx";
import { linesOf } from "./lines.ts";
import { SectionWords, wordFields } from "./section-words.tsx";

const fields = {
  ...wordFields,
  figures: paragraph("Figures", {
    maxLength: 2000,
    help: "One per line: “42 % | more visitors from search”. The first is shown large.",
  }),
  source: text("Where the figures come from", {
    maxLength: 200,
    optional: true,
    help: "Such as “Search Console, March to September”. Figures with a source are believed.",
  }),
  ground: groundField,
};

export const figures = defineSection({
  name: "figures",
  title: "Figures",
  group: "Proof",
  note: "Results in numbers: one large, the others beside it, and where they come from.",
  labelField: "heading",
  headingField: "heading",
  fields,
  example: {
    line: "",
    heading: "What six months changed",
    details: "",
    figures: [
      "3.4× | enquiries through search in a month: write here what you counted, and from when to when",
      "12 | pages that stayed of forty, each with one job",
      "0.9 s | until a page can be read on a phone, 4.1\u00a0s before",
      "1 | page that explains all this to the owner each month",
    ].join("\n"),
    source: "Put your own numbers here, with the tool and the months in which you measured them.",
    ground: "Straw",
  },
  drawing: (
    <KindDrawing>
      <path
        d="M12 24c0-8 10-8 10 0 0 6-10 10-10 16h11m5-22h12l-6 9c8 0 8 13-1 13-3 0-5-1-6-3"
        stroke={green}
        strokeWidth="3"
      />
      <DrawnText x={8} y={48} width={34} lines={2} />
      {[12, 28, 44].map((y) => (
        <g key={y}>
          <path d={`M56 ${y - 5}h34`} strokeWidth="1" opacity="0.5" />
          <DrawnHeading x={56} y={y + 2} width={8} />
          <DrawnText x={70} y={y} width={20} lines={2} />
        </g>
      ))}
    </KindDrawing>
  ),
  Component: Figures,
});

function Figures({ id, values, isTitle }: SectionProps<typeof fields>) {
  useSheet(figuresSheet);
  const { source, ground } = values;
  return (
    <Ground id={id} ground={ground} className="figures">
      <SectionWords values={values} isTitle={isTitle} />
      <ul className="figures__rows">
        {linesOf(values.figures, 2).map(({ place, cells: [number = "", words = ""] }) => (
          <li className={lengthClass(number)} key={place}>
            <strong>{number}</strong> {words !== "" && <span>{words}</span>}
          </li>
        ))}
      </ul>
      {source !== "" && <p className="figures__source">{source}</p>}
    </Ground>
  );
}

/** Longest text that fits a phone in the size of the largest figure, in characters. */
const longestLarge = 6;

function lengthClass(number: string): string {
  return number.length > longestLarge ? "figure figure--long" : "figure";
}
