import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Caller,
  openSite,
  orderBy,
  type TestSite,
} from "../../../tests/support/servers/site.ts";

let site: TestSite;
let admin: Caller;
let ada: Caller;

beforeAll(async () => {
  site = await openSite();
  admin = await site.admin();
  ada = await site.register("ada@example.com");
});
afterAll(() => site.close());

describe("Messages about an order over REST", () => {
  test("are written by customer and admin, listed for both, and changed by their author", async () => {
    const path = `/api/order/${await orderBy(ada, admin)}/messages`;
    const write = (caller: Caller, text: string, key: string) =>
      caller.call("POST", path, { text }, { "idempotency-key": key });
    const first = await write(ada, "The bakery\r\nmoved.", "k1");
    expect(first.status).toBe(201);
    const message = await first.json();
    expect(message).toMatchObject({ number: 1, from: "customer", text: "The bakery\nmoved." });
    expect(await (await write(ada, "The bakery\nmoved.", "k1")).json()).toEqual(message);
    expect((await write(ada, "Another text", "k1")).status).toBe(422);
    await write(admin, "Thank you.", "k1");

    const change = { text: "The bakery has moved.", version: message.version };
    const changed = await ada.call("PUT", `${path}/${message._id}`, change);
    expect(await changed.json()).toMatchObject({ text: "The bakery has moved.", number: 1 });
    const stale = { text: "It moved.", version: message.version };
    expect((await ada.call("PUT", `${path}/${message._id}`, stale)).status).toBe(409);
    expect((await admin.call("PUT", `${path}/${message._id}`, stale)).status).toBe(403);

    const forAda = await (await ada.call("GET", path)).json();
    expect(forAda).toMatchObject({
      messages: [{ text: "The bakery has moved." }, { from: "team", author: "" }],
      olderBefore: null,
      unread: 1,
      closedBecause: null,
    });
    const forAdmin = await (await admin.call("GET", `${path}?before=2`)).json();
    expect(forAdmin.messages).toHaveLength(1);
    expect((await admin.call("GET", `${path}?before=x`)).status).toBe(400);
  });

  test("need an idempotency key, a text and a paid order", async () => {
    const path = `/api/order/${await orderBy(ada, admin)}/messages`;
    const key = { "idempotency-key": "k2" };
    expect((await ada.call("POST", path, { text: "Hello" })).status).toBe(400);
    expect((await ada.call("POST", path, { text: " " }, key)).status).toBe(400);
    const unpaid = `/api/order/${await orderBy(ada)}/messages`;
    expect((await ada.call("POST", unpaid, { text: "Hello" }, key)).status).toBe(409);
    expect(await (await ada.call("GET", unpaid)).json()).toMatchObject({
      messages: [],
      closedBecause: "Messages can be written once the order is paid.",
    });
  });
});
