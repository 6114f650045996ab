import { afterEach, beforeEach, expect, test } from "vitest";
import { stripeSignature } from "../../../tests/support/payments/protocols.ts";
import {
  openStripeApi,
  type StripeApi,
  stripeRefusal,
} from "../../../tests/support/payments/stripe-api.ts";
import { createStripe, isLiveKey, stripeEndpoints } from "./stripe.ts";

let api: StripeApi;
beforeEach(async () => {
  api = await openStripeApi();
});
afterEach(() => api.close());

const secret = "whsec_hush";
const now = Date.UTC(2026, 10, 29);
const minute = 60_000;
const body = Buffer.from(
  JSON.stringify({ object: "event", id: "evt_1", type: "x", livemode: true, data: { object: {} } }),
);
const signed = (at = now, by = secret, raw: Uint8Array = body) => stripeSignature(raw, by, at);
const signatureIn = (header: string) => header.split("v1=")[1];

function verify(header: string | undefined, given: { raw?: Uint8Array; secret?: string } = {}) {
  const { verify } = createStripe({
    name: "stripe",
    endpoints: { ...stripeEndpoints, apiUrl: api.apiUrl },
    keys: { secretKey: "sk_live_x", webhookSecret: given.secret ?? secret },
    isLive: true,
  });
  const headers: Record<string, string> =
    header === undefined ? {} : { "stripe-signature": header };
  const received = { raw: given.raw ?? body, receivedAt: now, headers };
  return verify(received, new AbortController().signal);
}

const other = signed(now, "whsec_before_rotation");
test.each([
  ["alone", signed()],
  ["after that of an old secret", `${other},v1=${signatureIn(signed())}`],
  ["before that of an old secret", `${signed()},v1=${signatureIn(other)}`],
  ["beside one of an unknown version", `${signed()},v9=abc`],
  ["five minutes old", signed(now - 5 * minute)],
  ["from ten minutes ahead, by a machine whose clock is behind", signed(now + 10 * minute)],
])("a signature of the secret verifies an event without a call: %s", async (_what, header) => {
  expect([await verify(header), api.asked]).toEqual(["verified", []]);
});

test.each<[string, string | undefined, Uint8Array?]>([
  ["none", undefined],
  ["an empty one", ""],
  ["one without a time", `v1=${signatureIn(signed())}`],
  ["one whose time was changed", signed().replace(/t=\d/, "t=2")],
  ["one of another secret", other],
  ["one of an older version only", signed().replace("v1=", "v0=")],
  ["one of other bytes", signed(), Buffer.from(body.toString().replace("evt_1", "evt_2"))],
  ["one of the same event with a space more", signed(), Buffer.from(`${body} `)],
  ["half of one", signed().slice(0, -32)],
  ["bytes that are not text", "\u0000\u0001"],
])("an event with this signature is invalid, without a call: %s", async (_what, header, raw) => {
  expect([await verify(header, raw && { raw }), api.asked]).toEqual(["invalid", []]);
});

test("without a webhook's secret, no signature verifies an event", async () => {
  for (const header of [signed(now, ""), signed(), signed(now - 10 * minute, "")]) {
    expect(await verify(header, { secret: "" })).toBe("invalid");
  }
  expect(api.asked).toEqual([]);
});

test("a genuine signature that is too old, or looks so by a clock that is wrong, makes Furrow ask Stripe", async () => {
  const stale = signed(now - 10 * minute);
  api.will([200, { object: "event", id: "evt_1" }]);
  expect(await verify(stale)).toBe("verified");
  expect(api.asked.map(({ call }) => call)).toEqual(["GET /v1/events/evt_1"]);
  api.will(stripeRefusal(404, { code: "resource_missing" }));
  expect(await verify(stale)).toBe("invalid");
  for (const status of [401, 403, 429, 500]) {
    api.will(stripeRefusal(status));
    await expect(verify(stale)).rejects.toThrow(`Stripe answered ${status}`);
  }
  const nameless = Buffer.from("{}");
  expect(await verify(signed(now - 10 * minute, secret, nameless), { raw: nameless })).toBe(
    "invalid",
  );
});

test("the form of a key says whether it moves real money", () => {
  const keys = ["sk_live_x", "rk_live_x", "sk_test_x", "rk_test_x", "pk_live_x", "live", ""];
  expect(keys.filter(isLiveKey)).toEqual(["sk_live_x", "rk_live_x"]);
});
