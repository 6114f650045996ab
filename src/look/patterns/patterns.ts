import {
  type PatternColours,
  type PatternName,
  type PatternPicture,
  type PatternSchemes,
  patternShapes,
} from "./pattern-address.ts";

interface Canvas {
  readonly width: number;
  readonly height: number;
  /** Shorter side. */
  readonly side: number;
  /** About how many lines, rings or bars fit. */
  readonly count: number;
}

/** A pattern as an SVG document. The same name, shape and colours give the same bytes. */
export function patternSvg({ name, shape }: PatternPicture, schemes: PatternSchemes): string {
  const { width, height } = patternShapes[shape];
  const side = Math.min(width, height);
  const count = shape === "small" ? 5 : shape === "card" ? 8 : 12;
  const drawn = drawings[name]({ width, height, side, count });
  const first = schemes.light ?? schemes.dark;
  if (first === undefined) throw new Error("A pattern has no colours.");
  const styles = [
    rulesOf(first),
    ...(schemes.light && schemes.dark
      ? [`@media(prefers-color-scheme:dark){${rulesOf(schemes.dark)}}`]
      : []),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" fill="none" stroke-linejoin="round">`,
    `<style>${styles.join("")}</style>`,
    `<path class="g" d="M0 0h${width}v${height}H0Z"/>`,
    drawn,
    "</svg>",
  ].join("");
}

function rulesOf({ ground, brand, accent, line }: PatternColours): string {
  const rules = Object.entries({ g: ground, b: brand, a: accent, l: line }).map(
    ([name, colour]) => `.${name}{fill:${colour}}.s${name}{stroke:${colour}}`,
  );
  return rules.join("");
}

