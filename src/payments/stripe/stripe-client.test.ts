import { afterEach, beforeEach, expect, test } from "vitest";
import { openStripeApi, type StripeApi } from "../../../tests/support/payments/stripe-api.ts";
import { withoutRequest } from "./stripe-checkout.ts";
import { createStripeClient } from "./stripe-client.ts";

let api: StripeApi;
beforeEach(async () => {
  api = await openStripeApi();
});
afterEach(() => api.close());

const events = async (options: { readonly repeats?: number; readonly timeoutMs?: number } = {}) => {
  const client = createStripeClient({ apiUrl: api.apiUrl, secretKey: "sk_test_hush", ...options });
  return (await client()).events.list();
};
const list = { object: "list", data: [], has_more: false };

test("a call pins the version of Stripe's interface, and tells Stripe nothing about this machine", async () => {
  api.will([200, list]);
  await events();
  const { headers } = api.asked[0] ?? {};
  expect(headers?.["stripe-version"]).toBe("2026-10-28.endive");
  expect(headers?.["x-stripe-client-telemetry"]).toBeUndefined();
});

test("a call that failed on the way is repeated", async () => {
  api.will("hang up", [200, list]);
  expect((await events()).data).toEqual([]);
  expect(api.asked).toHaveLength(2);
});

test("a redirect is not followed, so that the key reaches no other server", async () => {
  const elsewhere = await openStripeApi();
  api.will([307, {}, { location: `${elsewhere.apiUrl}/v1/events` }]);
  await expect(events({ repeats: 0 })).rejects.toThrow();
  expect(elsewhere.asked).toEqual([]);
  await elsewhere.close();
});

test("an answer without an end is cut off, and a large page of events is not", async () => {
  const padded = (length: number) => JSON.stringify({ ...list, padding: "x".repeat(length) });
  api.will([200, padded(1_000_000)], [200, padded(5_000_000)]);
  expect((await events({ repeats: 0 })).data).toEqual([]);
  await expect(events({ repeats: 0 })).rejects.toThrow();
});

test("a silent server ends a call after a time limit", async () => {
  api.will("silence");
  const began = Date.now();
  const failed = await events({ repeats: 0, timeoutMs: 200 }).catch(withoutRequest);
  expect(failed).toMatchObject({ status: 0 });
  expect(Date.now() - began).toBeLessThan(10_000);
});
