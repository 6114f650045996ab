import { AppError } from "#platform/errors.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { makeNextNow } from "../cycles/advance-subscription.server.ts";
import { type ChangeDependencies, changeSubscription } from "./lock-for-change.server.ts";
import { requireStarted } from "./stop-and-go.ts";

interface TestDependencies extends ChangeDependencies {
  readonly payments: { readonly usesSandbox: boolean };
}

/**
 * Makes the order of the next period at once, so that an owner can try a plan that is paid by hand
 * without waiting for a month. The periods keep their days. Only while payments are simulated.
 * Throws like `changeSubscription`, "forbidden", and "conflict" when no order can follow now.
 */
export async function makeNextPeriodNow(
  deps: TestDependencies,
  actor: Actor,
  id: string,
): Promise<void> {
  requireRight(actor, "update orders");
  if (!deps.payments.usesSandbox) {
    throw new AppError("conflict", "Payments are real, so each order is made on its day.");
  }
  await changeSubscription(deps, actor, id, "Next period now", async (tx, { held, present }) => {
    requireStarted(held);
    const { subscription, cycles, standing } = held;
    if (subscription.provider !== null) {
      throw new AppError(
        "conflict",
        "The provider charges this plan by itself. Open the subscription there to try its next charge.",
      );
    }
    const owed = cycles.find(({ paymentStatus }) => paymentStatus === "UnPaid");
    if (owed !== undefined) {
      throw new AppError(
        "conflict",
        `Order ${owed.orderNumber} is not paid yet. Record its payment, and then make the next one.`,
      );
    }
    if (standing.next === null || !(await makeNextNow(tx, deps, held, present))) {
      throw new AppError("conflict", "No period follows while the plan is paused or cancelled.");
    }
    return { from: standing.next.start };
  });
}
