import type { Updateable } from "kysely";
import type { Database, Tables, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { type LeasedRow, LeasedTable } from "#platform/leases.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Parse } from "#platform/parsing/parser.ts";
import { plainTextsIn } from "#platform/texts/plain-text.ts";
import type { Clock } from "#platform/time/clock.ts";
import { startWorker, type Worker } from "#platform/worker.ts";
import { engineVersion } from "../engine/engine-version.ts";
import { type Facts, isOk } from "../engine/facts.ts";
import type { CheckResult } from "../engine/run-checks.ts";
import type { PublicFetcher } from "../fetching/fetch-public.ts";
import type { Obstacle } from "../fetching/find-obstacle.ts";
import { readTypedAddress } from "../fetching/typed-address.ts";
import { packFacts, unpackFacts } from "./stored-facts.ts";

interface CheckingDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly loadFetcher: () => Promise<Pick<PublicFetcher, "open">>;
  readonly parse: Parse;
  /** Runs the checks. */
  readonly read: (facts: Facts) => Promise<CheckResult>;
  readonly stopping: AbortSignal;
}

/** The lease is longer than the 25 seconds of the requests and the reading of the page together. */
const checks = new LeasedTable("site_checks", {
  key: ["id"],
  leaseMs: 120_000,
  order: (due) => due.orderBy("due_at").orderBy("id"),
  claimed: { state: "fetching" },
});
const mostAttempts = 3;

type ClaimedCheck = LeasedRow<"site_checks">;

const hourMs = 60 * 60 * 1000;
const largestIcon = 32 * 1024;

/** Starts the workers of the checks: four checks at once in each process. */
export function startSiteChecks(dependencies: CheckingDependencies): readonly Worker[] {
  const { log } = dependencies;
  const checking = startWorker({
    name: "site-checks",
    intervalMs: 1000,
    atOnce: 4,
    log,
    workOnce: () => checkNextSite(dependencies),
  });
  const reading = startWorker({
    name: "read-site-checks-again",
    intervalMs: hourMs,
    log,
    workOnce: () => readAgain(dependencies),
  });
  return [checking, reading];
}

/** Runs one waiting check, or a check whose process died. Returns false when no check is due. */
export async function checkNextSite(dependencies: CheckingDependencies): Promise<boolean> {
  const { database, clock, loadFetcher, parse, read, stopping } = dependencies;
  const claimed = await checks.claim(database, clock());
  if (claimed === undefined) return false;
  if (claimed.attempts > mostAttempts) {
    await refuse(
      dependencies,
      claimed,
      "The check was interrupted several times. Try again later.",
    );
    return true;
  }
  // Loaded with the first check, so that a start does not wait for these modules.
  const [{ gatherFacts }, fetcher] = await Promise.all([
    import("../fetching/gather-facts.ts"),
    loadFetcher(),
  ]);
  const typed = readTypedAddress(claimed.website);
  try {
    const gathered =
      "address" in typed
        ? await gatherFacts(typed, {
            session: fetcher.open(stopping),
            parse,
            read,
            onPage: (_facts, result) => keepPart(database, claimed, result),
            now: clock(),
          })
        : { refusal: typed, obstacle: null, asked: "" };
    if (stopping.aborted) return false;
    if (!("refusal" in gathered)) {
      await finish(dependencies, claimed, gathered.facts, gathered.result);
    } else if (gathered.obstacle !== null) {
      await finish(
        dependencies,
        claimed,
        null,
        resultOfObstacle(gathered.obstacle, gathered.asked),
      );
    } else await refuse(dependencies, claimed, gathered.refusal.sentence);
  } catch (error) {
    if (stopping.aborted || !(error instanceof AppError)) throw error;
    await refuse(dependencies, claimed, error.message);
  }
  return true;
}

async function keepPart(
  database: Database,
  claimed: ClaimedCheck,
  result: CheckResult,
): Promise<void> {
  await database.write((tx) =>
    checks.write(tx, claimed, { result: JSON.stringify(plainTextsIn(result)) }),
  );
}

type EndDependencies = Pick<CheckingDependencies, "database" | "clock">;

