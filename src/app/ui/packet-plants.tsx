/** The drawings on the fronts of the seed packets: flat inks, one dark line, as on old print. */

export function Radishes() {
  return (
    <svg className="packet__plant" viewBox="0 -10 320 262" aria-hidden="true" focusable="false">
      {[
        { x: 84, y: 128, turn: -16, size: 0.86 },
        { x: 236, y: 128, turn: 16, size: 0.86 },
        { x: 160, y: 118, turn: 0, size: 1.12 },
      ].map((radish) => (
        <g
          key={radish.x}
          transform={`translate(${radish.x} ${radish.y}) rotate(${radish.turn}) scale(${radish.size})`}
        >
          <path
            className="ink-leaf"
            d="M0 6C-8-30-44-44-56-92c30 0 50 26 54 62C-10-60-18-88 0-112 18-88 10-60 2-30 6-66 26-92 56-92 44-44 8-30 0 6Z"
          />
          <path className="ink-line" d="M0 4C-10-34-34-56-48-82M0 4V-96M0 4C10-34 34-56 48-82" />
          <path
            className="ink-red"
            d="M0 0C30-6 44 12 42 32 40 60 14 74 4 88 2 98 2 106-2 116-3 104-3 96-5 88-14 74-40 60-42 32-44 12-30-6 0 0Z"
          />
          <path
            className="ink-pale"
            d="M-22 62C-10 70-6 78-5 88-3 96-3 104-2 116 2 106 2 98 4 88 5 78 12 70 22 62 8 68-8 68-22 62Z"
          />
          <path className="ink-shine" d="M-29 18C-32 30-29 41-22 49" />
        </g>
      ))}
    </svg>
  );
}

const ears = [-58, -30, 0, 30, 58].map((turn) => ({ turn, length: 190 - Math.abs(turn) * 0.5 }));
const grain = "M0 0C-13-6-17-20-9-33 3-26 6-11 0 0Z";
const grains = [0, 1, 2, 3, 4, 5];

export function WheatSheaf() {
  return (
    <svg className="packet__plant" viewBox="0 0 320 240" aria-hidden="true" focusable="false">
      {ears.map(({ turn, length }) => (
        <g key={turn} transform={`translate(160 262) rotate(${turn * 0.62})`}>
          <path className="ink-stalk" d={`M0 0V${-length + 30}`} />
          {grains.map((nth) => (
            <g key={nth} transform={`translate(0 ${-length + 78 - nth * 15})`}>
              <path className="ink-gold" d={grain} />
              <path className="ink-gold" d={grain} transform="scale(-1 1)" />
            </g>
          ))}
          <path
            className="ink-gold"
            transform={`translate(0 ${-length - 8})`}
            d="M0 0C-8-8-8-22 0-34 8-22 8-8 0 0Z"
          />
          <path
            className="ink-awn"
            transform={`translate(0 ${-length - 20})`}
            d="M0-20V-46M-10 4-20-36M10 4 20-36"
          />
        </g>
      ))}
      <path
        className="ink-leaf"
        d="M150 240C120 214 92 212 64 224c20-26 62-24 92 8Zm20 0c30-26 58-28 86-16-20-26-62-24-92 8Z"
      />
    </svg>
  );
}

const golden = Math.PI * (3 - Math.sqrt(5));
const seeds = Array.from({ length: 64 }, (_, index) => {
  const radius = 5.4 * Math.sqrt(index);
  const angle = index * golden;
  const at = (value: number) => value.toFixed(0);
  return `M${at(radius * Math.cos(angle))} ${at(radius * Math.sin(angle))}h.1`;
}).join("");
const backPetals = ringOf(petals(16, 11.25), 98);
const frontPetals = ringOf(petals(16, 0), 88);

export function Sunflower() {
  return (
    <svg className="packet__plant" viewBox="0 0 320 240" aria-hidden="true" focusable="false">
      <path className="ink-stalk" d="M160 150V250" />
      <path
        className="ink-leaf"
        d="M160 236C128 240 84 226 66 188c44-8 84 12 94 48Zm0-8c32 4 76-10 94-48-44-8-84 12-94 48Z"
      />
      <path className="ink-line" d="M160 236C132 214 104 200 78 192M160 228c28-22 56-36 82-44" />
      <g transform="translate(160 112)">
        <path className="ink-petal ink-petal--back" d={backPetals} />
        <path className="ink-petal" d={frontPetals} />
        <circle className="ink-disc" r="47" />
        <path className="ink-seeds" d={seeds} />
      </g>
    </svg>
  );
}

function petals(count: number, offset: number): number[] {
  return Array.from({ length: count }, (_, index) => (index * 360) / count + offset);
}

/** A ring of petals around the origin, `reach` long, as one path. */
function ringOf(degrees: readonly number[], reach: number): string {
  return degrees
    .map((degree) => {
      const at = (along: number, aside: number) => {
        const angle = (degree * Math.PI) / 180;
        const x = along * Math.cos(angle) - aside * Math.sin(angle);
        const y = along * Math.sin(angle) + aside * Math.cos(angle);
        return `${x.toFixed(0)} ${y.toFixed(1)}`;
      };
      return `M${at(38, 0)}C${at(56, -19)} ${at(72, -14)} ${at(reach, 0)}C${at(72, 14)} ${at(56, 19)} ${at(38, 0)}Z`;
    })
    .join("");
}
