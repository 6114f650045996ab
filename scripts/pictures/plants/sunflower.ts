import { inkedDrawing } from "./inked-drawing.ts";

const inks = {
  leaf: "fill:#4f7f3a",
  line: "fill:none",
  stalk: "fill:none;stroke:#8db95c;stroke-width:5",
  petal: "fill:#f6c945",
  back: "fill:#e59a2c",
  disc: "fill:#3b2a1e",
  seeds: "stroke:#c98f3a;stroke-width:4",
};
const leaves =
  "M160 236C128 240 84 226 66 188c44-8 84 12 94 48Zm0-8c32 4 76-10 94-48-44-8-84 12-94 48Z";
const veins = "M160 236C132 214 104 200 78 192M160 228c28-22 56-36 82-44";

const golden = Math.PI * (3 - Math.sqrt(5));
const seeds = Array.from({ length: 64 }, (_, index) => {
  const radius = 5.4 * Math.sqrt(index);
  const angle = index * golden;
  const at = (value: number) => value.toFixed(0);
  return `M${at(radius * Math.cos(angle))} ${at(radius * Math.sin(angle))}h.1`;
}).join("");

/** The plant of the largest plan. */
export function sunflower(): string {
  const stem = `<path class="stalk" d="M160 150V250"/><path class="leaf" d="${leaves}"/><path class="line" d="${veins}"/>`;
  const petals = `<path class="back" d="${ringOf(11.25, 98)}"/><path class="petal" d="${ringOf(0, 88)}"/>`;
  const disc = `<circle class="disc" r="47"/><path class="seeds" d="${seeds}"/>`;
  return inkedDrawing(inks, `${stem}<g transform="translate(160 112)">${petals}${disc}</g>`);
}

/** Sixteen petals around the origin, `reach` long, the first turned by `offset` degrees, as one path. */
function ringOf(offset: number, reach: number): string {
  return Array.from({ length: 16 }, (_, index) => petal((index * 360) / 16 + offset, reach)).join(
    "",
  );
}

function petal(degree: number, reach: number): string {
  const at = (along: number, aside: number) => {
    const angle = (degree * Math.PI) / 180;
    const x = along * Math.cos(angle) - aside * Math.sin(angle);
    const y = along * Math.sin(angle) + aside * Math.cos(angle);
    return `${x.toFixed(0)} ${y.toFixed(1)}`;
  };
  return `M${at(38, 0)}C${at(56, -19)} ${at(72, -14)} ${at(reach, 0)}C${at(72, 14)} ${at(56, 19)} ${at(38, 0)}Z`;
}
