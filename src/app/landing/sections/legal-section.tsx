import { Fragment, type ReactNode } from "react";
import { chargedPlan, planPricePer } from "#app/ui/plan.ts";
import { usePriceNote } from "#app/ui/price-note.ts";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { PricingPackage } from "#content/blocks/pricing-packages.ts";
import { chargeLines, isRepeated } from "#content/model/plan-interval.ts";
import { PageHeader } from "./headings.tsx";
import legalSheet from "./legal-section.css?sheet";

interface LegalSectionProps {
  page:
    | {
        readonly legalTitle: string;
        readonly legalText: string;
        /** Missing for readers outside the team. */
        readonly ownerNote?: string;
      }
    | undefined;
  /** Further parts below the text. */
  children?: ReactNode;
}

export function LegalSection({ page, children }: LegalSectionProps) {
  useSheet(legalSheet);
  if (!page) return null;
  return (
    <article className="legal" id="legal">
      <PageHeader title={page.legalTitle} crumb={page.legalTitle} />
      {page.ownerNote && (
        <aside className="legal__note grid" aria-label="Note to the owner">
          <p>
            <strong>Note to the owner, which visitors do not see:</strong> {page.ownerNote}
          </p>
        </aside>
      )}
      <div className="legal__text grid">
        <Prose text={page.legalText} />
        {children}
      </div>
    </article>
  );
}

/** What the repeated plans cost, when, for how long at least, and how to stop; none without one. */
export function PlanCharges({ plans }: { plans: readonly PricingPackage[] }) {
  const note = usePriceNote();
  const repeated = plans.filter(({ packageCharged }) => isRepeated(packageCharged));
  if (repeated.length === 0) return null;
  return (
    <div className="prose">
      <h2>What is charged for each plan</h2>
      {repeated.map((plan) => (
        <Fragment key={plan._id}>
          <p>
            <strong>{plan.packageName}</strong>, {planPricePer(plan, note)}:
          </p>
          <ul>
            {chargeLines(chargedPlan(plan), null).map(({ label, words }) => (
              <li key={label}>
                {label}: {words}
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  );
}

/**
 * Plain text with three kinds of formatting: an empty line ends a paragraph, "# " begins a heading,
 * and "- " begins a list item.
 */
export function Prose({ text }: { text: string }) {
  return (
    <div className="prose">
      {partsOf(text).map((part) => {
        if (part.kind === "heading") return <h2 key={part.key}>{part.lines[0]}</h2>;
        if (part.kind === "paragraph") return <p key={part.key}>{part.lines.join("\n")}</p>;
        return (
          <ul key={part.key}>
            {part.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        );
      })}
    </div>
  );
}

interface Part {
  kind: "heading" | "list" | "paragraph";
  lines: string[];
  key: number;
}

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let open: Part | undefined;
  for (const [key, line] of text.split(/\r?\n/).entries()) {
    const said = line.trim();
    const kind = said.startsWith("# ") ? "heading" : said.startsWith("- ") ? "list" : "paragraph";
    const words = kind === "paragraph" ? said : said.slice(2);
    if (said === "") open = undefined;
    else if (open?.kind === kind && kind !== "heading") open.lines.push(words);
    else {
      open = { kind, lines: [words], key };
      parts.push(open);
    }
  }
  return parts;
}
