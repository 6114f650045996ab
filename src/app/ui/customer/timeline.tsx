interface TimelineProps {
  /** Names the list for those who cannot see where it stands. */
  label: string;
  steps: readonly {
    readonly tone: "good" | "stopped" | "plain";
    readonly title: string;
    readonly detail: string;
    readonly isoDate: string;
    readonly fullDate: string;
  }[];
}

/** What happened, from top to bottom along a furrow. */
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
