import { AppError } from "#platform/errors.ts";
import { doubling, type LeasedRow, pauseMs, type RetryPolicy } from "#platform/leases.ts";
import type { Log } from "#platform/metrics/log.ts";
import { startWorker, type Worker } from "#platform/worker.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { may } from "#policy/rights.ts";
import { changeSite } from "../records/change-site.server.ts";
import { authorship } from "../records/record-writes.server.ts";
import {
  carryOut,
  type EntryResult,
  type ReleaseDependencies,
  ReleaseRefusal,
} from "./carry-out.server.ts";
import { entriesToDo } from "./read-releases.ts";
import type { ReleaseFault } from "./release.ts";
import { leasedReleases } from "./release-tables.server.ts";

type Claim = LeasedRow<"releases">;

interface RunDependencies extends ReleaseDependencies {
  readonly log: Log;
}

/** For faults of the machine. A release that cannot happen waits for a person instead. */
const retries: RetryPolicy = { pausesMs: doubling(5_000, 10 * 60_000) };

export function startReleases(deps: RunDependencies): Worker {
  return startWorker({
    name: "releases",
    intervalMs: 5_000,
    workOnce: () => runDueRelease(deps),
    log: deps.log,
  });
}

/**
 * Carries out the release that has been due for longest, also one that was due while the machine was
 * off. Resolves to false when none is due.
 */
export async function runDueRelease(deps: RunDependencies): Promise<boolean> {
  const claim = await leasedReleases.claim(deps.database, deps.clock());
  if (claim === undefined) return false;
  try {
    await runClaimed(deps, claim, { isTold: true });
  } catch (error) {
    deps.log.error({ release: claim.id, attempt: claim.attempts, err: error }, "a release failed");
    const due_at = deps.clock() + pauseMs(retries, claim.attempts);
    await deps.database.write((tx) => leasedReleases.settle(tx, claim, { due_at }));
  }
  return true;
}

/**
 * Carries out a claimed release, in the name of the person who set its time. All of it happens, in
 * the transaction that marks the release as done, or nothing: a release that cannot happen is
 * marked as refused. Only the worker that still has the claim writes anything.
 */
export async function runClaimed(
  deps: ReleaseDependencies,
  claim: Claim,
  { isTold }: { readonly isTold: boolean },
): Promise<readonly ReleaseFault[]> {
  const { database, clock } = deps;
  try {
    const actor = await publisherOf(deps, claim);
    const by = authorship(actor, clock);
    await changeSite(deps, by, async (tx) => {
      const done = { done_at: by.at, due_at: null, refused_at: null, faults: null };
      if (!(await leasedReleases.settle(tx, claim, done))) return;
      const results = await carryOut(tx, deps, await entriesToDo(tx, claim.id), by);
      for (const [recordId, result] of results) {
        await tx
          .updateTable("release_entries")
          .set({ result, open_record: null })
          .where("release_id", "=", claim.id)
          .where("record_id", "=", recordId)
          .execute();
      }
      await audit(tx, actor, {
        action: "Carry out release",
        subject: "release",
        subjectId: claim.id,
        label: claim.name,
        before: null,
        after: countsOf(results),
        at: by.at,
      });
    });
    return [];
  } catch (error) {
    const faults = refusalIn(error);
    await database.write(async (tx) => {
      const refused = { refused_at: clock(), due_at: null, faults: JSON.stringify(faults) };
      if (!(await leasedReleases.settle(tx, claim, refused)) || !isTold) return;
      await deps.tellOfRefusedRelease(tx, {
        id: claim.id,
        name: claim.name,
        plannedFor: claim.planned_for,
        timeZone: claim.time_zone,
        accountId: claim.account_id,
        faults,
      });
    });
    return faults;
  }
}

/** Throws ReleaseRefusal when the person has lost the right to publish. */
async function publisherOf(deps: ReleaseDependencies, claim: Claim): Promise<SignedInActor> {
  const { account_id: accountId, author } = claim;
  const person = await deps.findTeamMember(deps.database.read, { accountId });
  if (person !== undefined && may(person, "publish content")) return person;
  const message = `${author}, who set the time, may no longer publish. Somebody who may publish can try again or set another time.`;
  throw new ReleaseRefusal([{ recordId: null, field: null, message }]);
}

/** Throws every error that a second attempt could mend. */
function refusalIn(error: unknown): readonly ReleaseFault[] {
  if (error instanceof ReleaseRefusal) return error.faults;
  if (!(error instanceof AppError) || error.code === "unavailable") throw error;
  return [{ recordId: null, field: null, message: error.message }];
}

function countsOf(results: ReadonlyMap<string, EntryResult>) {
  const count = (result: EntryResult) =>
    [...results.values()].filter((one) => one === result).length;
  return { published: count("published"), withdrawn: count("withdrawn") };
}
