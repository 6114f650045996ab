import type { Services } from "#compose.ts";
import { undoMove } from "#orders/companies/move-order.ts";
import type { Order } from "#orders/order.ts";
import { setOrderStatuses } from "#orders/set-order-status.ts";
import { undoOrderStatuses } from "#orders/undo-order-statuses.ts";
import type { Actor } from "#policy/actor.ts";
import { capitalised } from "../list/list.ts";
import { listAction } from "../list/list-action.server.ts";
import { hasMailServer } from "../mail/mail-row.server.ts";
import { describeEmails, describeUnpaid } from "./describe-effect.ts";

/**
 * Sets the status of the selected orders. "Undo" sends either the ids of the changes to undo, or the
 * move of an order to another company, as `moveOrder` has returned the move.
 */
export function changeOrders(services: Services, actor: Actor, request: Request) {
  return listAction(request, {
    change: async ({ ids, orderStatus }) => {
      const { done, failed } = await setOrderStatuses(services, actor, {
        orderIds: ids,
        orderStatus,
      });
      const changes = done.filter(({ changeId }) => changeId !== null);
      const changeIds = changes.flatMap(({ changeId }) => changeId ?? []);
      const orders = changes.map(({ order }) => order);
      return {
        title: "OrderStatus is Updated",
        message: summaryOf(orders, {
          unchanged: done.length - orders.length,
          failed: failed.length,
          sendsEmails: await hasMailServer(services),
        }),
        failed,
        undo: changeIds.length === 0 ? null : changeIds,
      };
    },
    undo: (token) =>
      Array.isArray(token)
        ? undoOrderStatuses(services, actor, { changeIds: token })
        : undoMove(services, actor, token),
  });
}

interface Outcome {
  readonly unchanged: number;
  readonly failed: number;
  readonly sendsEmails: boolean;
}

function summaryOf(changed: readonly Order[], { unchanged, failed, sendsEmails }: Outcome): string {
  const counts = [
    `${changed.length} changed`,
    unchanged > 0 ? `${unchanged} already had this status` : "",
    failed > 0 ? `${failed} could not be changed` : "",
  ];
  const isTold = changed[0]?.orderStatus === "Delivered";
  const orders = changed.length;
  const customer = orders === 1 ? "the customer" : "each customer";
  return [
    `${counts.filter((part) => part !== "").join(", ")}.`,
    isTold ? describeUnpaid(changed) : "",
    isTold ? `${capitalised(describeEmails(changed, { customer, orders, sendsEmails }))}.` : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}
