import type { ReactNode } from "react";
import { Icon } from "#app/ui/drawings/icon.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { paragraph } from "#content/model/fields.ts";
import compareSheet from "../sections/pricing/compare-plans.css?sheet";
import comparisonSheet from "./comparison-table.css?sheet";
import { defineSection, type SectionProps } from "./define-section.ts";
import { Ground, groundField } from "./ground.tsx";
import { DrawnText, green, KindDrawing } from "./kind-drawing.tsx";
import { linesOf } from "./lines.ts";
import { SectionWords, wordFields } from "./section-words.tsx";

/** More columns do not fit side by side on a phone, so that their table scrolls. */
const mostOnPhone = 3;
const mostColumns = 8;

const fields = {
  ...wordFields,
  rows: paragraph("Table", {
    help: "The first line names the columns: “| By hand | With us”. Each further line is a row: “First draft | two weeks | three days”. “yes” is shown as a check mark, “no” as a dash.",
  }),
  ground: groundField,
};

export const comparisonTable = defineSection({
  name: "comparisonTable",
  title: "Comparison table",
  group: "Lists",
  note: "Two or more ways side by side, row by row.",
  labelField: "heading",
  headingField: "heading",
  fields,
  example: {
    line: "",
    heading: "Three ways to have it done",
    details: "",
    rows: [
      "| On your own | A freelancer | With us",
      "Someone who knows your trade | yes | no | yes",
      "Repairs to the site itself | no | sometimes | yes",
      "A report that you understand | no | no | yes",
      "What it costs a month | your evenings | by the hour | a fixed price",
    ].join("\n"),
    ground: "Paper",
  },
  drawing: (
    <KindDrawing>
      <path d="M8 14h80m-80 2h80" strokeWidth="1" />
      {[26, 38, 50].map((y) => (
        <g key={y}>
          <DrawnText x={8} y={y} width={24} lines={1} />
          <path d={`m45 ${y} 3 3 6-7`} stroke={green} />
          <path
            d={y === 38 ? `M72 ${y}h8` : `m73 ${y} 3 3 6-7`}
            stroke={y === 38 ? "currentColor" : green}
          />
          <path d={`M8 ${y + 6}h80`} strokeWidth="1" opacity="0.5" />
        </g>
      ))}
      <DrawnText x={44} y={8} width={14} lines={1} />
      <DrawnText x={72} y={8} width={14} lines={1} />
    </KindDrawing>
  ),
  Component: ComparisonTable,
});

function ComparisonTable({ id, values, isTitle }: SectionProps<typeof fields>) {
  useSheet(compareSheet, comparisonSheet);
  const { heading, ground } = values;
  const [head, ...rows] = linesOf(values.rows, mostColumns);
  const columns = (head?.cells ?? []).slice(1);
  const places = columns.map((_, place) => place);
  const isWide = columns.length > mostOnPhone;
  const label = heading || "Comparison";
  return (
    <Ground id={id} ground={ground} className="comparison">
      <SectionWords values={values} isTitle={isTitle} />
      <div
        className={
          isWide ? "compare compare__plans compare__plans--wide" : "compare compare__plans"
        }
        // Focusable, so that the keyboard can scroll the table.
        {...(isWide && { role: "group", "aria-label": `Table: ${label}`, tabIndex: 0 })}
      >
        <table aria-label={label}>
          <thead>
            <tr className="compare__heads">
              <td className="compare__head" />
              {places.map((place) => (
                <th key={place} scope="col" className="compare__head">
                  {columns[place]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ place: row, cells: [name, ...cells] }) => (
              <tr key={row}>
                <th scope="row">{name}</th>
                {places.map((place) => (
                  <td key={place}>{shownCell(cells[place] ?? "")}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Ground>
  );
}

function shownCell(cell: string): ReactNode {
  if (/^yes$/i.test(cell)) return <Mark shown={<Icon name="check" />} said="Yes" />;
  if (/^(no)?$/i.test(cell)) return <Mark shown={<span aria-hidden="true">–</span>} said="No" />;
  return cell;
}

function Mark({ shown, said }: { shown: ReactNode; said: string }) {
  return (
    <>
      {shown}
      <span className="unseen">{said}</span>
    </>
  );
}
