import type { CustomerPartProps } from "../customer-part.ts";
import type { EventView } from "./timeline-view.server.ts";

export function CustomerTimeline({ room: { order, timeline } }: CustomerPartProps) {
  return (
    <section
      className="order-story"
      id="history"
      aria-labelledby="history-title"
      data-live-part="story"
    >
      <h2 id="history-title">What happened so far</h2>
      <Timeline label={`What happened to order ${order.number}`} steps={timeline} />
    </section>
  );
}

interface TimelineProps {
  label: string;
  steps: readonly EventView[];
}

/** Events of an order, the oldest first. */
function Timeline({ label, steps }: TimelineProps) {
  return (
    <ol className="timeline" aria-label={label}>
      {steps.map(({ tone, title, detail, isoDate, fullDate }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end
        <li className={`timeline__step timeline__step--${tone}`} key={index}>
          <p className="timeline__title">{title}</p>
          {detail && <p>{detail}</p>}
          <time className="timeline__time" dateTime={isoDate}>
            {fullDate}
          </time>
        </li>
      ))}
    </ol>
  );
}
