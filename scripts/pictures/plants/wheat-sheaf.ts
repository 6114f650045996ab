import { inkedDrawing } from "./inked-drawing.ts";

const inks = {
  leaf: "fill:#4f7f3a",
  gold: "fill:#e2b13c",
  stalk: "fill:none;stroke:#8db95c;stroke-width:5",
  awn: "fill:none;stroke:#e2b13c",
};
const ears = [-58, -30, 0, 30, 58].map((turn) => ({ turn, length: 190 - Math.abs(turn) * 0.5 }));
const grain = `<path class="gold" d="M0 0C-13-6-17-20-9-33 3-26 6-11 0 0Z"`;
const pairOfGrains = `${grain}/>${grain} transform="scale(-1 1)"/>`;
const leaves =
  "M150 240C120 214 92 212 64 224c20-26 62-24 92 8Zm20 0c30-26 58-28 86-16-20-26-62-24-92 8Z";

/** What grows from the recommended packet. */
export function wheatSheaf(): string {
  return inkedDrawing(inks, `${ears.map(ear).join("")}<path class="leaf" d="${leaves}"/>`);
}

function ear({ turn, length }: { turn: number; length: number }): string {
  const grains = [0, 1, 2, 3, 4, 5].map(
    (nth) => `<g transform="translate(0 ${-length + 78 - nth * 15})">${pairOfGrains}</g>`,
  );
  const tip = `<path class="gold" transform="translate(0 ${-length - 8})" d="M0 0C-8-8-8-22 0-34 8-22 8-8 0 0Z"/>`;
  const awn = `<path class="awn" transform="translate(0 ${-length - 20})" d="M0-20V-46M-10 4-20-36M10 4 20-36"/>`;
  const stalk = `<path class="stalk" d="M0 0V${-length + 30}"/>`;
  return `<g transform="translate(160 262) rotate(${turn * 0.62})">${stalk}${grains.join("")}${tip}${awn}</g>`;
}
