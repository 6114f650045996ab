import { ButtonLink } from "../ui/forms/button.tsx";
import { useSheet } from "../ui/styles/style-sheets.ts";
import type { WantedStep } from "./orders-page.server.ts";
import wantedStepsSheet from "./wanted-steps.css?sheet";

/**
 * The orders that wait for the customer, each with its button, and the refunds that the customer
 * waits for.
 */
export function WantedSteps({ wanted }: { wanted: readonly WantedStep[] }) {
  useSheet(wantedStepsSheet);
  if (wanted.length === 0) return null;
  const first = wanted.find(({ action }) => action !== null);
  return (
    <section className="wanted-steps" aria-labelledby="wanted-steps">
      <h2 id="wanted-steps">{headingOf(wanted)}</h2>
      <ul>
        {wanted.map(({ id, number, title, words, action }) => (
          <li key={id}>
            <p>
              <strong>{words}</strong>
              <a className="wanted-steps__order" href={`/my-order/${id}`}>
                {title}
              </a>
            </p>
            {action && (
              <ButtonLink
                href={action.path}
                variant={id === first?.id ? "primary" : "secondary"}
                label={`${action.text} of order ${number}`}
              >
                {action.text}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Says whose steps they are: a refund is ours. */
function headingOf(wanted: readonly WantedStep[]): string {
  const own = wanted.filter(({ action }) => action !== null).length;
  const steps = wanted.length === 1 ? "step" : "steps";
  if (own === 0) return `Our next ${steps}`;
  return own === wanted.length ? `Your next ${steps}` : "Next steps";
}
