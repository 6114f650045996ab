import { lockOrder } from "#orders/order-store.server.ts";
import type { Queries } from "#platform/database/database.ts";
import { type JobHandlers, scheduleJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { acceptanceEventsOf } from "#stages/acceptance-events.server.ts";
import { stageOf } from "#stages/delivery-stage.ts";
import { deletePasswords, passwordDeletionJob } from "./order-password.ts";

const dayMs = 24 * 60 * 60_000;

/**
 * The job checks an order with passwords once a day, because the setting can change, the order can
 * be reopened, and passwords can be added after the acceptance.
 */
export const nextLookAt = (now: number) => now + dayMs;

interface DeletionDependencies {
  /** Days between the acceptance of an order and the deletion of its passwords. */
  readonly readDays: (queries: Queries) => Promise<number>;
}

/** Deletes the passwords of an accepted order when their retention period is over. */
export function orderPasswordJobs({ readDays }: DeletionDependencies): JobHandlers {
  return {
    async [passwordDeletionJob](tx, { subject }, now) {
      const order = await lockOrder(tx, subject);
      const rows = await tx
        .selectFrom("order_passwords")
        .select(["id", "changed_at"])
        .where("order_id", "=", subject)
        .execute();
      if (order === undefined || rows.length === 0) return;
      const events = await acceptanceEventsOf(tx, order.id);
      if (stageOf(order, events) !== "accepted") {
        await scheduleJob(tx, {
          kind: passwordDeletionJob,
          subject,
          dueAt: nextLookAt(now),
        });
        return;
      }
      const acceptedAt = events.findLast(({ kind }) => kind === "accepted")?.at ?? 0;
      const keptMs = (await readDays(tx)) * dayMs;
      // The retention period of a password that was added or replaced after the acceptance begins
      // with that change.
      const dueAt = (changedAt: number) => Math.max(acceptedAt, changedAt) + keptMs;
      const [expired, kept] = [
        rows.filter(({ changed_at }) => dueAt(changed_at) <= now),
        rows.filter(({ changed_at }) => dueAt(changed_at) > now),
      ];
      await deletePasswords(
        tx,
        expired.map(({ id }) => id),
      );
      if (kept.length === 0) return;
      const first = Math.min(...kept.map(({ changed_at }) => dueAt(changed_at)));
      await scheduleJob(tx, {
        kind: passwordDeletionJob,
        subject,
        dueAt: Math.min(first, nextLookAt(now)),
      });
    },
  };
}
