import { categories, type PageAudit } from "../../tests/support/screens/lighthouse.ts";

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

export interface TriedAudit {
  readonly audit: PageAudit;
  readonly attempts: number;
}

/**
 * One line of the table. The column "of the file's" is the page's largest paint divided by the
 * largest paint of the landing page as a static file. A category without a score stays empty.
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
