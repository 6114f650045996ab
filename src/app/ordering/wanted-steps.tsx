import { ButtonLink } from "../ui/forms/button.tsx";
import { useSheet } from "../ui/styles/style-sheets.ts";
import type { WantedStep } from "./orders-page.server.ts";
import wantedStepsSheet from "./wanted-steps.css?sheet";

/** The orders that wait for the customer, each with its button. */
export function WantedSteps({ wanted }: { wanted: readonly WantedStep[] }) {
  useSheet(wantedStepsSheet);
  if (wanted.length === 0) return null;
  return (
    <section className="wanted-steps" aria-labelledby="wanted-steps">
      <h2 id="wanted-steps">{wanted.length === 1 ? "Your next step" : "Your next steps"}</h2>
      <ul>
        {wanted.map(({ id, number, title, words, action }, index) => (
          <li key={id}>
            <p>
              <strong>{words}</strong>
              <a className="wanted-steps__order" href={`/my-order/${id}`}>
                {title}
              </a>
            </p>
            <ButtonLink
              href={action.path}
              variant={index === 0 ? "primary" : "secondary"}
              label={`${action.text} of order ${number}`}
            >
              {action.text}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
