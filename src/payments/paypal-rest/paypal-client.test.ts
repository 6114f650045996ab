import { Writable } from "node:stream";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  openPaypalApi,
  type PaypalApi,
  type PaypalSays,
  paypalAccount,
  refusalOf,
} from "../../../tests/support/payments/paypal-api.ts";

let api: PaypalApi;
beforeEach(async () => {
  api = await openPaypalApi();
});
afterEach(() => api.close());

const call = {
  method: "POST",
  path: "/v2/x",
  body: Buffer.from("{}"),
  idempotencyKey: "k",
} as const;

describe("PayPal's access token", () => {
  test("is fetched once with the account's credentials, and shared by all calls", async () => {
    const client = api.client();
    await Promise.all(Array.from({ length: 5 }, () => client.request(call)));
    expect(api.issued()).toBe(1);
    const basic = Buffer.from("client-of-ours:hush-hush-hush").toString("base64");
    expect(api.asked[0]?.headers.authorization).toBe(`Basic ${basic}`);
    expect(api.asked[0]?.body.toString()).toBe("grant_type=client_credentials");
    for (const { headers } of api.calls()) expect(headers.authorization).toBe("Bearer token-1");
  });

  test("is renewed when PayPal refuses it, and the call is repeated", async () => {
    const client = api.client();
    await client.request(call);
    api.will([401, { error: "invalid_token" }], [200, { done: true }]);
    expect((await client.request(call)).toString()).toBe('{"done":true}');
    expect(api.calls().map(({ headers }) => headers.authorization)).toEqual([
      "Bearer token-1",
      "Bearer token-1",
      "Bearer token-2",
    ]);
  });
});

describe("A call of PayPal's REST API", () => {
  test.each<[string, PaypalSays]>([
    ["the status 500", [500, "<html>"]],
    ["the status 429", [429, {}]],
    ["a closed connection", "hang up"],
  ])("is repeated after %s, with the same idempotency key", async (_what, says) => {
    api.will(says, says, [200, { done: true }]);
    await api.client().request(call);
    expect(api.calls().map(({ headers }) => headers["paypal-request-id"])).toEqual(["k", "k", "k"]);
  });

  test("is not repeated when PayPal refuses it, and fails with PayPal's reason", async () => {
    api.will(refusalOf("ORDER_NOT_APPROVED"));
    await expect(api.client().request(call)).rejects.toMatchObject({
      status: 422,
      issue: "ORDER_NOT_APPROVED",
      message: "PayPal answered 422: ORDER_NOT_APPROVED (debug id d3bug).",
    });
    expect(api.calls()).toHaveLength(1);
  });

  test("does not follow a redirect, which would receive its credentials", async () => {
    api.will([302, ""]);
    await expect(api.client().request(call)).rejects.toThrow("PayPal answered 302");
    expect(api.calls().map(({ path }) => path)).toEqual(["/v2/x"]);
  });

  test("can be aborted, and is then not repeated", async () => {
    api.will("silence");
    const stop = new AbortController();
    const asking = api.client().request(call, stop.signal);
    asking.catch(() => {});
    await expect.poll(() => api.calls()).toHaveLength(1);
    stop.abort();
    await expect(asking).rejects.toThrow();
    expect(api.calls()).toHaveLength(1);
  });

  test("stops reading an endless response", async () => {
    const endless: PaypalSays = [200, "x".repeat(600_000)];
    api.will(endless, endless, endless);
    await expect(api.client().request(call)).rejects.toThrow("no end");
  });

  test("fails with an error that contains no secret", async () => {
    let logged = "";
    const log = pino(
      new Writable({
        write(chunk, _encoding, done) {
          logged += chunk;
          done();
        },
      }),
    );
    const client = api.client();
    const failures: PaypalSays[] = [[500, "<html>"], refusalOf("X"), [401, {}], "hang up"];
    for (const says of failures) {
      api.will(says, says, says);
      await client.request(call).catch((err: unknown) => log.error({ err }, "failed"));
    }
    const no: PaypalSays = [401, {}];
    api.willIssue(no, no, no);
    await api
      .client()
      .request(call)
      .catch((err: unknown) => log.error({ err }, "failed"));
    expect(logged.match(/"failed"/g)).toHaveLength(5);
    const basic = Buffer.from(`client-of-ours:${paypalAccount.clientSecret}`).toString("base64");
    for (const secret of [paypalAccount.clientSecret, basic, "token-1", "Bearer", "Basic"]) {
      expect(logged).not.toContain(secret);
    }
  });
});
