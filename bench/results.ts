import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { isMet, type Measure, ratioOf, targetInWords } from "./measure.ts";

const resultsFile = fileURLToPath(new URL("results.json", import.meta.url));

interface Result {
  readonly date: string;
  readonly node: string;
  readonly cores: number;
  /** The measured commit, with "and changes" when the working tree had uncommitted changes. */
  readonly commit: string;
  readonly figures: readonly {
    readonly name: string;
    readonly furrow: number;
    readonly baseline?: number | undefined;
    readonly unit: Measure["unit"];
    readonly ratio?: number | undefined;
    readonly target?: string | undefined;
    readonly met?: boolean | undefined;
  }[];
}

/**
 * Stores the figures of one measure in `bench/results.json` and leaves the other measures
 * unchanged. A run of all measures takes long, so each measure can run alone and has its own date
 * and commit.
 */
export function keepResult(name: string, measures: readonly Measure[]): void {
  const results: Record<string, Result> = { ...readResults() };
  results[name] = {
    date: new Date().toISOString(),
    node: process.versions.node,
    cores: availableParallelism(),
    commit: measuredCommit(),
    figures: measures.map((measure) => ({
      name: measure.name,
      furrow: rounded(measure.furrow),
      baseline: measure.baseline === undefined ? undefined : rounded(measure.baseline),
      unit: measure.unit,
      ratio: rounded(ratioOf(measure)),
      target: measure.target && targetInWords(measure.target),
      met: isMet(measure),
    })),
  };
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
}

function readResults(): Record<string, Result> {
  try {
    return JSON.parse(readFileSync(resultsFile, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new Error(`${resultsFile} cannot be read. Remove it, and measure anew.`, {
      cause: error,
    });
  }
}

/** The checked-out commit, or "unknown" in a copy without the Git history. */
function measuredCommit(): string {
  const git = (...args: string[]) =>
    execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    const commit = git("rev-parse", "--short=12", "HEAD");
    // Stored results of other measures do not count as a change of the measured program.
    const changes = git("status", "--porcelain", "--", ".", ":!bench/results.json");
    return changes === "" ? commit : `${commit} and changes`;
  } catch {
    return "unknown";
  }
}

/** Rounds to four significant digits; the rest is noise. */
function rounded<T extends number | undefined>(value: T): T {
  return (value === undefined ? undefined : Number(value.toPrecision(4))) as T;
}
