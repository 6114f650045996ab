import { StatusMark } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import ownPlansSheet from "./own-plans.css?sheet";
import type { PlanLine } from "./plan-view.server.ts";

/** The subscriptions of the customer; those that have ended stay behind a disclosure. */
export function OwnPlans({ plans }: { plans: readonly PlanLine[] }) {
  useSheet(ownPlansSheet);
  if (plans.length === 0) return null;
  const ended = plans.filter(({ isEnded }) => isEnded);
  const running = plans.filter(({ isEnded }) => !isEnded);
  return (
    <section className="own-plans" aria-labelledby="own-plans-title">
      <h2 id="own-plans-title">My Plans</h2>
      <PlanList plans={running} />
      {ended.length > 0 && (
        <details>
          <summary>Plans that have ended ({ended.length})</summary>
          <PlanList plans={ended} />
        </details>
      )}
    </section>
  );
}

function PlanList({ plans }: { plans: readonly PlanLine[] }) {
  return (
    <ul>
      {plans.map(({ id, plan, price, website, label, tone, about, headline }) => (
        <li key={id}>
          <a href={`/my-plan/${id}`}>
            <strong>{plan}</strong>
            <span>{[price, website].filter(Boolean).join(" · ")}</span>
          </a>
          <p>
            <StatusMark tone={tone}>{label}</StatusMark>
            <span>{about === "" ? headline : `${about}: ${headline}`}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
