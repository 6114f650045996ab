import { data } from "react-router";
import type { Services } from "../../../compose.ts";
import { type OrderStatusesResult, setOrderStatuses } from "../../../orders/set-order-status.ts";
import { AppError, statusOf } from "../../../platform/errors.ts";
import type { Actor } from "../../../policy/actor.ts";

export interface BulkResult extends OrderStatusesResult {
  /** Summary in one sentence. */
  readonly summary: string;
  /** Reason why nothing was done; null otherwise. */
  readonly error: string | null;
}

/** Changes the selected orders and returns the result. */
export async function changeOrders(services: Services, actor: Actor, request: Request) {
  try {
    const input: unknown = await request.json().catch(() => null);
    const result = await setOrderStatuses(services, actor, input);
    return { ...result, summary: summaryOf(result), error: null } satisfies BulkResult;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const nothing = { changed: 0, unchanged: 0, failed: [], summary: "" };
    const refused: BulkResult = { ...nothing, error: error.message };
    return data(refused, { status: statusOf(error) });
  }
}

function summaryOf({ changed, unchanged, failed }: OrderStatusesResult): string {
  const parts = [
    `${changed} changed`,
    unchanged > 0 ? `${unchanged} already had this status` : "",
    failed.length > 0 ? `${failed.length} could not be changed` : "",
  ];
  return `${parts.filter((part) => part !== "").join(", ")}.`;
}
