/** A bar as a row in the field: green as far as it has come up. */
export function SkillRow({ text, percent }: { text: string; percent: string }) {
  const grown = Math.min(100, Math.max(0, Number.parseFloat(percent) || 0));
  return (
    <div className="skill-row">
      <p className="skill-row__words">
        <span>{text}</span>
        <strong>{percent}%</strong>
      </p>
      <meter className="unseen" aria-label={text} min={0} max={100} value={grown} />
      <svg className="skill-row__bar" aria-hidden="true" focusable="false">
        <rect className="skill-row__bed" width="100%" height="100%" />
        <rect width="100%" height="100%" fill="url(#bed-seeds)" />
        <rect className="skill-row__grown" width={`${grown}%`} height="100%" />
        <rect width={`${grown}%`} height="100%" fill="url(#bed-sprouts)" />
      </svg>
    </div>
  );
}
