/** Actors of the table's columns. "customer" has placed the order that the calls are about. */
export const actors = [
  "visitor",
  "customer",
  "another customer",
  "admin",
  "removed admin",
] as const;
export type ActorName = (typeof actors)[number];

type Cells = readonly [number, number, number, number, number];

const all = (status = 200): Cells => [status, status, status, status, status];
const admins = (status = 200): Cells => [401, 403, 403, status, 403];
const accounts = (status = 200): Cells => [401, status, status, status, status];

/**
 * Statuses of each operation, except those of blocks, by actor. The test calls the operations in
 * this order.
 */
export const callTable: Readonly<Record<string, Cells>> = {
  "GET /healthz": all(),
  "GET /readyz": all(),
  "GET /api/openapi.json": all(),
  "GET /api/docs": all(),

  "POST /api/auth/sign-up/email": all(),
  "POST /api/auth/sign-in/email": all(),
  "POST /api/auth/request-password-reset": all(),
  "POST /api/auth/reset-password": all(400), // The example token was never emailed.
  "GET /api/auth/get-session": all(),
  "POST /api/auth/sign-in/passkey-options": all(),
  "POST /api/auth/sign-in/passkey": all(401), // No browser made the passkey of the example.
  // The customers' addresses are not confirmed, and the example is not the admin's password.
  "POST /api/auth/passkeys/creation-options": [401, 409, 409, 400, 200],
  "POST /api/auth/passkeys": accounts(400), // No browser made the passkey of the example.

  // The example is the password of the customers, not of the admin.
  "POST /api/auth/confirm": [401, 200, 200, 400, 200],
  "POST /api/auth/confirm/passkey-options": accounts(),
  "POST /api/auth/confirm/passkey": accounts(400), // No browser made the passkey of the example.

  "GET /api/api-keys": accounts(),
  // The addresses of the customers are not confirmed.
  "POST /api/api-keys": [401, 409, 409, 201, 201],
  "DELETE /api/api-keys/{id}": [401, 404, 404, 200, 404],

  "POST /api/add-message": all(201),
  "POST /api/demonstration-orders": admins(),
  "DELETE /api/demonstration-orders": admins(),
  "GET /api/messages": admins(),
  "GET /api/message/{id}": admins(),
  "PUT /api/message/{id}": admins(),
  "DELETE /api/message/{id}": admins(),
  "POST /api/add-subscriber": all(201),
  "GET /api/subscribers": admins(),
  "GET /api/subscribers.csv": admins(),
  "POST /api/site-checks": all(201),
  "GET /api/site-checks": admins(),

  "GET /api/users": accounts(), // A customer sees only their own record.
  "GET /api/users/{id}": [401, 404, 404, 200, 404],
  "POST /api/add-user": admins(201),
  "PUT /api/upadete-users/{id}": admins(),
  "POST /api/users/{id}/invitation": admins(),
  "DELETE /api/users/{id}": admins(),

  "GET /api/my-company": accounts(),
  "PUT /api/my-company": accounts(),
  // The person in the path is the customer, who alone manages the people of the company.
  "PUT /api/my-company/people/{id}": [401, 409, 404, 404, 404],
  "DELETE /api/my-company/people/{id}": [401, 409, 404, 404, 404],
  "POST /api/my-company/leaving": accounts(409), // Each actor is the only person of a company.
  // The addresses of the customers are not confirmed, and nobody can join the company of an admin.
  "POST /api/my-company/invitations": [401, 409, 409, 409, 201],
  "DELETE /api/my-company/invitations/{id}": accounts(),
  "POST /api/company-invitation": all(404), // The example token was never emailed.
  "GET /api/accounts/{id}/company": admins(),
  "DELETE /api/accounts/{id}/company": admins(409), // The customer is the only person there.
  "POST /api/accounts/{id}/company/merging": admins(409), // The company cannot merge with itself.
  "PUT /api/order/{id}/company": admins(),

  "GET /api/orders": accounts(), // A customer sees only their own orders.
  "GET /api/orders/export": admins(),
  "GET /api/order/{id}": [401, 200, 404, 200, 404],
  "GET /api/order/{id}/payment-progress": [401, 200, 404, 200, 404],
  "POST /api/new-order": accounts(201),
  "PUT /api/order-cancelled/{id}": [401, 200, 404, 404, 404],
  "POST /api/order/{id}/payments": admins(201),
  "GET /api/offers": admins(),
  "POST /api/offer": admins(201),
  "GET /api/offer/{id}": admins(),
  "PUT /api/offer/{id}": admins(),
  "POST /api/offer/{id}/send": admins(),
  "POST /api/offer/{id}/link": admins(),
  "POST /api/offer/{id}/withdraw": admins(),
  "GET /api/invoices": admins(),
  "GET /api/invoice/{id}": admins(),
  "GET /api/invoice/{id}/{kind}": admins(404),
  "POST /api/order/{id}/invoices": admins(409),
  "POST /api/order/{id}/invoices/replacement": admins(201),
  "GET /api/statements": admins(),
  "GET /api/statement/{id}": admins(404),
  "GET /api/months": admins(),
  "GET /api/month/{id}": admins(),
  "GET /api/coupons": admins(),
  "POST /api/coupon": admins(201),
  "GET /api/coupon/{id}": admins(),
  "PUT /api/coupon/{id}": admins(),
  "POST /api/coupon/{id}/end": admins(),
  "DELETE /api/coupon/{id}": admins(),
  "GET /api/subscriptions": accounts(), // A customer sees only their company's.
  "GET /api/subscriptions/figures": admins(),
  "GET /api/subscription/{id}": [401, 200, 404, 200, 404],
  "POST /api/subscription/{id}/pause": [401, 200, 404, 200, 404],
  "POST /api/subscription/{id}/resume": [401, 200, 404, 200, 404],
  "POST /api/subscription/{id}/cancellation": [401, 200, 404, 200, 404],
  "POST /api/subscription/{id}/keeping": [401, 200, 404, 200, 404],
  "POST /api/subscription/{id}/plan": [401, 200, 404, 200, 404],
  "POST /api/subscription/{id}/price-answer": [401, 409, 404, 409, 404], // No price is planned.
  "POST /api/subscription/{id}/dispute-settling": admins(409), // Nothing was taken back.
  "POST /api/subscriptions/prices": admins(),
  "GET /api/order/{id}/brief": [401, 200, 404, 200, 404],
  "PUT /api/order/{id}/brief": [401, 200, 404, 404, 404],
  // The required questions have no answers.
  "POST /api/order/{id}/brief/sending": [401, 400, 404, 404, 404],
  "POST /api/order/{id}/brief/acknowledgement": admins(),
  "POST /api/order/{id}/brief/skipping": admins(),
  "POST /api/order/{id}/brief/start": admins(409), // The brief was skipped.
  "GET /api/order/{id}/site-checks": [401, 200, 404, 200, 404],
  "POST /api/order/{id}/site-checks": admins(),
  // The check that is made before the work is still running.
  "POST /api/order/{id}/site-checks/without-before": admins(409),
  "PUT /api/order-status/{id}": admins(),
  "PUT /api/order/{id}/assignee": admins(),
  "GET /api/assignment-rules": admins(),
  "PUT /api/assignment-rules": admins(),
  "GET /api/order/{id}/deliveries": [401, 200, 404, 200, 404],
  // The call above that changes the order status has created delivery 1.
  "POST /api/order/{id}/deliveries/{number}/changes": [401, 200, 404, 404, 404],
  "POST /api/order/{id}/deliveries": admins(201),
  "POST /api/order/{id}/deliveries/{number}/acceptance": [401, 200, 404, 404, 404],
  // The call above has accepted the last delivery, which this call reopens.
  "POST /api/order/{id}/deliveries/{number}/reopening": [401, 200, 404, 404, 404],
  "GET /api/order/{id}/months": [401, 200, 404, 200, 404],
  // The order has no report.
  "GET /api/order/{id}/months/{month}": [401, 404, 404, 404, 404],
  "GET /api/order/{id}/changes": [401, 200, 404, 200, 404],
  "GET /api/order/{id}/messages": [401, 200, 404, 200, 404],
  "POST /api/order/{id}/messages": [401, 201, 404, 201, 404],
  "POST /api/order/{id}/questions/close": admins(),
  // The customer wrote the message, so nobody else may change it, not even an admin.
  "PUT /api/order/{id}/messages/{messageId}": [401, 200, 404, 403, 404],
  "GET /api/order/{id}/passwords": [401, 200, 404, 200, 404],
  "POST /api/order/{id}/passwords": [401, 201, 404, 201, 404],
  // Only the customer may replace and delete a password, and only admins may see it.
  "PUT /api/order/{id}/passwords/{passwordId}": [401, 200, 404, 404, 404],
  "POST /api/order/{id}/passwords/{passwordId}/showings": admins(),
  "DELETE /api/order/{id}/passwords/{passwordId}": [401, 200, 404, 404, 404],
  "GET /api/order/{id}/links": [401, 200, 404, 200, 404],
  // The account in the path is the customer's.
  "DELETE /api/order/{id}/links/{accountId}": [401, 200, 404, 200, 404],
  "GET /api/order/{id}/files": [401, 200, 404, 200, 404],
  // The body that the test sends is no form.
  "POST /api/order/{id}/files": [401, 415, 404, 415, 404],
  "GET /api/order/{id}/files/{fileId}": [401, 200, 404, 200, 404],
  "DELETE /api/order/{id}/files/{fileId}": [401, 200, 404, 404, 404],
  "POST /api/incoming-mail": all(404), // The site has no INCOMING_MAIL_SECRET.
  "GET /api/received-emails": admins(),
  "GET /api/received-emails/{id}": admins(),
  "POST /api/received-emails/{id}": admins(),
  "POST /api/order/{id}/refunds": admins(409), // The payment is manual, so no provider can refund it.
  "POST /api/order/{id}/outside-refunds": admins(201),

  "POST /api/payments/paypal/ipn": all(),
  "POST /api/payments/paypal/ipn-test": all(),
  "POST /api/payments/paypal/webhook": all(),
  "POST /api/payments/paypal/webhook-test": all(),
  "POST /api/payments/stripe/webhook": all(),
  "POST /api/payments/stripe/webhook-test": all(),
  "GET /api/payments/reviews": admins(),
  "POST /api/payments/reviews/{id}": admins(),

  "POST /api/media": admins(201),
  "GET /api/media-files": admins(),
  "GET /api/media-files/{id}": admins(),
  "PUT /api/media-files/{id}": admins(),
  "PUT /api/media-files/{id}/file": admins(),
  "POST /api/media-files/{id}/file/{version}/restore": admins(),
  "DELETE /api/media-files/{id}": admins(),
  "POST /api/media-files/{id}/restore": admins(),

  "GET /api/content/{block}": admins(),
  "GET /api/content/{block}/{id}": admins(),
  "GET /api/content/{block}/{id}/history": admins(),
  "POST /api/content/{block}/draft": admins(201),
  "PUT /api/content/{block}/{id}/draft": admins(),
  "DELETE /api/content/{block}/{id}/draft": admins(),
  "POST /api/content/{block}/{id}/publish": admins(),
  "POST /api/content/{block}/{id}/restore": admins(),
  "POST /api/content/{block}/{id}/move": admins(),
  "POST /api/content/{block}/{id}/duplicate": admins(201),
  "GET /api/content/drafts": admins(),
  "GET /api/content/history": admins(),
  "GET /api/content/trash": admins(),
  "POST /api/content/trash/{id}/restore": admins(),
  "POST /api/content/publish-all": admins(400), // One of the drafts is incomplete.
  "GET /api/content/export": admins(),
  "POST /api/content/import": admins(),
  "GET /api/look-file": admins(),
  "POST /api/look-file": admins(),

  "GET /api/settings": admins(),
  "GET /api/settings/payments": admins(),
  "POST /api/settings/payments/accounts": admins(201),
  "DELETE /api/settings/payments/accounts/{id}": admins(),
  "PUT /api/settings/payments/mode": admins(),
  "PUT /api/settings": admins(),
  "POST /api/settings/test-mail": admins(),

  // Sign-out must be last, because it ends the session that the other calls need.
  "POST /api/auth/sign-out": all(),
};

/** Blocks whose records only the team reads. Of the table's actors, only admins may write. */
export const privateBlocks = /^(letter-.*|brief-question|design-template|payment-email|redirect)$/;

export const readCells = { everyone: all(), admins: admins() };
export const writeCells = { update: admins(), remove: admins(), create: admins(201) };
