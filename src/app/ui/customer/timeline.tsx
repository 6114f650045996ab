interface TimelineProps {
  /** Accessible name of the list. */
  label: string;
  steps: readonly {
    readonly tone: "good" | "stopped" | "plain";
    readonly title: string;
    readonly detail: string;
    readonly isoDate: string;
    readonly fullDate: string;
  }[];
}

/** Events from top to bottom. */
export function Timeline({ label, steps }: TimelineProps) {
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
