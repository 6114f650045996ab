import type { Database, Queries, Tables, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Parse } from "#platform/parsing/parser.ts";
import { plainTextsIn } from "#platform/texts/plain-text.ts";
import type { Clock } from "#platform/time/clock.ts";
import { startWorker, type Worker } from "#platform/worker.ts";
import { engineVersion } from "../engine/engine-version.ts";
import { type Facts, isOk } from "../engine/facts.ts";
import type { CheckResult } from "../engine/run-checks.ts";
import type { PublicFetcher } from "../fetching/fetch-public.ts";
import { readTypedAddress } from "../fetching/typed-address.ts";
import { keptMs } from "./check-addresses.ts";
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

/** Longer than the 25 seconds of the requests and the reading of the page together. */
const leaseMs = 120_000;
const mostAttempts = 3;
const atOnce = 4;
const pollMs = 1000;
const hourMs = 60 * 60 * 1000;
const deletedPerWrite = 200;
const largestIcon = 32 * 1024;

/** Starts the workers of the checks: four checks at once in each process. */
export function startSiteChecks(dependencies: CheckingDependencies): readonly Worker[] {
  const { log } = dependencies;
  const checking = Array.from({ length: atOnce }, (_, nth) =>
    startWorker({
      name: `site-checks-${nth + 1}`,
      intervalMs: pollMs,
      log,
      workOnce: () => checkNextSite(dependencies),
    }),
  );
  const tidying = startWorker({
    name: "tidy-site-checks",
    intervalMs: hourMs,
    log,
    workOnce: async () =>
      (await readAgain(dependencies)) || (await deleteExpiredChecks(dependencies)),
  });
  return [...checking, tidying];
}

/** Runs one waiting check, or a check whose process died. Returns false when no check is due. */
export async function checkNextSite(dependencies: CheckingDependencies): Promise<boolean> {
  const { database, clock, loadFetcher, parse, read, stopping } = dependencies;
  const claimed = await claimCheck(database, clock());
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
        : { refusal: typed };
    if (stopping.aborted) return false;
    if ("refusal" in gathered) await refuse(dependencies, claimed, gathered.refusal.sentence);
    else await finish(dependencies, claimed, gathered.facts, gathered.result);
  } catch (error) {
    if (stopping.aborted || !(error instanceof AppError)) throw error;
    await refuse(dependencies, claimed, error.message);
  }
  return true;
}

interface ClaimedCheck {
  readonly id: string;
  readonly website: string;
  readonly attempts: number;
}

/** Claims the oldest check that waits or whose lease has ended. */
async function claimCheck(database: Database, now: number): Promise<ClaimedCheck | undefined> {
  // Reads first, because usually no check waits, and an unnecessary transaction would delay other
  // writes.
  if ((await nextCheck(database.read, now)) === undefined) return undefined;
  return database.write(async (tx) => {
    const next = await nextCheck(tx, now);
    if (next === undefined) return undefined;
    // The comparison of the attempts ensures that only one process claims the check.
    return tx
      .updateTable("site_checks")
      .set({ state: "fetching", lease_until: now + leaseMs, attempts: next.attempts + 1 })
      .where("id", "=", next.id)
      .where("attempts", "=", next.attempts)
      .returning(["id", "website", "attempts"])
      .executeTakeFirst();
  });
}

async function nextCheck(queries: Queries, now: number) {
  const open = queries.selectFrom("site_checks").select(["id", "attempts"]).limit(1);
  const ended = await open
    .where("state", "=", "fetching")
    .where("lease_until", "<", now)
    .orderBy("lease_until")
    .executeTakeFirst();
  if (ended !== undefined) return ended;
  return open
    .where("state", "=", "waiting")
    .where("source_id", "is", null)
    .orderBy("id")
    .executeTakeFirst();
}

async function keepPart(
  database: Database,
  { id, attempts }: ClaimedCheck,
  result: CheckResult,
): Promise<void> {
  await database.write((tx) =>
    tx
      .updateTable("site_checks")
      .set({ result: JSON.stringify(plainTextsIn(result)) })
      .where("id", "=", id)
      .where("state", "=", "fetching")
      .where("attempts", "=", attempts)
      .execute(),
  );
}

type EndDependencies = Pick<CheckingDependencies, "database" | "clock">;

async function finish(
  { database, clock }: EndDependencies,
  claimed: ClaimedCheck,
  facts: Facts,
  result: CheckResult,
): Promise<void> {
  const values = {
    state: "done",
    result: JSON.stringify(plainTextsIn(result)),
    engine_version: result.engineVersion,
    facts: await packFacts(facts),
    icon: await iconOf(facts),
    lease_until: null,
    finished_at: clock(),
  } as const;
  await database.write((tx) => end(tx, claimed, values, result));
}

async function refuse(
  { database, clock }: EndDependencies,
  claimed: ClaimedCheck,
  sentence: string,
): Promise<void> {
  const values = { state: "refused", refusal: sentence, result: "", lease_until: null } as const;
  await database.write((tx) => end(tx, claimed, { ...values, finished_at: clock() }, null));
}

type EndValues = Partial<Tables["site_checks"]>;

/**
 * Ends a check, and the checks that wait for its result. Does nothing if another process has
 * claimed the check in the meantime.
 */
async function end(
  tx: WriteTransaction,
  { id, attempts }: ClaimedCheck,
  values: EndValues,
  result: CheckResult | null,
): Promise<void> {
  const own = await tx
    .updateTable("site_checks")
    .set(values)
    .where("id", "=", id)
    .where("state", "=", "fetching")
    .where("attempts", "=", attempts)
    .returning("id")
    .executeTakeFirst();
  if (own === undefined) return;
  const following = await tx
    .updateTable("site_checks")
    .set(values)
    .where("source_id", "=", id)
    .where("state", "=", "waiting")
    .returning("id")
    .execute();
  for (const one of [own, ...following]) await keepFindings(tx, one.id, result);
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

/** Deletes up to 200 checks of more than 90 days ago. Returns true when there may be more. */
export async function deleteExpiredChecks({ database, clock }: EndDependencies): Promise<boolean> {
  const before = clock() - keptMs;
  return database.write(async (tx) => {
    const expired = tx
      .selectFrom("site_checks")
      .select("id")
      .where("requested_at", "<=", before)
      .orderBy("requested_at")
      .limit(deletedPerWrite);
    const { numDeletedRows } = await tx
      .deleteFrom("site_checks")
      .where("id", "in", expired)
      .executeTakeFirst();
    return Number(numDeletedRows) >= deletedPerWrite;
  });
}
