/** Points on the branches of one root. */
export function PointList({ points }: { points: readonly string[] }) {
  const said = points.filter((point) => point !== "");
  if (said.length === 0) return null;
  return (
    <ul className="point-list">
      {said.map((point) => (
        <li key={point}>
          <svg viewBox="0 0 56 40" aria-hidden="true">
            <path d="M2 0C3 16 12 22 26 21s16 3 28-1M22 21c4 3 6 8 12 11M38 21c4-3 7-3 11-8" />
          </svg>
          {point}
        </li>
      ))}
    </ul>
  );
}
