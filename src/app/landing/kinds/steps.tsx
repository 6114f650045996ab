import plainStepsSheet from "#app/looks/plain-steps.css?sheet";
import { Bed } from "#app/ui/drawings/drawings.tsx";
import { useLook } from "#app/ui/look-context.ts";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { paragraph } from "#content/model/fields.ts";
import { defineSection, type SectionProps } from "./define-section.ts";
import { Ground, groundField } from "./ground.tsx";
import { DrawnText, green, KindDrawing, wheat } from "./kind-drawing.tsx";
import { linesOf } from "./lines.ts";
import { ItemTitle, levelBelow, SectionWords, wordFields } from "./section-words.tsx";
import stepsSheet from "./steps.css?sheet";

const fields = {
  ...wordFields,
  steps: paragraph("Steps", { help: "One per line: “title | text”. The numbers are drawn." }),
  ground: groundField,
};

/** From the seed to the harvest. */
const crops = ["ploughed", "seeds", "rain", "sprouts", "flowers", "ears"] as const;

export const steps = defineSection({
  name: "steps",
  title: "Steps",
  group: "Words",
  note: "What happens in which order, from the first day to the result.",
  labelField: "heading",
  headingField: "heading",
  fields,
  example: {
    line: "From first look to first results",
    heading: "How we begin",
    details: "",
    steps: [
      "We look | A week with your site, your numbers and what people search for. You get a list, in the order in which it is worth doing.",
      "You choose | We talk the list through. You decide what is done, and what it may cost.",
      "We work | Repairs first, then pages. You see every text before it is published.",
      "We show | A page a month: what we did, what rose, and what did not.",
    ].join("\n"),
    ground: "Paper",
  },
  drawing: (
    <KindDrawing>
      {[
        { x: 6, height: 8, fill: "#6b4a33" },
        { x: 28, height: 16, fill: "#a3421b" },
        { x: 50, height: 24, fill: green },
        { x: 72, height: 32, fill: wheat },
      ].map(({ x, height, fill }) => (
        <g key={x}>
          <path d={`M${x} ${40 - height}h18v${height}h-18z`} fill={fill} stroke="none" />
          <DrawnText x={x} y={48} width={18} lines={2} />
        </g>
      ))}
    </KindDrawing>
  ),
  Component: Steps,
});

function Steps({ id, values, isTitle }: SectionProps<typeof fields>) {
  const { hasDrawings } = useLook();
  useSheet(hasDrawings ? stepsSheet : plainStepsSheet);
  const { heading, ground } = values;
  const steps = linesOf(values.steps, 2);
  return (
    <Ground id={id} ground={ground} className="sowing">
      <SectionWords values={values} isTitle={isTitle} />
      <ol className={`sowing__steps sowing__steps--${Math.min(steps.length, 4)}`}>
        {steps.map(({ place, cells: [title = "", details = ""] }) => (
          <li className={`sowing__step sowing__step--${Math.min(place + 1, 6)}`} key={place}>
            {hasDrawings && (
              <svg className="sowing__bed" aria-hidden="true">
                <Bed crop={cropOf(place, steps.length)} from={0} length={100} />
              </svg>
            )}
            <div className="sowing__words">
              <p className="sowing__number">{place + 1}</p>
              <ItemTitle level={levelBelow(heading, isTitle)} className="sowing__title">
                {title}
              </ItemTitle>
              {details !== "" && <p className="sowing__details">{details}</p>}
            </div>
          </li>
        ))}
      </ol>
    </Ground>
  );
}

/** The first step is ploughed ground, and the last the ears. */
function cropOf(place: number, count: number) {
  const last = crops.length - 1;
  return crops[count < 2 ? 0 : Math.round((place * last) / (count - 1))] ?? "ploughed";
}
