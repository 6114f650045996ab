import { gouge, mass, shape } from "../hand-cut.ts";
import { seededRandom } from "../seeded-random.ts";
import { furrowLine, laneX, tractorX, yOnRow } from "./ground.ts";

const ink = "#231A12";
const shadowInk = `fill="#1B120B" opacity="0.42"`;

/** The trees of the hedge beside the lane, each with its morning shadow. */
export function hedge(): string {
  const random = seededRandom(41);
  const trees: string[] = [];
  for (let y = -30; y < 940; y += random.between(26, 66)) {
    const x = laneX(y) + 66 + random.between(-8, 22);
    const size = random.between(20, 46);
    const crown = mass({ x, y }, size, size, random, 0.2);
    const lit = mass(
      { x: x - size * 0.25, y: y - size * 0.28 },
      size * 0.6,
      size * 0.55,
      random,
      0.26,
    );
    trees.push(
      `<path d="${mass({ x: x + size * 0.75, y: y + size * 0.8 }, size, size * 0.9, random)}" ${shadowInk}/>`,
      shape(crown, random.pick(["#25432D", "#2F5A36", "#37663A"])),
      shape(lit, random.pick(["#5D8A45", "#6C9A3B"])),
    );
  }
  return trees.join("");
}

/** Seen from above, driving to the right, with its plough behind it. */
export function tractor(): string {
  const y = yOnRow(furrowLine, tractorX) + 20;
  const treads = (x: number, at: number, long: number, wide: number) =>
    `<rect x="${x}" y="${at}" width="${long}" height="${wide}" rx="5" fill="${ink}"/>` +
    Array.from(
      { length: Math.floor(long / 7) },
      (_, index) =>
        `<path d="M${x + 4 + index * 7} ${at + 3}l3 ${wide / 2 - 3}l-3 ${wide / 2 - 3}" stroke="#6B523C" stroke-width="1.6" fill="none"/>`,
    ).join("");
  const shares = [0, 1, 2, 3, 4].map((nth) => {
    const x = -62 - nth * 25;
    const at = -14 + nth * 11;
    return `<path d="M${x} ${at}l-20 5l3 12z" fill="#C9D3D1" stroke="${ink}" stroke-width="2"/>`;
  });
  const body =
    `<path d="M-40 -4L-172 40" stroke="${ink}" stroke-width="11" stroke-linecap="round"/>` +
    `<path d="M-40 -4L-172 40" stroke="#35506A" stroke-width="6" stroke-linecap="round"/>` +
    shares.join("") +
    `<path d="M-8 -40V40M62 -30V30" stroke="${ink}" stroke-width="7"/>` +
    treads(-38, -56, 60, 24) +
    treads(-38, 32, 60, 24) +
    treads(46, -40, 34, 16) +
    treads(46, 24, 34, 16) +
    `<path d="M6 -18H88q9 0 9 9V9q0 9-9 9H6Z" fill="#A3421B" stroke="${ink}" stroke-width="3"/>` +
    `<path d="M10 -12H90" stroke="#EE8B4A" stroke-width="6"/><path d="M40 0H86M40 6H86" stroke="${ink}" stroke-width="1.6"/>` +
    `<circle cx="36" cy="-4" r="4" fill="${ink}"/>` +
    `<rect x="-44" y="-30" width="62" height="60" rx="9" fill="#C9602F" stroke="${ink}" stroke-width="3"/>` +
    `<path d="M-36 -22H8" stroke="#F3B27C" stroke-width="7" stroke-linecap="round"/>` +
    `<path d="M12 -22q8 22 0 44" stroke="#DDE8E6" stroke-width="5" fill="none"/>`;
  const shadow = `<path d="M-44 -30H18L92 -16V20H22V58H-40V34L-176 46Z" transform="translate(34 40)" ${shadowInk}/>`;
  return `<g transform="translate(${tractorX} ${y}) rotate(-8) scale(1.12)">${shadow}${body}</g>`;
}

/** Gulls know what a plough turns up. */
export function gulls(): string {
  const random = seededRandom(7);
  return Array.from({ length: 21 }, (_, index) => {
    const behind = 210 + index * 26 + random.between(-30, 30);
    const x = tractorX - behind;
    const y = yOnRow(furrowLine, x) + random.between(-70, 110);
    return gull(x, y, random.between(11, 19), random.between(-50, 30));
  }).join("");
}

function gull(x: number, y: number, span: number, turn: number): string {
  const wing = (side: number) =>
    `M0 0Q${span * 0.5} ${side * span * 0.35} ${-span * 0.1} ${side * span}Q${-span * 0.05} ${side * span * 0.4} ${-span * 0.35} 0Z`;
  const body = gouge({ x: -span * 0.5, y: 0 }, { x: span * 0.45, y: 0 }, span * 0.16);
  const bird = wing(1) + wing(-1) + body;
  const place = (dx: number, dy: number) =>
    `translate(${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}) rotate(${turn.toFixed(0)})`;
  return (
    `<path d="${bird}" transform="${place(20, 24)}" ${shadowInk}/>` +
    `<path d="${bird}" transform="${place(0, 0)}" fill="#FDF9EE" stroke="${ink}" stroke-width="1.2"/>`
  );
}
