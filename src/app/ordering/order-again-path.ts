/** The order form of a plan with the details of an earlier order. Opening it orders nothing. */
export function orderAgainPath(planId: string, orderId: string): string {
  return `/order-now/${encodeURIComponent(planId)}?again=${orderId}`;
}
