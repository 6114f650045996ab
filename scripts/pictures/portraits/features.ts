import { hex, mix, packed } from "../colour.ts";
import { seededRandom } from "../seeded-random.ts";
import { tapered } from "./strands.ts";

export type Features = {
  skin: string;
  eyes: "open" | "smiling" | "narrow" | "wide";
  brow: { ink: string; thickness: number; lift: number };
  nose: { length: number; breadth: number; hook: number };
  mouth: { smile: number; fullness: number; ink: string; teeth?: boolean };
  /** From 0 to 1: how much the weather has drawn on the face. */
  age: number;
  freckles?: boolean;
};

const line = "#231A12";
const stroke = (path: string, width: number) =>
  `<path d="${path}" fill="none" stroke="${line}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

export function features(face: Features): string {
  return [
    face.freckles ? freckles(face.skin) : "",
    weather(face.age),
    eye(127, 147, 9.5, face.eyes),
    eye(167, 147, 11.5, face.eyes),
    brows(face),
    nose(face),
    mouth(face),
  ].join("");
}

function eye(x: number, y: number, half: number, kind: Features["eyes"]): string {
  if (kind === "smiling") {
    return (
      stroke(`M${x - half} ${y + 3}Q${x} ${y - 8} ${x + half} ${y + 3}`, 3) +
      stroke(`M${x - half * 0.7} ${y + 7}Q${x} ${y + 4} ${x + half * 0.8} ${y + 7}`, 1.2) +
      stroke(`M${x + half} ${y + 3}l4 2.4`, 1.5)
    );
  }
  const open = { narrow: 5.2, open: 7, wide: 8.4 }[kind];
  const tilt = kind === "narrow" ? -1.6 : 0;
  const upper = `M${x - half} ${y + 1.5}C${x - half * 0.5} ${y - open} ${x + half * 0.5} ${y - open + tilt} ${x + half} ${y + 0.6 + tilt}`;
  const white = `${upper}C${x + half * 0.4} ${y + open * 0.75} ${x - half * 0.5} ${y + open * 0.75} ${x - half} ${y + 1.5}Z`;
  const iris = Math.min(4.7, open * 0.76);
  return (
    `<path d="${white}" fill="#FBF5E6"/>` +
    `<circle cx="${x - 1.6}" cy="${y - 0.4}" r="${iris}" fill="${line}"/>` +
    `<circle cx="${x - 3.1}" cy="${y - 2}" r="1.5" fill="#FBF5E6"/>` +
    stroke(upper, 3) +
    stroke(
      `M${x - half * 0.7} ${y + 4.4}Q${x} ${y + open * 0.72 + 1.4} ${x + half * 0.8} ${y + 3.4}`,
      1.2,
    ) +
    stroke(
      `M${x - half * 0.8} ${y - open * 0.7 - 1.6}Q${x} ${y - open - 3} ${x + half * 0.95} ${y - open * 0.5 - 1.6}`,
      1.2,
    )
  );
}

function brows({ brow }: Features): string {
  const y = 133 - brow.lift;
  const far = tapered([112, y + 3, 118, y - 4, 130, y - 4, 140, y + 3], brow.thickness);
  const near = tapered([150, y + 3, 160, y - 5, 174, y - 5, 186, y + 4], brow.thickness * 1.15);
  return `<path d="${far}${near}" fill="${brow.ink}" stroke="${brow.ink}" stroke-width="1.4" stroke-linejoin="round"/>`;
}

function nose({ nose: { length, breadth, hook }, skin }: Features): string {
  const tip = 175 + length;
  const left = 128 - breadth * 3 - hook;
  const wing = 150 + breadth * 4;
  const light = hex(mix(packed(skin), packed("#fff4da"), 0.45));
  const bridge = `M141 140C139 150 ${136 - hook} 158 ${left + 1} ${tip - 4}C${left - 3} ${tip + 2} ${left + 1} ${tip + 6} ${left + 8} ${tip + 5}C${left + 12} ${tip + 8} ${wing - 10} ${tip + 8} ${wing - 7} ${tip + 4}C${wing} ${tip + 3} ${wing + 1} ${tip - 6} ${wing - 5} ${tip - 9}`;
  const shine = `M143 148C141 158 ${left + 9} ${tip - 10} ${left + 7} ${tip - 3}C${left + 12} ${tip - 2} 147 160 146 148Z`;
  const nostril = `M${wing - 14} ${tip + 4}Q${wing - 10} ${tip} ${wing - 6} ${tip + 3.4}`;
  return `<path d="${shine}" fill="${light}"/>${stroke(bridge, 2.1)}${stroke(nostril, 2.4)}`;
}

function mouth({ mouth: { smile, fullness, ink, teeth }, nose: { length } }: Features): string {
  const y = 195 + length * 0.5;
  const left = 129 - smile * 2.5;
  const right = 160 + smile * 4;
  const lift = smile * 5.5;
  const dip = y + smile * 3.5;
  const upper = `M${left} ${y - lift}C133 ${dip - 2 - fullness * 4} 138 ${dip - 1 - fullness * 4} 141 ${dip - 1 - fullness * 2}C145 ${dip - 2 - fullness * 4} 152 ${dip - fullness * 3} ${right} ${y - lift}`;
  const lower = `C154 ${dip + 4 + fullness * 6} 134 ${dip + 4 + fullness * 6} ${left} ${y - lift}Z`;
  const parting = `M${left - 1} ${y - lift}Q142 ${dip + 3 + smile * 2} ${right + 1} ${y - lift}`;
  const grin = `M${left + 3} ${y - lift + 1}Q142 ${dip + 1} ${right - 3} ${y - lift + 1}Q142 ${dip + 8 + smile * 3} ${left + 3} ${y - lift + 1}Z`;
  return (
    `<path d="${upper}${lower}" fill="${ink}"/>` +
    (teeth
      ? `<path d="${grin}" fill="#FBF5E6" stroke="${line}" stroke-width="1.8"/>`
      : stroke(parting, 2.3)) +
    stroke(`M${right} ${y - lift}q3.4 -1 4 -4`, 1.7)
  );
}

/** Crow's feet, the fold beside the mouth and brow lines, appearing one after another with age. */
function weather(age: number): string {
  const lines: string[] = [];
  if (age > 0.15) lines.push(stroke("M153 181C160 186 164 192 163 200", 1.5));
  if (age > 0.3) lines.push(stroke("M184 148l8 -3M184 151l9 2", 1.3));
  if (age > 0.45)
    lines.push(stroke("M128 120C142 115 160 115 178 121M132 112C146 108 160 108 174 113", 1.4));
  if (age > 0.6)
    lines.push(
      stroke("M158 159C164 163 172 163 179 159M120 160C124 163 129 163 132 160M186 155l7 6", 1.3),
    );
  if (age > 0.75)
    lines.push(stroke("M170 182C176 188 177 196 172 204M145 128l1 -8M150 127l3 -7", 1.3));
  return lines.join("");
}

function freckles(skin: string): string {
  const random = seededRandom(44);
  const ink = hex(mix(packed(skin), packed("#8a3a1a"), 0.6));
  return Array.from({ length: 22 }, (_, index) => {
    const near = index % 3 > 0;
    const cx = near ? random.between(158, 192) : random.between(114, 130);
    return `<circle cx="${cx.toFixed(1)}" cy="${random.between(160, 178).toFixed(1)}" r="1.3" fill="${ink}"/>`;
  }).join("");
}
