import { expect, test } from "vitest";
import { openScriptedApi } from "../../../tests/support/payments/sandbox-server.ts";
import { createPaypalRest } from "./paypal-rest.ts";

const event = (event_type: string, id: string) => ({
  id: `WH-${id}`,
  event_type,
  resource: {
    id,
    status: "COMPLETED",
    amount: { value: "299.00", currency_code: "USD" },
    custom_id: "attempt",
    invoice_id: "order",
  },
});

test("a sweep finds lost events of single payments, and leaves out what is no payment", async () => {
  const events = [
    event("PAYMENT.CAPTURE.COMPLETED", "CAPTURE1"),
    event("CATALOG.PRODUCT.CREATED", "PRODUCT1"),
    event("PAYMENT.CAPTURE.REFUNDED", "REFUND1"),
  ];
  const api = await openScriptedApi({
    "POST /v1/oauth2/token": [200, { access_token: "token", expires_in: 100 }],
    "GET /v1/notifications/webhooks-events": [200, { events, links: [] }],
    otherwise: [404, {}],
  });
  const provider = createPaypalRest({
    name: "paypal",
    endpoints: { ...api, approvalOrigin: "https://pay.example", pagesUrl: "https://pay.example" },
    credentials: { clientId: "client", clientSecret: "hush", webhookId: "WH-1" },
    isLive: true,
    clock: () => Date.now(),
  });
  const found = await provider.sweep?.(Date.now() - 1000, new AbortController().signal);
  const messages = found?.reports.map(({ raw }) => provider.readNotification(raw)) ?? [];
  expect(messages.map(({ kind, transactionId }) => `${kind} ${transactionId}`)).toEqual([
    "completed CAPTURE1",
    "refunded REFUND1",
  ]);
  await api.close();
});
