import { ContentIcon } from "#app/ui/drawings/icon.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { choice, paragraph } from "#content/model/fields.ts";
import { PointList } from "../sections/home/about-section.tsx";
import { defineSection, type SectionProps } from "./define-section.ts";
import { Ground, groundField } from "./ground.tsx";
import { iconHelp, pointOf } from "./icon-line.ts";
import { DrawnHeading, DrawnText, green, KindDrawing } from "./kind-drawing.tsx";
import { linesOf } from "./lines.ts";
import pointsSheet from "./points.css?sheet";
import { ItemTitle, levelBelow, SectionWords, wordFields } from "./section-words.tsx";

const fields = {
  ...wordFields,
  points: paragraph("Points", {
    help: `One per line: “title | text”. ${iconHelp}`,
  }),
  look: choice("Look", ["Rows", "Roots"], {
    byDefault: "Rows",
    labels: { Rows: "Rows", Roots: "Titles only" },
    help: "“Titles only” is for short points.",
  }),
  ground: groundField,
};

export const points = defineSection({
  name: "points",
  title: "Points",
  group: "Words",
  note: "What belongs to a service, or what speaks for you, as a list that is read at a glance.",
  labelField: "heading",
  headingField: "heading",
  fields,
  example: {
    line: "What we do",
    heading: "Four jobs, in the order in which they pay",
    details: "",
    points: [
      "compass | Find the words | We read what people type before they buy, and choose the searches that you can win.",
      "wrench | Clear the way | Slow pages, dead links and pages that compete with each other are repaired first.",
      "pen | Write what is missing | One good page for each question that your customers have, written with your people.",
      "chart | Show what changed | A page a month: what we did, what changed, what comes next.",
    ].join("\n"),
    look: "Rows",
    ground: "Paper",
  },
  drawing: (
    <KindDrawing>
      <DrawnHeading x={8} y={10} width={36} />
      {[22, 36, 50].map((y) => (
        <g key={y}>
          <path d={`M8 ${y - 5}h80`} strokeWidth="1" opacity="0.5" />
          <circle cx="12" cy={y + 2} r="2.5" fill={green} stroke="none" />
          <DrawnText x={20} y={y + 2} width={20} lines={1} />
          <DrawnText x={48} y={y} width={40} lines={2} />
        </g>
      ))}
    </KindDrawing>
  ),
  Component: Points,
});

function Points({ id, values, isTitle }: SectionProps<typeof fields>) {
  useSheet(pointsSheet);
  const { heading, look, ground } = values;
  const points = linesOf(values.points, 3).map(pointOf);
  return (
    <Ground id={id} ground={ground} className="points">
      <SectionWords values={values} isTitle={isTitle} />
      {look === "Roots" ? (
        <div className="points__roots">
          <PointList points={[...new Set(points.map(({ title }) => title))]} />
        </div>
      ) : (
        <ul className="points__rows">
          {points.map(({ place, icon, title, details }) => (
            <li className="points__row" key={place}>
              <ItemTitle level={levelBelow(heading, isTitle)} className="points__title">
                <ContentIcon value={icon} />
                {title}
              </ItemTitle>
              {details !== "" && <p>{details}</p>}
            </li>
          ))}
        </ul>
      )}
    </Ground>
  );
}
