import fc from "fast-check";
import { type FuzzRequest, fuzzRequest } from "./fuzz-request.ts";
import type { FuzzedSite } from "./fuzzed-site.ts";
import { createJudge } from "./judge-answer.ts";
import { asCurl } from "./send-raw.ts";

interface Finding {
  readonly what: string;
  /**
   * Seed that reproduces the finding with `--seed`, unless the finding depends on earlier requests.
   */
  readonly seed: number;
  readonly request: FuzzRequest;
  readonly curl: string;
}

export interface FuzzReport {
  readonly requests: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
}

interface FuzzOptions {
  readonly seed: number;
  readonly runs: number;
}

/**
 * Sends `runs` requests. Shrinks each failing request, then continues with the next seed and does
 * not report the same fault of the same operation again.
 */
export async function fuzzSite(site: FuzzedSite, { seed, runs }: FuzzOptions): Promise<FuzzReport> {
  const judge = createJudge(site.document);
  const statuses: Record<string, number> = {};
  const findings: Finding[] = [];
  const told = new Set<string>();
  let requests = 0;
  let verdict = { key: "", what: "" };

  async function isFine(request: FuzzRequest): Promise<boolean> {
    requests += 1;
    const what = await faultOf(request);
    if (what === null) return true;
    const key = `${request.method} ${request.path} ${what.slice(0, 60)}`;
    if (told.has(key)) return true;
    verdict = { key, what };
    return false;
  }

  async function faultOf(request: FuzzRequest): Promise<string | null> {
    try {
      const { answer } = await site.send(request);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      return judge(request, answer);
    } catch (error) {
      // The server is allowed to close the connection while it receives an oversized body.
      if (request.body.kind === "too large" && isCutOff(error)) return null;
      return `There is no answer: ${error instanceof Error ? error.message : error}`;
    }
  }

  let left = runs;
  let nextSeed = seed;
  while (left > 0) {
    const property = fc.asyncProperty(fuzzRequest(site.document), isFine);
    const result = await fc.check(property, { seed: nextSeed, numRuns: left });
    if (!result.failed) break;
    const [request] = result.counterexample ?? [];
    if (request === undefined) throw new Error("Something failed that is no request.");
    const curl = asCurl(site.origin, await site.rawOf(request));
    findings.push({ what: verdict.what, seed: nextSeed, request, curl });
    told.add(verdict.key);
    left -= result.numRuns;
    nextSeed += 1;
  }
  return { requests, statuses, findings };
}

function isCutOff(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ECONNRESET" || code === "EPIPE";
}

export function findingText({ what, seed, request, curl }: Finding): string {
  const { actor, method, path } = request;
  return `${method} ${path} as ${actor}: ${what}\n  seed ${seed}\n  ${curl}`;
}
