/** What a plan says in a row: true for a tick, null for nothing. */
export type ComparedCell = string | true | null;

export interface ComparedRow {
  readonly label: string;
  /** One for each plan. */
  readonly cells: readonly ComparedCell[];
}

export interface Comparison {
  readonly rows: readonly ComparedRow[];
  /**
   * For each plan the points that no other plan has, if they would fill more rows than the points
   * that plans share. Otherwise these points have rows of their own, and the list is empty.
   */
  readonly apart: readonly (readonly string[])[];
}

const number = /\p{Nd}+(?:[.,'’]\p{Nd}+)*/gu;

/** A colon with a space behind it, so that the colon of an address or a time is none. */
const colon = /\s*(?::\s|：)\s*/u;

interface Point {
  readonly text: string;
  /** Words before the first colon; "" without a colon or without words on one of its sides. */
  readonly subject: string;
  /** Words behind the first colon. */
  readonly said: string;
  /** Two points with the same key share a row. */
  readonly key: string;
}

function pointOf(text: string): Point {
  const at = colon.exec(text);
  const subject = at === null ? "" : text.slice(0, at.index).trim();
  const said = at === null ? "" : text.slice(at.index + at[0].length).trim();
  const hasSubject = subject !== "" && said !== "";
  const compared = hasSubject ? `${subject}:` : text;
  return {
    text,
    subject: hasSubject ? subject : "",
    said,
    key: compared.replace(number, "0").replace(/\s+/gu, " ").toLowerCase(),
  };
}

/** Points that share a row: one of each plan, undefined for a plan without such a point. */
interface PointRow {
  readonly key: string;
  readonly points: (Point | undefined)[];
}

/** Compares the points of plans. A table of plans without common points has no row for each point. */
export function comparePlans(plans: readonly (readonly string[])[]): Comparison {
  const rows = comparePoints(plans);
  const shared = rows.filter(({ cells }) => cells.filter((cell) => cell !== null).length > 1);
  if (rows.length - shared.length <= shared.length) return { rows, apart: [] };
  const apart = plans.map((_, plan) =>
    rows
      .filter((row) => !shared.includes(row) && row.cells[plan] !== null)
      .map(({ label }) => label),
  );
  return { rows: shared, apart };
}

/**
 * Rows of a comparison of plans, from the points of each plan. Points of two plans share a row if
 * they begin with the same words before a colon ("Harvest report: every month"), or if they differ
 * only in numbers ("10 searches" and "30 searches"). The second of two such points of one plan
 * shares a row with the second of the other plans. Rows come in the order of the points: a point
 * that the earlier plans lack stands before the next point that they have, or at the end.
 */
export function comparePoints(plans: readonly (readonly string[])[]): readonly ComparedRow[] {
  const rows: PointRow[] = [];
  for (const [plan, texts] of plans.entries()) {
    const points = texts.map((text) => text.trim()).filter((text) => text !== "");
    addPlan(rows, plan, plans.length, points.map(pointOf));
  }
  return rows.map(({ points }) => rowOf(points));
}

function addPlan(rows: PointRow[], plan: number, planCount: number, points: readonly Point[]) {
  const shared = points.map((point) => {
    const row = rows.find(({ key, points }) => key === point.key && points[plan] === undefined);
    if (row !== undefined) row.points[plan] = point;
    return row;
  });
  let next = rows.length;
  for (const [place, point] of [...points.entries()].toReversed()) {
    const row = shared[place];
    if (row !== undefined) {
      next = rows.indexOf(row);
      continue;
    }
    const cells = Array.from({ length: planCount }, (_, at) => (at === plan ? point : undefined));
    rows.splice(next, 0, { key: point.key, points: cells });
  }
}

function rowOf(points: readonly (Point | undefined)[]): ComparedRow {
  const found = points.filter((point) => point !== undefined);
  const [first] = found;
  if (first === undefined) return { label: "", cells: points.map(() => null) };
  const isSame = (part: (point: Point) => string) =>
    found.every((point) => part(point).toLowerCase() === part(first).toLowerCase());
  // One plan alone, or the same point in all plans that have one.
  if (isSame(({ text }) => text)) return row(points, first.text, () => true);
  if (first.subject !== "") {
    return isSame(({ subject }) => subject)
      ? row(points, first.subject, ({ said }) => said)
      : row(
          points,
          shortened(
            first.subject,
            found.map(({ subject }) => subject),
          ),
          ({ text }) => text,
        );
  }
  const texts = found.map(({ text }) => text);
  const differing = differingNumbers(texts);
  const label = shortened(first.text, texts);
  const [only] = differing;
  return differing.length === 1 && only !== undefined
    ? row(points, label, ({ text }) => numbersIn(text)[only] ?? text)
    : row(points, label, ({ text }) => text);
}

function row(
  points: readonly (Point | undefined)[],
  label: string,
  cell: (point: Point) => string | true,
): ComparedRow {
  return { label, cells: points.map((point) => (point === undefined ? null : cell(point))) };
}

function numbersIn(text: string): readonly string[] {
  return [...text.matchAll(number)].map(([found]) => found);
}

/** Places of the numbers that are not the same in all texts, which differ in nothing else. */
function differingNumbers(texts: readonly string[]): readonly number[] {
  const [first = [], ...others] = texts.map(numbersIn);
  return first.flatMap((each, place) =>
    others.every((numbers) => numbers[place] === each) ? [] : [place],
  );
}

/** The text without the numbers that differ: left out at its start, "…" elsewhere. */
function shortened(text: string, texts: readonly string[]): string {
  const places = differingNumbers(texts);
  let place = -1;
  const words = text.replace(number, (found, offset: number) => {
    place += 1;
    if (!places.includes(place)) return found;
    return offset === 0 ? "" : "…";
  });
  const rest = words.trim();
  return rest === "" ? "…" : rest.charAt(0).toUpperCase() + rest.slice(1);
}
