import type { BackupFile } from "#maintenance/backups/backup-files.ts";
import type { BackupTask } from "#maintenance/backups/backup-tasks.ts";
import { formatBytes } from "#platform/metrics/amounts-in-words.ts";
import { type DateReader, minuteOf } from "#platform/time/dates.ts";

export interface BackupRow {
  readonly name: string;
  readonly made: string;
  /** Why the backup exists, and for a backup by hand who made it. */
  readonly origin: string;
  readonly size: string;
  /** Null for a backup that was never restored in a test. */
  readonly test: TestResult | null;
  readonly isBeingTested: boolean;
}

export interface TestResult {
  readonly isGood: boolean;
  /** One sentence, such as "Restored 1,204 rows on 28 November 2026, 17:50". */
  readonly words: string;
  readonly notes: readonly string[];
}

/** The newest backups first. `tasks` has the newest tasks first. */
export function backupRows(
  files: readonly BackupFile[],
  tasks: readonly BackupTask[],
  reader: DateReader,
): readonly BackupRow[] {
  return files.toReversed().map(({ name, kind, at, bytes }) => {
    const ofFile = tasks.filter(({ file }) => file === name);
    const tests = ofFile.filter((task) => task.kind === "test");
    const last = tests.find(({ doneAt }) => doneAt !== null);
    return {
      name,
      made: minuteOf(at, reader),
      origin: originOf(kind, ofFile.find((task) => task.kind === "make")?.askedBy),
      size: formatBytes(bytes),
      test: last === undefined ? null : testResult(last, reader),
      isBeingTested: tests.some(({ doneAt }) => doneAt === null),
    };
  });
}

function originOf(kind: BackupFile["kind"], askedBy: string | undefined): string {
  const origins = {
    manual: askedBy === undefined ? "By hand in the panel" : `By hand, by ${askedBy}`,
    backup: "By hand, by a command on the server",
    scheduled: "On schedule",
    "before-upgrade": "Before an upgrade of Furrow",
  };
  return origins[kind];
}

export function testResult(
  { doneAt, rowsRestored, failure, notes }: BackupTask,
  reader: DateReader,
): TestResult {
  const on = minuteOf(doneAt ?? 0, reader);
  const rows = (rowsRestored ?? 0).toLocaleString("en-US");
  return failure === null
    ? { isGood: true, words: `Restored in a test on ${on}, with ${rows} records`, notes }
    : { isGood: false, words: `Could not be restored in a test on ${on}. ${failure}`, notes };
}
