import type { ReactNode } from "react";
import bandSheet from "../ui/band.css?sheet";
import { FurrowLines } from "../ui/drawings/drawings.tsx";
import { useSheet } from "../ui/styles/style-sheets.ts";
import checkResultSheet from "./check-result.css?sheet";
import type { CheckView, ShownFamily, ShownFinding } from "./check-view.server.ts";
import { FindingText } from "./finding-text.tsx";
import { ResultListing } from "./result-listing.tsx";

/** Number of the faults as a sentence; "" if the site may not be read. */
export function faults({ count, obstacle }: Pick<CheckView, "count" | "obstacle">): string {
  if (obstacle !== null)
    return obstacle.isStated ? "" : "One fault keeps this site from being found.";
  return count === 0
    ? "No faults found."
    : count === 1
      ? "One fault found."
      : `${count} faults found.`;
}

interface ResultHeadProps {
  website: string;
  /** State of the check, in a sentence. */
  children: ReactNode;
}

export function ResultHead({ website, children }: ResultHeadProps) {
  useSheet(bandSheet, checkResultSheet);
  return (
    <header className="check-result__head band grid">
      <FurrowLines />
      <p className="check-result__kind">SEO check</p>
      <h1 className="check-result__website">{website}</h1>
      <p className="check-result__state" role="status">
        {children}
      </p>
    </header>
  );
}

export function Part({
  title,
  isQuiet,
  children,
}: {
  title: string;
  isQuiet?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      className={
        isQuiet ? "check-result__part check-result__part--quiet grid" : "check-result__part grid"
      }
    >
      <h2>{title}</h2>
      <div className="check-result__body">{children}</div>
    </section>
  );
}

interface ViewProps {
  view: CheckView;
}

export function SearchResult({ listing }: { listing: NonNullable<CheckView["listing"]> }) {
  return (
    <Part title="How your site looks in search results">
      <ResultListing listing={listing} />
    </Part>
  );
}

export function FirstFindings({ view: { firstThree } }: ViewProps) {
  const title =
    firstThree.length === 3 ? "The three findings that cost you most" : "What costs you most";
  return (
    <Part title={title}>
      <ol className="check-result__first">
        {firstThree.map((finding) => (
          <li key={finding.id}>
            <FindingText finding={finding} />
          </li>
        ))}
      </ol>
    </Part>
  );
}

export function AllFindings({ view: { families, firstThree } }: ViewProps) {
  return (
    <Part title="Everything we checked">
      {families.map((family) => (
        <Family key={family.title} family={family} first={firstThree} />
      ))}
    </Part>
  );
}

export function NotChecked({ view: { unseen } }: ViewProps) {
  return (
    <Part title="What we could not check" isQuiet>
      <ul className="check-result__unseen">
        {unseen.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        <li>
          Other pages of the site, and what scripts show later: we read the HTML of one page, as a
          crawler first gets it.
        </li>
        <li>How fast the page is for your visitors, and how high it ranks in search results.</li>
      </ul>
    </Part>
  );
}

interface FamilyProps {
  family: ShownFamily;
  /** Findings whose details are shown above, so that a printed page does not repeat the details. */
  first: readonly ShownFinding[];
}

function Family({ family: { title, findings, stated, notes, sound }, first }: FamilyProps) {
  return (
    <section className="check-family">
      <h3>{title}</h3>
      {[...findings, ...stated].map((finding) => (
        <details
          key={finding.id}
          className={
            first.some(({ id }) => id === finding.id)
              ? "check-family__finding check-family__finding--above"
              : "check-family__finding"
          }
        >
          <summary>
            <span
              className="check-family__mark"
              data-kind={stated.includes(finding) ? "stated" : "found"}
            />
            {finding.sentence}
          </summary>
          <FindingText
            finding={{
              ...finding,
              sentence: stated.includes(finding) ? "For your information" : "In detail",
            }}
          />
        </details>
      ))}
      {notes.length > 0 && (
        <ul className="check-family__notes">
          {notes.map((note) => (
            <li key={note}>
              <span className="check-family__mark" data-kind="stated" />
              {note}
            </li>
          ))}
        </ul>
      )}
      {sound.length > 0 && (
        <ul className="check-family__sound">
          {sound.map((question) => (
            <li key={question}>
              <span className="check-family__mark" data-kind="sound" />
              {question} <b>No faults.</b>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
