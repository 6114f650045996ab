/**
 * Drawings that return all over the site, put once into every page and called up by `<use>` or as
 * a pattern. `SiteFrame` renders them; a section shown without the frame needs them beside it.
 */
export function Drawings() {
  return (
    <svg className="unseen" aria-hidden="true" focusable="false" width="0" height="0">
      <defs>
        <symbol id="furrow-lines" viewBox="0 0 1440 480" preserveAspectRatio="xMaxYMin slice">
          <path d={turnedRows} fill="currentColor" />
        </symbol>
        <symbol id="sprout" viewBox="0 0 24 28">
          <path d="M12 28V13" fill="none" stroke="currentColor" strokeWidth="2" />
          <path d="M12 16C12 8 7 4 1 4c0 7 4 12 11 12Zm0-3c0-7 4-11 11-12 0 7-4 12-11 12Z" />
        </symbol>
        <pattern
          id="bed-ploughed"
          width="14"
          height="14"
          patternUnits="userSpaceOnUse"
          patternTransform="scale(1.6)"
        >
          <path d="M-2 12C3 6 7 8 9 0M5 16c5-6 9-4 11-12" className="bed bed--ploughed" />
        </pattern>
        <pattern
          id="bed-seeds"
          width="20"
          height="18"
          patternUnits="userSpaceOnUse"
          patternTransform="scale(1.6)"
        >
          <path
            d="M5 2.5c2.6 0 3 5 0 5s-2.6-5 0-5Zm10 9c2.6 0 3 5 0 5s-2.6-5 0-5Z"
            className="bed bed--seeds"
          />
        </pattern>
        <pattern
          id="bed-sprouts"
          width="24"
          height="24"
          patternUnits="userSpaceOnUse"
          patternTransform="scale(1.6)"
        >
          <path
            d="M12 22v-9M12 15C12 9 8 7 3 7c0 5 3 8 9 8Zm0-2c0-5 3-8 9-9 0 5-3 9-9 9"
            className="bed bed--sprouts"
          />
        </pattern>
        <pattern
          id="bed-rain"
          width="16"
          height="24"
          patternUnits="userSpaceOnUse"
          patternTransform="scale(1.6)"
        >
          <path d="M4 3 2.5 9M12 14l-1.5 6M12 1l-1 4M5 15l-1 4" className="bed bed--rain" />
        </pattern>
        <pattern
          id="bed-flowers"
          width="26"
          height="24"
          patternUnits="userSpaceOnUse"
          patternTransform="scale(1.6)"
        >
          <path
            d="M13 12m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M13 9.5c-3-3-1-6.5 0-6.5s3 3.5 0 6.5Zm2.4 1.7c.9-4.1 5-4.1 5.3-3.1s-2 4.2-5.3 3.1Zm-.9 2.9c3.8 1.6 3 5.6 1.9 6s-4-1.7-1.9-6Zm-3 0c2.1 4.3-.8 6.4-1.9 6s-1.9-4.4 1.9-6Zm-.9-2.9c-3.3 1.1-5.6-2.1-5.3-3.1s4.4-1 5.3 3.1Z"
            className="bed bed--flowers"
          />
        </pattern>
        <pattern
          id="bed-ears"
          width="18"
          height="28"
          patternUnits="userSpaceOnUse"
          patternTransform="scale(1.6)"
        >
          <path
            d="M9 28V4M9 9C5 9 4 6 4 3c3 0 5 2 5 6Zm0 0c4 0 5-3 5-6-3 0-5 2-5 6Zm0 7c-4 0-5-3-5-6 3 0 5 2 5 6Zm0 0c4 0 5-3 5-6-3 0-5 2-5 6Zm0 7c-4 0-5-3-5-6 3 0 5 2 5 6Zm0 0c4 0 5-3 5-6-3 0-5 2-5 6Z"
            className="bed bed--ears"
          />
        </pattern>
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

export function FurrowLines({ className = "" }: { className?: string }) {
  return (
    <svg className={`furrow-lines ${className}`} aria-hidden="true" focusable="false">
      <use href="#furrow-lines" />
    </svg>
  );
}

export function FurrowMark() {
  return (
    <svg className="furrow-mark" aria-hidden="true" focusable="false" viewBox="0 0 36 16">
      <path d="M1 15C8 6 18 2 35 1.5M8 15C14 9 22 6 35 5.5M17 15c4-3 10-5 18-5.5" />
    </svg>
  );
}