const drawings: Readonly<Record<PatternName, (canvas: Canvas) => string>> = {
  /** Upright lines that grow heavier, with a square in which lines run across them. */
  lines({ width, height, side, count }) {
    const pitch = side / (count * 1.5);
    const many = Math.ceil(width / pitch);
    const weight = (at: number) => pitch * (0.06 + 0.78 * (at / (many - 1)) ** 1.4);
    const uprights = Array.from({ length: many }, (_, at) =>
      box(pitch * (at + 0.5) - weight(at) / 2, 0, weight(at), height),
    );
    const rows = Math.round(count * 0.9);
    const left = pitch * Math.round((many - rows) * 0.75);
    const top = (height - rows * pitch) / 2;
    const across = Array.from({ length: rows }, (_, at) => {
      const y = round(top + pitch * (at + 0.5));
      return `M${round(left)} ${y}h${round(rows * pitch)}`;
    });
    return [
      path("b", uprights.join("")),
      path("a", box(left, top, rows * pitch, rows * pitch)),
      stroke("b", pitch * 0.34, across.join("")),
    ].join("");
  },

  /** Quarter rings around two opposite corners. */
  arcs({ width, height, side, count }) {
    const reach = Math.max(width, height) * 0.92;
    const pitch = reach / count;
    const near = Array.from({ length: count }, (_, at) =>
      quarter(0, height, pitch * (at + 0.7), 1),
    );
    const far = [0.5, 1.5, 2.5].map((at) => quarter(width, 0, side * 0.11 * (at + 0.5), -1));
    return [
      stroke("b", pitch * 0.5, near.filter((_, at) => at % 3 !== 2).join("")),
      stroke("l", pitch * 0.12, near.filter((_, at) => at % 3 === 2).join("")),
      stroke("a", side * 0.05, far.join("")),
    ].join("");
  },

  /** A ruled grid, some of whose cells are filled. */
  grid({ width, height, side, count }) {
    const cell = side / Math.max(4, Math.round(count * 0.5));
    const [columns, rows] = [Math.round(width / cell), Math.round(height / cell)];
    const [w, h] = [width / columns, height / rows];
    const rules = [
      ...Array.from({ length: columns - 1 }, (_, at) => `M${round(w * (at + 1))} 0V${height}`),
      ...Array.from({ length: rows - 1 }, (_, at) => `M0 ${round(h * (at + 1))}H${width}`),
    ];
    const cells = Array.from({ length: columns * rows }, (_, at) => ({
      column: at % columns,
      row: Math.floor(at / columns),
      chance: chanceOf(at + 3 * columns),
    }));
    const filled = (from: number, to: number) =>
      cells
        .filter(({ chance }) => chance >= from && chance < to)
        .map(({ column, row }) => box(column * w, row * h, w, h))
        .join("");
    const [left, top] = [Math.floor(columns * 0.5), Math.floor(rows * 0.25)];
    const isCovered = (column: number, row: number) =>
      (column === left || column === left + 1) && (row === top || row === top + 1);
    const discs = cells
      .filter(({ chance }) => chance >= 0.3 && chance < 0.42)
      .filter(({ column, row }) => !isCovered(column, row))
      .map(({ column, row }) => circle((column + 0.5) * w, (row + 0.5) * h, Math.min(w, h) * 0.36));
    return [
      stroke("l", side / 400, rules.join("")),
      path("b", filled(0, 0.16)),
      path("a", box(left * w, top * h, 2 * w, 2 * h)),
      stroke("l", side / 160, discs.join("")),
      path("b", circle((left + 1) * w, (top + 1) * h, Math.min(w, h))),
    ].join("");
  },

  /** A staircase with its shadows as parallel lines. */
  steps({ width, height, side, count }) {
    const many = Math.max(4, Math.round(count * 0.6));
    const [w, h] = [width / many, (height * 0.78) / many];
    const stairs = (up: number) =>
      Array.from(
        { length: many },
        (_, at) => `V${round(height - h * (at + 1) - up)}H${round(w * (at + 1))}`,
      ).join("");
    const gap = h * 0.22;
    const outlines = Array.from(
      { length: 4 },
      (_, at) => `M0 ${round(height - gap * (at + 1))}${stairs(gap * (at + 1))}`,
    );
    const landing = many - 2;
    return [
      stroke("l", side / 160, outlines.join("")),
      path("b", `M0 ${height}${stairs(0)}V${height}Z`),
      path("a", box(landing * w, height - h * (landing + 1), w, h * (landing + 1))),
    ].join("");
  },

  /** Rings that are cut in two, with one half moved by a ring. */
  rings({ width, height, side, count }) {
    const x = width * (width > height ? 0.58 : 0.5);
    const many = Math.max(4, Math.round(count * 0.75));
    const pitch = (side * 0.88) / (2 * (many + 1));
    const half = (at: number, left: boolean) => {
      const radius = round(pitch * (at + 0.5));
      const y = height / 2 + (left ? 0 : pitch);
      return `M${round(x)} ${round(y - radius)}a${radius} ${radius} 0 0 ${left ? 0 : 1} 0 ${round(2 * radius)}`;
    };
    const halves = (left: boolean, odd: number) =>
      Array.from({ length: many }, (_, at) => (at % 2 === odd ? half(at, left) : "")).join("");
    return [
      stroke("b", pitch * 0.92, halves(true, 0) + halves(false, 1)),
      stroke("l", pitch * 0.1, halves(true, 1) + halves(false, 0)),
      path("a", circle(x, height / 2, pitch * 1.5)),
      stroke("l", side / 320, `M${round(x)} 0V${height}`),
    ].join("");
  },

  /** Bars between two waves, as a ribbon that turns over where the waves cross. */
  bars({ width, height, side, count }) {
    const many = Math.round(count * 1.75 * (height / side));
    const h = height / many;
    const wave = (at: number, middle: number, shift: number) =>
      width * (middle + 0.27 * Math.sin((at / many) * 5.6 + shift));
    const rows = Array.from({ length: many }, (_, at) => {
      const [one, other] = [wave(at, 0.37, 0.4), wave(at, 0.6, 2.6)];
      const [from, length] = [Math.min(one, other), Math.abs(one - other)];
      return { turned: other < one, d: box(from, h * (at + 0.2), length, h * 0.6), y: h * at };
    });
    const bars = (turned: boolean) =>
      rows.map((row) => (row.turned === turned ? row.d : "")).join("");
    return [
      stroke("l", side / 500, rows.map(({ y }) => `M0 ${round(y)}H${width}`).join("")),
      path("b", bars(false)),
      path("a", bars(true)),
    ].join("");
  },
};

const golden = (Math.sqrt(5) - 1) / 2;

/** A number from 0 to 1 for a place, spread evenly and always the same. */
function chanceOf(at: number): number {
  return (at * golden + ((at * at) % 7) / 7) % 1;
}

const round = (value: number) => Number(value.toFixed(1));

const path = (colour: string, d: string) => `<path class="${colour}" d="${d}"/>`;

const stroke = (colour: string, width: number, d: string) =>
  `<path class="s${colour}" stroke-width="${Number(width.toFixed(2))}" d="${d}"/>`;

const box = (x: number, y: number, width: number, height: number) =>
  `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}Z`;

function circle(x: number, y: number, radius: number): string {
  const r = round(radius);
  return `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${round(2 * r)} 0a${r} ${r} 0 1 0 ${round(-2 * r)} 0Z`;
}

/** A quarter of a circle around a corner of the canvas: the lower left one (1) or the upper right (-1). */
function quarter(x: number, y: number, radius: number, side: 1 | -1): string {
  const r = round(radius);
  return `M${x} ${round(y - side * r)}A${r} ${r} 0 0 1 ${round(x + side * r)} ${y}`;
}
