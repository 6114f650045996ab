import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  openPaypalApi,
  type PaypalApi,
  type PaypalSays,
  refusalOf,
} from "../../../tests/support/payments/paypal-api.ts";
import { signatureHeaders, verifyWebhook } from "./paypal-rest.ts";

let api: PaypalApi;
beforeEach(async () => {
  api = await openPaypalApi();
});
afterEach(() => api.close());

const headers = Object.fromEntries(signatureHeaders.map((name) => [name, `the ${name}`]));
const success: PaypalSays = [200, { verification_status: "SUCCESS" }];
const verify = (raw: Uint8Array, with_: Record<string, string> = headers) =>
  verifyWebhook(
    api.client(),
    "WEBHOOK",
    { raw, headers: with_, receivedAt: 0 },
    AbortSignal.timeout(5000),
  );

describe("The verification of a webhook", () => {
  test("sends the event byte for byte, with its signature and the id of the site's webhook", async () => {
    api.will(success);
    const raw = Buffer.from('{ "b":1.50,\n"a":"Zo\\u00eb \u00e9 \\/","b": 2 }');
    await expect(verify(raw)).resolves.toBe("verified");
    const body = api.calls()[0]?.body ?? Buffer.alloc(0);
    expect(body.subarray(-raw.length - 1, -1).equals(raw)).toBe(true);
    expect(JSON.parse(body.toString())).toMatchObject({
      auth_algo: "the paypal-auth-algo",
      cert_url: "the paypal-cert-url",
      transmission_id: "the paypal-transmission-id",
      transmission_sig: "the paypal-transmission-sig",
      transmission_time: "the paypal-transmission-time",
      webhook_id: "WEBHOOK",
    });
  });

  test("treats PayPal's answer FAILURE as invalid", async () => {
    api.will([200, { verification_status: "FAILURE" }]);
    await expect(verify(Buffer.from("{}"))).resolves.toBe("invalid");
  });

  test("finds a webhook invalid when PayPal rejects the request to verify it", async () => {
    api.will(refusalOf("VALIDATION_ERROR", 400));
    await expect(verify(Buffer.from("{}"))).resolves.toBe("invalid");
  });

  test.each(signatureHeaders)("does not ask PayPal when the header %s is missing", async (name) => {
    const { [name]: _missing, ...others } = headers;
    await expect(verify(Buffer.from("{}"), others)).resolves.toBe("invalid");
    expect(api.asked).toHaveLength(0);
  });

  test.each([
    ["smuggles in a field of the request", '{},"webhook_id":"MINE"'],
    ["is not JSON", "a=1"],
    ["is cut off", '{"a":'],
    ["is not UTF-8", "\xff"],
  ])("does not ask PayPal about a body that %s", async (_what, text) => {
    await expect(verify(Buffer.from(text, "latin1"))).resolves.toBe("invalid");
    expect(api.asked).toHaveLength(0);
  });

  test.each<[string, PaypalSays]>([
    ["garbage", [200, "<html>SUCCESS</html>"]],
    ["another status", [200, { verification_status: "success" }]],
    ["an empty response", [200, ""]],
    ["a redirect", [302, { verification_status: "SUCCESS" }]],
    ["an error", [500, { verification_status: "SUCCESS" }]],
  ])("does not accept %s as a result", async (_what, says) => {
    api.will(says, says, says);
    await expect(verify(Buffer.from("{}"))).rejects.toThrow();
  });
});
