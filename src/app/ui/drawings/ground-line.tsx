// Where a sprout stands on the line, and how tall it is.
const sprouts = [
  [96, 43, 30],
  [188, 35, 22],
  [402, 30, 34],
  [560, 43, 24],
  [735, 56, 38],
  [880, 50, 26],
  [1010, 34, 32],
  [1204, 23, 24],
  [1330, 32, 36],
] as const;

interface GroundLineProps {
  /** Background below the line. */
  ground: "soil" | "paper";
  sprouts?: boolean;
}

/** The outline of a hill between two backgrounds, with sprouts. */
export function GroundLine({ ground, sprouts: withSprouts = false }: GroundLineProps) {
  return (
    <svg
      className={`ground-line ground-line--${ground}`}
      viewBox="0 0 1440 88"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      {withSprouts &&
        sprouts.map(([x, y, size]) => (
          <use
            key={x}
            href="#sprout"
            x={x - size / 2}
            y={y - size + 2}
            width={size}
            height={size}
            className="ground-line__sprout"
          />
        ))}
      <path d="M0 52C140 40 240 24 400 30s250 34 420 24 260-42 420-28c90 8 150 8 200 2v62H0Z" />
    </svg>
  );
}
