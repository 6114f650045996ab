import { useSheet } from "../ui/styles/style-sheets.ts";
import type { ShownFinding } from "./check-view.server.ts";
import findingSheet from "./finding.css?sheet";

/** A finding with its places, why it matters and how to fix it. */
export function FindingText({ finding }: { finding: ShownFinding }) {
  useSheet(findingSheet);
  const { sentence, why, fix, fixedByPlan, weightReason } = finding;
  return (
    <article className="finding">
      <h3>{sentence}</h3>
      <Places finding={finding} />
      <dl>
        <div>
          <dt>Why it matters</dt>
          <dd>
            {why} {weightReason}
          </dd>
        </div>
        <div>
          <dt>How to fix it</dt>
          <dd>
            {fix} {fixedByPlan && <em>Our plans fix this.</em>}
          </dd>
        </div>
      </dl>
    </article>
  );
}

function Places({ finding: { places, more } }: { finding: ShownFinding }) {
  if (places.length === 0) return null;
  return (
    <ul className="finding__places">
      {places.map(({ address, line, snippet }, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places never change their order
        <li key={nth}>
          <span>
            {address}
            {line !== undefined && `, line ${line}`}
          </span>
          {snippet !== "" && <code>{snippet}</code>}
        </li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  );
}
