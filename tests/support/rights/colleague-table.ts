/** Right that a colleague of a customer needs; with "either", one of the two is enough. */
export type NeededRight = "orders" | "payments" | "either";

/** Calls about one order that customers may make, with the right that a colleague needs. */
export const colleagueCalls: Readonly<Record<string, NeededRight>> = {
  "GET /api/order/{id}": "either",
  "GET /api/order/{id}/payment-progress": "payments",
  "PUT /api/order-cancelled/{id}": "payments",
  "GET /api/order/{id}/brief": "orders",
  "PUT /api/order/{id}/brief": "orders",
  "POST /api/order/{id}/brief/sending": "orders",
  "GET /api/order/{id}/site-checks": "orders",
  "GET /api/order/{id}/deliveries": "orders",
  "POST /api/order/{id}/deliveries/{number}/changes": "orders",
  "POST /api/order/{id}/deliveries/{number}/acceptance": "orders",
  "POST /api/order/{id}/deliveries/{number}/reopening": "orders",
  "GET /api/order/{id}/months": "orders",
  "GET /api/order/{id}/changes": "orders",
  "GET /api/order/{id}/messages": "orders",
  "POST /api/order/{id}/messages": "orders",
  "PUT /api/order/{id}/messages/{messageId}": "orders",
  "GET /api/order/{id}/passwords": "orders",
  "POST /api/order/{id}/passwords": "orders",
  "PUT /api/order/{id}/passwords/{passwordId}": "orders",
  "DELETE /api/order/{id}/passwords/{passwordId}": "orders",
  "GET /api/order/{id}/links": "either",
  "DELETE /api/order/{id}/links/{accountId}": "either",
  "GET /api/order/{id}/files": "orders",
  "POST /api/order/{id}/files": "orders",
  "GET /api/order/{id}/files/{fileId}": "orders",
  "DELETE /api/order/{id}/files/{fileId}": "orders",
};

/** Pages about one order. `e2e/accounts/companies.test.ts` opens them as each colleague. */
export const colleaguePages: Readonly<Record<string, NeededRight>> = {
  "/my-order/:orderId": "either",
  "/my-order/:orderId/details": "payments",
  "/my-order/:orderId/files/:fileId": "orders",
  "/my-order/:orderId/brief": "orders",
  "/my-order/:orderId/months": "orders",
  "/my-order/:orderId/months/:month": "orders",
  "/my-order/:orderId/months/:month/report.pdf": "orders",
  "/my-order/:orderId/next-month": "either",
  "/my-order/:orderId/invoice/:number": "payments",
  "/my-order/:orderId/invoice/:number/:kind": "payments",
  "/my-order/:orderId/pro-forma.pdf": "payments",
  "/pay-now/:orderId": "payments",
  "/order-cancelled/:orderId": "payments",
  "/received-payment/:orderId": "payments",
};
