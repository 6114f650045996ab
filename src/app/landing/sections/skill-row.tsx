import { Bed } from "../../ui/drawings/drawings.tsx";

/** A skill bar as a row of a field, green up to its percentage. */
export function SkillRow({ text, percent }: { text: string; percent: string }) {
  const grown = Math.min(100, Math.max(0, Number.parseFloat(percent) || 0));
  return (
    <div className="skill-row">
      <p className="skill-row__words">
        <span>{text}</span>
        <strong>{percent}%</strong>
      </p>
      <meter className="unseen" aria-label={text} min={0} max={100} value={grown} />
      <svg className="skill-row__bar" aria-hidden="true">
        <Bed crop="sprouts" from={0} length={grown} />
        <Bed crop="seeds" from={grown} length={100 - grown} />
      </svg>
    </div>
  );
}
