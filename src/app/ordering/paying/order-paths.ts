/** Where a cancelled payment ends, as specified; a customer is led on to their dashboard there. */
export const afterCancellationPath = "/admin?after=order-cancelled";
