import type { ReactNode } from "react";
import { Icon } from "#app/ui/drawings/icon.tsx";
import { besidePrice, planPrice } from "#app/ui/plan.ts";
import { usePriceNote } from "#app/ui/price-note.ts";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { PricingPackage } from "#content/blocks/pricing-packages.ts";
import type { SectionTitles } from "#content/blocks/section-titles.ts";
import { type ComparedCell, comparePlans } from "#content/model/compare-points.ts";
import { countedCycles, intervalLabels, isRepeated } from "#content/model/plan-interval.ts";
import { planPoints } from "#content/model/plan-points.ts";
import { counted, type PlanTerms, termsOfPlan } from "#content/model/plan-terms.ts";
import { SectionHeading } from "../headings.tsx";
import compareSheet from "./compare-plans.css?sheet";

/** More plans do not fit side by side on a phone, so that their table scrolls. */
const mostOnPhone = 3;

interface ComparePlansProps {
  packages: readonly PricingPackage[];
  titles: SectionTitles | undefined;
  /** Path of the refund policy; undefined without one. */
  refunds: string | undefined;
}

/** The plans side by side. On a phone the label of a row stands above its cells. */
export function ComparePlans({ packages, titles, refunds }: ComparePlansProps) {
  useSheet(compareSheet);
  const note = usePriceNote();
  if (packages.length < 2) return null;
  const { rows, apart } = comparePlans(packages.map(planPoints));
  const terms = termRows(packages.map(termsOfPlan), refunds);
  const isWide = packages.length > mostOnPhone;
  return (
    <section className="compare grid" id="compare">
      <SectionHeading text="" heading={titles?.pricingCompare || "What is in which plan"} />
      <div
        className={isWide ? "compare__plans compare__plans--wide" : "compare__plans"}
        // Focusable, so that the keyboard can scroll the table.
        {...(isWide && { role: "region", "aria-label": "Comparison of the plans", tabIndex: 0 })}
      >
        <table aria-label="The plans compared">
          <thead>
            <tr className="compare__heads">
              <td className="compare__head" />
              {packages.map((plan) => (
                <th key={plan._id} scope="col" className="compare__head">
                  {plan.packageName}{" "}
                  <small>
                    {planPrice(plan)}
                    {besidePrice(plan, "", note) !== "" && (
                      <>
                        {" "}
                        <span>{besidePrice(plan, "", note)}</span>
                      </>
                    )}
                  </small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...terms, ...rows].map(({ label, cells }, row) => (
              // Labels may be equal, and the rows of a page never change.
              // biome-ignore lint/suspicious/noArrayIndexKey: the reason is above.
              <Row key={row} label={label} cells={cells.map(shownCell)} />
            ))}
            {apart.length > 0 && (
              <Row label="Only in this plan" cells={apart.map((points) => pointsOf(points))} />
            )}
            <Row
              label={<span className="unseen">Order</span>}
              cells={packages.map((plan) => (
                <a key={plan._id} href={`/order-now/${plan._id}`}>
                  {plan.packageButtonText}
                </a>
              ))}
            />
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ label, cells }: { label: ReactNode; cells: readonly ReactNode[] }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {cells.map((cell, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place stands for the plan.
        <td key={place}>{cell}</td>
      ))}
    </tr>
  );
}

function termRows(terms: readonly PlanTerms[], refunds: string | undefined) {
  const isAnyRepeated = terms.some(({ charged }) => isRepeated(charged));
  const row = (label: ReactNode, cellOf: (terms: PlanTerms) => string | null) => ({
    label,
    cells: terms.map(cellOf),
  });
  return [
    row("With you in", ({ workingDays: days }) => (days > 0 ? counted(days, "working day") : null)),
    row("Rounds of changes", ({ includedRounds: rounds }) => (rounds > 0 ? `${rounds}` : null)),
    row("Paid", ({ charged }) => (isAnyRepeated ? intervalLabels[charged].toLowerCase() : null)),
    row("Minimum term", ({ charged, minimumCycles }) =>
      isRepeated(charged) && minimumCycles > 1 ? countedCycles(minimumCycles, charged) : null,
    ),
    row(refunds ? <a href={refunds}>Refund within</a> : "Refund within", ({ refundDays: days }) =>
      days > 0 ? counted(days, "day") : null,
    ),
  ].filter(({ cells }) => cells.some((cell) => cell !== null));
}

function shownCell(cell: ComparedCell): ReactNode {
  if (cell === null) return <Without />;
  if (cell !== true) return cell;
  return (
    <>
      <Icon name="check" />
      <span className="unseen">Included</span>
    </>
  );
}

function Without() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="unseen">Not included</span>
    </>
  );
}

function pointsOf(points: readonly string[]): ReactNode {
  if (points.length === 0) return <Without />;
  return (
    <ul>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
