import { closedPath, gouge, point, shape } from "../hand-cut.ts";
import { seededRandom } from "../seeded-random.ts";
import { ink, mapTree } from "./parcels.ts";

const outline = `stroke="${ink}" stroke-width="2.6" stroke-linejoin="round"`;

/** The farm that the map leads to: larger than the survey's scale, with a flag, as almanacs drew the place that matters. */
export function homestead(x: number, y: number): string {
  const random = seededRandom(14);
  const yard = `M${point(x - 130, y + 20)}C${point(x - 120, y - 90)} ${point(x + 100, y - 120)} ${point(x + 160, y - 30)}C${point(x + 190, y + 60)} ${point(x + 60, y + 106)} ${point(x - 40, y + 92)}C${point(x - 100, y + 86)} ${point(x - 136, y + 70)} ${point(x - 130, y + 20)}Z`;
  const trees: Array<[number, number, number]> = [
    [-106, -22, 15],
    [-84, -52, 18],
    [120, -66, 17],
    [148, -38, 14],
    [146, 10, 12],
    [-112, 30, 12],
  ];
  return [
    `<path d="${yard}" fill="#F1E2B6" stroke="${ink}" stroke-width="2.2" stroke-dasharray="9 5"/>`,
    ...trees.map(([dx, dy, size]) => mapTree({ x: x + dx, y: y + dy }, size, random)),
    garden(x + 36, y + 44),
    house(x + 62, y - 6, 66, 26, 30, "#B9552E", "#E6D3A3"),
    house(x - 44, y + 18, 92, 34, 40, "#A5432A", "#F7EBCB"),
    flag(x + 8, y - 62),
  ].join("");
}

/** Drawn before the lane, so that the lane's edge stays whole. */
export function drive({ x, y } = { x: 910, y: 695 }): string {
  const course = `M${point(x, y)}C${point(x - 50, y + 26)} ${point(x - 90, y - 16)} ${point(x - 148, y + 6)}`;
  return `<path d="${course}" fill="none" stroke="${ink}" stroke-width="21"/><path d="${course}" fill="none" stroke="#F6EBCB" stroke-width="17"/>`;
}

function house(
  x: number,
  y: number,
  long: number,
  wall: number,
  roof: number,
  tiles: string,
  plaster: string,
): string {
  const gable = wall * 1.1;
  const shadow = closedPath([
    { x, y },
    { x: x + long + gable, y },
    { x: x + long + gable + 26, y: y + 12 },
    { x: x + 18, y: y + 13 },
  ]);
  const front = closedPath([
    { x, y },
    { x, y: y - wall },
    { x: x + gable / 2, y: y - wall - roof * 0.86 },
    { x: x + gable, y: y - wall },
    { x: x + gable, y },
  ]);
  const side = closedPath([
    { x: x + gable, y },
    { x: x + gable, y: y - wall },
    { x: x + gable + long, y: y - wall },
    { x: x + gable + long, y },
  ]);
  const slope = closedPath([
    { x: x + gable / 2, y: y - wall - roof * 0.86 },
    { x: x + gable + 3, y: y - wall + 3 },
    { x: x + gable + long + 3, y: y - wall + 3 },
    { x: x + gable / 2 + long, y: y - wall - roof * 0.86 },
  ]);
  const rows = Array.from({ length: 9 }, (_, index) => {
    const start = x + gable / 2 + 6 + (index * (long - 4)) / 9;
    return gouge(
      { x: start, y: y - wall - roof * 0.8 },
      { x: start + gable * 0.42, y: y - wall },
      1.1,
    );
  });
  const openings = [0.2, 0.52, 0.8].map(
    (share) =>
      `<rect x="${(x + gable + long * share - 4).toFixed(1)}" y="${(y - wall * 0.72).toFixed(1)}" width="8" height="10" fill="#35506A" stroke="${ink}" stroke-width="1.6"/>`,
  );
  return (
    `<path d="${shadow}" fill="${ink}" opacity="0.4"/><path d="${front}" fill="${plaster}" ${outline}/><path d="${side}" fill="#D8BE88" ${outline}/>${openings.join("")}` +
    `<path d="${slope}" fill="${tiles}" ${outline}/>${shape(rows.join(""), ink)}` +
    `<rect x="${(x + gable / 2 - 5).toFixed(1)}" y="${(y - wall * 0.62).toFixed(1)}" width="10" height="${(wall * 0.62).toFixed(1)}" fill="#5E3A22" stroke="${ink}" stroke-width="1.6"/>`
  );
}

function garden(x: number, y: number): string {
  const beds = [0, 1, 2, 3].map(
    (row) =>
      `<path d="M${point(x + row * 6, y + row * 9)}l64 -7" stroke="${row % 2 ? "#2F5A36" : "#6C9A3B"}" stroke-width="5" stroke-dasharray="5 4"/>`,
  );
  return beds.join("");
}

function flag(x: number, y: number): string {
  const cloth = `M${point(x, y - 74)}c18 -12 30 8 54 -4l-9 17l9 15c-22 12 -36 -6 -54 5Z`;
  return `<path d="M${point(x, y + 26)}V${y - 78}" stroke="${ink}" stroke-width="4.4" stroke-linecap="round"/><path d="${cloth}" fill="#E4672B" ${outline}/>${shape(gouge({ x: x + 8, y: y - 66 }, { x: x + 42, y: y - 70 }, 2), "#F8C58D")}`;
}
