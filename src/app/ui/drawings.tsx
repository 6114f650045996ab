/**
 * Drawings that return all over the site, put once into every page and called up by `<use>`.
 * `SiteFrame` renders them; a section shown without the frame needs them beside it.
 */
export function Drawings() {
  return (
    <svg className="unseen" aria-hidden="true" width="0" height="0">
      <defs>
        <symbol id="furrow-lines" viewBox="0 0 1440 480" preserveAspectRatio="xMaxYMin slice">
          <path d={turnedRows} fill="currentColor" />
        </symbol>
        <symbol id="sprout" viewBox="0 0 24 28">
          <path d="M12 28V13" fill="none" stroke="currentColor" strokeWidth="2" />
          <path d="M12 16C12 8 7 4 1 4c0 7 4 12 11 12Zm0-3c0-7 4-11 11-12 0 7-4 12-11 12Z" />
        </symbol>
      </defs>
    </svg>
  );
}

// Ridges of a ploughed field seen from its edge: narrow far away, wide near by, all in one slow swing.
// Each is drawn from where the one before it began, which takes half of what places in the page do.
const reach = (row: number) => Math.round(row * 201.6);
const halfway = (row: number) => Math.round(row * 100.8 - 57);
const turnedRows = Array.from({ length: 34 }, (_, index) => {
  const left = index - 25;
  const right = left + 0.5;
  const start = index === 0 ? `M${1060 + left * 15} 0` : "m15 0";
  const down = `q${halfway(left)} 240 ${reach(left)} 480`;
  const up = `q${halfway(-right)} -240 ${reach(-right)} -480`;
  return `${start}${down}h108${up}z`;
}).join("");

interface BedProps {
  crop: "ploughed" | "seeds" | "sprouts" | "rain" | "flowers" | "ears";
  /** Where it begins and how far it reaches, in hundredths of the drawing that it lies in. */
  from: number;
  length: number;
}

/** A bed within an svg. It is a box, because only the background of one repeats in whole tiles. */
export function Bed({ crop, from, length }: BedProps) {
  return (
    <foreignObject x={percent(from)} width={percent(length)} height="100%">
      <div className={`bed bed--${crop}`} />
    </foreignObject>
  );
}

const percent = (hundredths: number) => `${Number(hundredths.toFixed(2))}%`;

export function FurrowLines({ className = "" }: { className?: string }) {
  return (
    <svg className={`furrow-lines ${className}`} aria-hidden="true">
      <use href="#furrow-lines" />
    </svg>
  );
}

export function FurrowMark() {
  return (
    <svg className="furrow-mark" aria-hidden="true" viewBox="0 0 36 16">
      <path d="M1 15C8 6 18 2 35 1.5M8 15C14 9 22 6 35 5.5M17 15c4-3 10-5 18-5.5" />
    </svg>
  );
}
