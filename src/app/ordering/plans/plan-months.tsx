import { StatusMark } from "#app/ui/notice.tsx";
import type { PlanView } from "./plan-view.server.ts";

const capital = (noun: string) => `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;

/** The months of a subscription as one story, the newest first, with the one that comes next. */
export function PlanMonths({ plan: { noun, months, next } }: { plan: PlanView }) {
  const name = capital(noun);
  return (
    <section className="plan-story" aria-labelledby="plan-story-title">
      <h2 id="plan-story-title">
        {name} by {noun}
      </h2>
      <ol className="plan-months">
        {next && (
          <li className="plan-month plan-month--next">
            <h3>
              {name} {next.number} <span>{next.period}</span>
            </h3>
            <p>{next.price}, comes next</p>
          </li>
        )}
        {months.map((month) => (
          <li className="plan-month" key={month.orderId}>
            <h3>
              {name} {month.number} <span>{month.period}</span>
            </h3>
            <p className="plan-month__facts">
              <a href={`/my-order/${month.orderId}`}>Order {month.orderNumber}</a>
              <span>{month.price}</span>
              <StatusMark tone={month.payment.tone}>{month.payment.words}</StatusMark>
            </p>
            {month.step && <p className="plan-month__step">{month.step}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
