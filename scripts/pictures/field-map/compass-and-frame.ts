import { closedPath, point } from "../hand-cut.ts";
import { ink } from "./parcels.ts";
import { height, width } from "./survey.ts";

const paper = "#F5E9CC";

export function compass(x: number, y: number, size: number): string {
  const at = (reach: number, turn: number) => ({
    x: x + Math.sin(turn) * reach,
    y: y - Math.cos(turn) * reach,
  });
  const ray = (turn: number, reach: number, waist: number) => {
    const tip = at(reach, turn);
    const centre = { x, y };
    const left = closedPath([centre, at(waist, turn - Math.PI / 4), tip]);
    const right = closedPath([centre, at(waist, turn + Math.PI / 4), tip]);
    return `<path d="${left}" fill="${paper}" stroke="${ink}" stroke-width="2"/><path d="${right}" fill="${ink}" stroke="${ink}" stroke-width="2"/>`;
  };
  const ticks = Array.from({ length: 64 }, (_, index) => {
    const turn = (index / 64) * Math.PI * 2;
    const from = at(size * 0.7, turn);
    const to = at(size * (index % 4 ? 0.75 : 0.79), turn);
    return `M${point(from.x, from.y)}L${point(to.x, to.y)}`;
  });
  const quarters = [0, 1, 2, 3].map((index) => (index * Math.PI) / 2);
  const north = at(size * 1.17, 0);
  const letter = `M${point(north.x - 11, north.y + 13)}v-27l22 27v-27`;
  return (
    `<circle cx="${x}" cy="${y}" r="${size * 1.42}" fill="${paper}" stroke="${ink}" stroke-width="2.6"/><circle cx="${x}" cy="${y}" r="${size * 1.36}" fill="none" stroke="${ink}" stroke-width="1.2"/>` +
    `<circle cx="${x}" cy="${y}" r="${size * 0.7}" fill="#E2B13C" stroke="${ink}" stroke-width="2.2"/><circle cx="${x}" cy="${y}" r="${size * 0.79}" fill="none" stroke="${ink}" stroke-width="1.6"/><path d="${ticks.join("")}" stroke="${ink}" stroke-width="1.8"/>` +
    quarters.map((turn) => ray(turn + Math.PI / 4, size * 0.62, size * 0.13)).join("") +
    quarters.map((turn) => ray(turn, size, size * 0.19)).join("") +
    `<circle cx="${x}" cy="${y}" r="${size * 0.08}" fill="#E4672B" stroke="${ink}" stroke-width="2"/><path d="${letter}" fill="none" stroke="${ink}" stroke-width="4.6" stroke-linejoin="round" stroke-linecap="round"/>`
  );
}

/** The neat line of a printed map: a measured border with the paper's margin outside it. */
export function frame(): string {
  const outer = 34;
  const inner = 56;
  const margin = `M0 0H${width}V${height}H0ZM${inner} ${inner}V${height - inner}H${width - inner}V${inner}Z`;
  const box = (inset: number, weight: number) =>
    `<rect x="${inset}" y="${inset}" width="${width - inset * 2}" height="${height - inset * 2}" fill="none" stroke="${ink}" stroke-width="${weight}"/>`;
  const marks: string[] = [];
  const across = (width - inner * 2) / 24;
  const down = (height - inner * 2) / 18;
  for (let index = 0; index < 24; index += 2) {
    const x = inner + index * across;
    marks.push(
      `M${x} 41h${across}v8h${-across}ZM${x + across} ${height - 49}h${across}v8h${-across}Z`,
    );
  }
  for (let index = 0; index < 18; index += 2) {
    const y = inner + index * down;
    marks.push(`M41 ${y}v${down}h8v${-down}ZM${width - 49} ${y + down}v${down}h8v${-down}Z`);
  }
  return `<path d="${margin}" fill="${paper}"/><path d="${marks.join("")}" fill="${ink}"/>${box(outer, 4)}${box(41, 1.4)}${box(49, 1.4)}${box(inner, 2.4)}`;
}

/** The sheet has been folded in a pocket: each crease is a worn line with a shadow running out on one side. */
export function creases(): string {
  const fade = (id: string, tint: string, opacity: number, x2: number, y2: number) =>
    `<linearGradient id="${id}" x1="0" y1="0" x2="${x2}" y2="${y2}"><stop offset="0" stop-color="${tint}" stop-opacity="0"/><stop offset="1" stop-color="${tint}" stop-opacity="${opacity}"/></linearGradient>`;
  const y = height / 2;
  const upright = [width / 3, (width / 3) * 2].map(
    (x) =>
      `<rect x="${x - 70}" y="0" width="70" height="${height}" fill="url(#fold-across)"/><path d="M${x} 0V${height}" stroke="${paper}" stroke-width="2" opacity="0.5"/>`,
  );
  return `<defs>${fade("fold-across", ink, 0.16, 1, 0)}${fade("fold-down", ink, 0.14, 0, 1)}</defs>${upright.join("")}<rect x="0" y="${y - 60}" width="${width}" height="60" fill="url(#fold-down)"/><path d="M0 ${y}H${width}" stroke="${paper}" stroke-width="2" opacity="0.5"/>`;
}
