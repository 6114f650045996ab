import type { Services } from "#compose.ts";
import { undoMove } from "#orders/companies/move-order.ts";
import type { Order } from "#orders/order.ts";
import { eachOf, type Outcomes } from "#platform/each-of.ts";
import type { JsonValue } from "#platform/errors.ts";
import type { Actor } from "#policy/actor.ts";
import { assignOrders, undoAssignments } from "#work/assignment/assign-order.ts";
import { startWork } from "#work/brief/handle-order-brief.ts";
import { setOrderStatuses } from "#work/deliveries/set-order-status.ts";
import { undoOrderStatuses } from "#work/deliveries/undo-order-statuses.ts";
import { capitalised } from "../frame/list/define-list.ts";
import { idsIn, listAction } from "../frame/list/list-action.server.ts";
import { hasMailServer } from "../messages/mail/mail-row.server.ts";
import { describeEmails, describeUnpaid } from "./describe-effect.ts";
import { assignablePeople } from "./team-order-rows.server.ts";

/**
 * Sets the status of the selected orders, assigns them or starts their work. "Undo" sends the ids of
 * the changes to undo, the assignments to restore, or the move of an order to another company, as
 * `moveOrder` has returned the move.
 */
export function changeOrders(services: Services, actor: Actor, request: Request) {
  return listAction(request, {
    change: async ({ ids, orderStatus, assignee, start }) => {
      if (assignee !== undefined) return assignSelected(services, actor, idsIn(ids), assignee);
      if (start === true) return startSelected(services, actor, idsIn(ids));
      const { done, failed } = await setOrderStatuses(services, actor, {
        orderIds: ids,
        orderStatus,
      });
      const changes = done.filter(({ changeId }) => changeId !== null);
      const changeIds = changes.flatMap(({ changeId }) => changeId ?? []);
      const orders = changes.map(({ order }) => order);
      return {
        title: "OrderStatus is Updated",
        said: summaryOf(orders, {
          unchanged: done.length - orders.length,
          failed: failed.length,
          sendsEmails: await hasMailServer(services),
        }),
        data: { failed },
        undo: changeIds.length === 0 ? undefined : changeIds,
      };
    },
    undo: (token): Promise<Outcomes<unknown>> => {
      if (Array.isArray(token)) return undoOrderStatuses(services, actor, { changeIds: token });
      if (isRecord(token) && "orders" in token) return undoAssignments(services, actor, token);
      return undoMove(services, actor, token);
    },
  });
}

interface Outcome {
  readonly unchanged: number;
  readonly failed: number;
  readonly sendsEmails: boolean;
}

async function assignSelected(
  services: Services,
  actor: Actor,
  ids: readonly string[],
  assignee: JsonValue,
) {
  const input = { orders: ids.map((orderId) => ({ orderId, assignee })) };
  const { done, failed } = await assignOrders(services, actor, input);
  const changed = done.filter(({ order, before }) => order.assigneeId !== before);
  const person = (await assignablePeople(services, actor)).find(
    ({ accountId }) => accountId === assignee,
  );
  const counts = [
    `${changed.length} assigned to ${person?.name ?? "nobody"}`,
    done.length > changed.length ? `${done.length - changed.length} already were` : "",
    failed.length > 0 ? `${failed.length} could not be assigned` : "",
  ];
  const orders = changed.map(({ order, before }) => ({
    orderId: order.id,
    assignee: before ?? "",
    seen: order.assigneeId ?? "",
  }));
  return {
    title: "Assignment is Changed",
    said: `${counts.filter((part) => part !== "").join(", ")}.`,
    data: { failed },
    undo: orders.length === 0 ? undefined : { orders },
  };
}

/** Starts the work on orders whose brief has arrived, like the button on the page of an order. */
async function startSelected(services: Services, actor: Actor, ids: readonly string[]) {
  const { done, failed } = await eachOf(ids, (id) => startWork(services, actor, id));
  return { title: "Work is Started", said: `${done.length} begun.`, data: { failed } };
}

function isRecord(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
