import { categories, type PageAudit } from "../../tests/support/lighthouse.ts";

const columns = [
  ...categories,
  "largest paint",
  "of the file's",
  "layout shift",
  "blocked",
  "transferred",
  "requests",
  "attempts",
];
const nameWidth = 14;

export const headOfTable = ["".padEnd(nameWidth), ...columns].join("  ");

/** What was found of a page, and in how many attempts. */
export interface TriedAudit {
  readonly audit: PageAudit;
  readonly attempts: number;
}

/**
 * What was found of one page, its largest paint also as a ratio to that of the landing page as a
 * file; a category that it is not judged by is left empty.
 */
export function lineOf(name: string, { audit, attempts }: TriedAudit, asFile: PageAudit): string {
  const figures = [
    ...categories.map((category) => String(audit.scores[category] ?? "")),
    `${Math.round(audit.paintMs)} ms`,
    (audit.paintMs / asFile.paintMs).toFixed(2),
    audit.shift.toFixed(3),
    `${Math.round(audit.blockedMs)} ms`,
    `${(audit.bytes / 1000).toFixed(1)} kB`,
    String(audit.requests),
    String(attempts),
  ];
  const aligned = figures.map((text, column) => text.padStart(columns[column]?.length ?? 0));
  return [name.padEnd(nameWidth), ...aligned].join("  ");
}
