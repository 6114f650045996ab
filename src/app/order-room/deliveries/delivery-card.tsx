import type { ReactNode } from "react";
import { Icon } from "#app/ui/drawings/icon.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import deliveryCardSheet from "./delivery-card.css?sheet";
import type { DeliveryView } from "./delivery-view.server.ts";

interface DeliveryCardProps {
  delivery: DeliveryView;
  children?: ReactNode;
}

/** A delivery: its text, each promised point with its proof, and the answer of the customer. */
export function DeliveryCard({ delivery, children }: DeliveryCardProps) {
  useSheet(deliveryCardSheet);
  const { number, text, date, isoDate, points, answer, reopening } = delivery;
  return (
    <article className="delivery" aria-label={`Delivery ${number}`}>
      <header className="delivery__head">
        <h3>Delivery {number}</h3>
        <time dateTime={isoDate}>{date}</time>
      </header>
      <p className="delivery__text">{text || "The work is complete."}</p>
      {points.length > 0 && <DeliveryPoints points={points} />}
      {answer && <GivenAnswer answer={answer} />}
      {reopening && (
        <div className="delivery__answer">
          <p>Reopened on {reopening.date}, because something is wrong</p>
          <blockquote>{reopening.text}</blockquote>
        </div>
      )}
      {children}
    </article>
  );
}

/** Promised points, each with its proof. */
function DeliveryPoints({ points }: Pick<DeliveryView, "points">) {
  useSheet(deliveryCardSheet);
  return (
    <ul className="delivery__points">
      {points.map(({ position, point, kind, ...proof }) => (
        <li key={position} className={`delivery__point delivery__point--${kind}`}>
          <Icon name={kind === "follows" ? "info" : "check"} />
          <div>
            <p className="delivery__promise">{point}</p>
            <Proof kind={kind} {...proof} />
          </div>
        </li>
      ))}
    </ul>
  );
}

type ProofProps = Pick<
  DeliveryView["points"][number],
  "kind" | "value" | "file" | "pages" | "checkedOn"
>;

function Proof({ kind, value, file, pages, checkedOn }: ProofProps) {
  if (kind === "check") {
    return (
      <div className="delivery__proof">
        <p>{value}</p>
        <details className="delivery__pages">
          <summary>{pages.length === 1 ? "1 fixed page" : `${pages.length} fixed pages`}</summary>
          <p>{checkedOn}:</p>
          <ul>
            {pages.map((page) => (
              <li key={page}>{page}</li>
            ))}
          </ul>
        </details>
      </div>
    );
  }
  if (kind === "file") {
    return (
      <p className="delivery__proof">
        {file === null ? (
          `${value} (removed)`
        ) : (
          <a href={file} download={value}>
            {value}
          </a>
        )}
      </p>
    );
  }
  if (kind === "link") {
    return (
      <p className="delivery__proof">
        <a href={value} target="_blank" rel="noreferrer nofollow">
          {value.replace(/^https?:\/\//, "")}
        </a>
      </p>
    );
  }
  return (
    <p className="delivery__proof">
      {kind === "follows" && <strong>Follows: </strong>}
      {value}
    </p>
  );
}

interface GivenAnswerProps {
  answer: NonNullable<DeliveryView["answer"]>;
}

function GivenAnswer({ answer }: GivenAnswerProps) {
  const { kind, date, by, isByTime, text, concerned, round } = answer;
  const byPerson = by === null ? "" : ` by ${by}`;
  if (kind === "accepted") {
    return (
      <p className="delivery__answer">
        {isByTime
          ? `Accepted on ${date}, without an answer in time`
          : `Accepted on ${date}${byPerson}`}
      </p>
    );
  }
  return (
    <div className="delivery__answer">
      <p>
        Changes requested on {date}
        {byPerson} (round {round})
      </p>
      <blockquote>{text}</blockquote>
      {concerned.length > 0 && <p>This concerns: {concerned.join("; ")}</p>}
    </div>
  );
}