async function finish(
  { database, clock }: EndDependencies,
  claimed: ClaimedCheck,
  facts: Facts | null,
  result: CheckResult,
): Promise<void> {
  const values = {
    state: "done",
    result: JSON.stringify(plainTextsIn(result)),
    engine_version: result.engineVersion,
    facts: facts && (await packFacts(facts)),
    icon: facts === null ? "" : await iconOf(facts),
    due_at: null,
    finished_at: clock(),
  } as const;
  await database.write((tx) => end(tx, claimed, values, result));
}

/** The result of a site whose page could not be read. */
function resultOfObstacle({ check, outcome }: Obstacle, address: string): CheckResult {
  return {
    engineVersion,
    obstacle: check,
    outcomes: [{ check, outcome }],
    summary: {
      address,
      title: null,
      description: null,
      icon: "",
      internalLinks: [],
      alternate: null,
      versions: [],
      sitemaps: [],
      listed: [],
    },
    unseen: ["The page itself: nothing on it could be read."],
  };
}

async function refuse(
  { database, clock }: EndDependencies,
  claimed: ClaimedCheck,
  sentence: string,
): Promise<void> {
  const values = { state: "refused", refusal: sentence, result: "", due_at: null } as const;
  await database.write((tx) => end(tx, claimed, { ...values, finished_at: clock() }, null));
}

type EndValues = Updateable<Tables["site_checks"]>;

/**
 * Ends a check, and the checks that wait for its result. Does nothing if another process has
 * claimed the check in the meantime.
 */
async function end(
  tx: WriteTransaction,
  claimed: ClaimedCheck,
  values: EndValues,
  result: CheckResult | null,
): Promise<void> {
  if (!(await checks.settle(tx, claimed, values))) return;
  const following = await tx
    .updateTable("site_checks")
    .set(values)
    .where("source_id", "=", claimed.id)
    .where("state", "=", "waiting")
    .returning("id")
    .execute();
  for (const one of [claimed, ...following]) await keepFindings(tx, one.id, result);
}

async function keepFindings(
  tx: WriteTransaction,
  id: string,
  result: CheckResult | null,
): Promise<void> {
  await tx.deleteFrom("site_check_findings").where("check_id", "=", id).execute();
  const found = (result?.outcomes ?? []).filter(({ outcome }) => outcome.kind === "found");
  await tx
    .updateTable("site_checks")
    .set({ finding_count: found.length })
    .where("id", "=", id)
    .execute();
  if (found.length === 0) return;
  const rows = found.map(({ check }) => ({ check_id: id, finding: check }));
  await tx.insertInto("site_check_findings").values(rows).execute();
}

/** Accepts only formats that run no script in a browser, recognised by their bytes. */
async function iconOf({ icon }: Facts): Promise<string> {
  if (!isOk(icon) || icon.isCut || icon.body.length > largestIcon) return "";
  const { fileTypeFromBuffer } = await import("file-type");
  const type = (await fileTypeFromBuffer(icon.body))?.mime;
  if (type === undefined || !/^image\/(png|jpeg|gif|webp|x-icon)$/.test(type)) return "";
  return `data:${type};base64,${Buffer.from(icon.body).toString("base64")}`;
}

/**
 * Computes again the findings of one check that an older engine made. Returns false when no such
 * check is left.
 */
export async function readAgain({
  database,
  read,
}: Pick<CheckingDependencies, "database" | "read">): Promise<boolean> {
  const old = await database.read
    .selectFrom("site_checks")
    .select(["id", "facts", "engine_version"])
    .where("state", "=", "done")
    .where("engine_version", "<", engineVersion)
    .limit(1)
    .executeTakeFirst();
  if (old === undefined) return false;
  const result = old.facts === null ? null : await readOrKeep(read, old.facts);
  await database.write(async (tx) => {
    await tx
      .updateTable("site_checks")
      .set({
        engine_version: engineVersion,
        ...(result && { result: JSON.stringify(plainTextsIn(result)) }),
      })
      .where("id", "=", old.id)
      .execute();
    if (result !== null) await keepFindings(tx, old.id, result);
  });
  return true;
}

/** Null for a page that the new engine cannot read within its limits: the old result stays. */
async function readOrKeep(
  read: CheckingDependencies["read"],
  facts: Uint8Array,
): Promise<CheckResult | null> {
  try {
    return await read(await unpackFacts(facts));
  } catch (error) {
    if (error instanceof AppError && error.code === "too-large") return null;
    throw error;
  }
}
