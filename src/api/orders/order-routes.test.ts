import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RestOrder } from "#orders/order.ts";
import { restOrder } from "../../../tests/support/orders/rest-order.ts";
import { type Caller, openSite, type TestSite } from "../../../tests/support/servers/site.ts";

let site: TestSite;
let admin: Caller;
let ada: Caller;
let ben: Caller;

beforeAll(async () => {
  site = await openSite();
  admin = await site.admin();
  ada = await site.register("ada@example.com");
  ben = await site.register("ben@example.com");
});
afterAll(() => site.close());

const form = { ...restOrder, packagePrice: "149" };

const order = async (caller: Caller, body: object = form, headers?: HeadersInit) =>
  caller.call("POST", "/api/new-order", body, headers);

interface Standing {
  readonly stage: string;
  readonly waitsFor: string | null;
}

const orders = async (caller: Caller) =>
  (await (await caller.call("GET", "/api/orders")).json()) as (RestOrder & Standing)[];

describe("Ordering over REST", () => {
  test("ignores customer, statuses and date in the body", async () => {
    const answer = await order(ada, {
      ...form,
      customerEmail: "somebody@else.example",
      paymentStatus: "Paid",
      orderStatus: "Delivered",
      orderDate: "01/01/70",
    });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      packagePrice: "149",
      customerEmail: "ada@example.com",
      paymentStatus: "UnPaid",
      orderStatus: "Pending",
      orderDate: expect.stringMatching(/^\d\d\/\d\d\/\d\d$/),
    });
  });

  test("takes the extras of the plan, and says what the price consists of", async () => {
    const addOn = { addOnName: "A call", addOnPrice: "90", addOnMost: "3", addOnPoints: "A call" };
    const { _id: id } = (await (await admin.call("POST", "/api/new-add-on", addOn)).json()) as {
      _id: string;
    };
    const answer = await order(ada, { ...form, addOns: [{ id, quantity: 2 }] });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      packagePrice: "329",
      lines: [
        {
          kind: "plan",
          label: "Basic",
          quantity: 1,
          price: "149",
          repeats: false,
          cycles: null,
          addOnId: null,
        },
        { kind: "add-on", label: "A call", quantity: 2, price: "90", addOnId: id },
      ],
    });
    const dearer = await order(ada, { ...form, addOns: [{ id, price: "80" }] });
    expect([dearer.status, await dearer.json()]).toMatchObject([409, { currentSum: "239" }]);
    expect((await order(ada, { ...form, addOns: [{ id, quantity: 4 }] })).status).toBe(400);
    const all = await (await admin.call("GET", "/api/orders/export")).text();
    expect(all).toContain(`"Basic $149.00, A call × 2 $180.00",180.00,""`);
  });

  test("refuses a price that differs from the plan's price with 409, and returns the current price", async () => {
    const before = (await orders(ada)).length;
    const answer = await order(ada, { ...form, packagePrice: "0.01" });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ currentPrice: "149" });
    expect(await orders(ada)).toHaveLength(before);
  });

  test("keeps the price of an order when its plan changes", async () => {
    const placed = (await (await order(ada)).json()) as RestOrder;
    const plans = (await (await site.call("GET", "/api/pricings")).json()) as {
      _id: string;
      packageName: string;
    }[];
    const plan = plans.find(({ packageName }) => packageName === "Basic");
    const { _id, ...values } = plan ?? { _id: "" };
    const change = { ...values, packagePrice: "175.50" };
    expect((await admin.call("PUT", `/api/pricing/${_id}`, change)).status).toBe(200);
    expect((await order(ada)).status).toBe(409);
    const read = await ada.call("GET", `/api/order/${placed._id}`);
    expect(await read.json()).toEqual(placed);
    await admin.call("PUT", `/api/pricing/${_id}`, { ...values, packagePrice: "149" });
  });

  test("answers 404 for an unknown plan", async () => {
    expect((await order(ada, { ...form, packageId: "no-such-plan" })).status).toBe(404);
  });

  test("places one order for ten requests with one idempotency key, and refuses the key with another body", async () => {
    const headers = { "idempotency-key": "one-key" };
    const answers = await Promise.all(Array.from({ length: 10 }, () => order(ben, form, headers)));
    const ids = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as RestOrder)._id),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await orders(ben)).toHaveLength(1);
    const other = await order(ben, { ...form, customerName: "Ben" }, headers);
    expect(other.status).toBe(422);
  });
});

describe("Reading and changing orders over REST", () => {
  test("lists orders oldest first, and returns pages with `limit` and `after`", async () => {
    const all = await orders(admin);
    const first = await (await admin.call("GET", "/api/orders?limit=1")).json();
    expect(first).toEqual(all.slice(0, 1));
    const rest = await admin.call("GET", `/api/orders?limit=1000&after=${all[0]?._id}`);
    expect(await rest.json()).toEqual(all.slice(1));
  });

  test("filters orders by stage, due time and who has to act, and answers a wrong value with 400", async () => {
    const idsOf = async (client: typeof admin, query: string) => {
      const answer = await client.call("GET", `/api/orders?${query}`);
      return ((await answer.json()) as readonly { _id: string }[]).map(({ _id }) => _id);
    };
    const all = await orders(admin);
    for (const [name, value] of [
      ["stage", "unpaid"],
      ["stage", "cancelled"],
      ["waitsFor", "team"],
    ] as const) {
      const expected = all.filter((order) => order[name] === value).map(({ _id }) => _id);
      expect(await idsOf(admin, `${name}=${value}`), `${name}=${value}`).toEqual(expected);
    }
    const unpaid = await idsOf(ada, "stage=unpaid&waitsFor=customer");
    expect(unpaid.length).toBeGreaterThan(0);
    expect(await idsOf(ada, "stage=unpaid&limit=1")).toEqual(unpaid.slice(0, 1));
    expect(await idsOf(ada, `stage=unpaid&after=${unpaid[0]}`)).toEqual(unpaid.slice(1));
    expect(await idsOf(ada, "due=overdue")).toEqual([]);
    for (const [wrong, message] of [
      ["stage=sent", "The stage must be one of unpaid, awaiting-brief, ready,"],
      ["due=tomorrow", "The due time must be overdue, today or week."],
      ["waitsFor=me", "The side that an order waits for must be team or customer."],
    ] as const) {
      for (const path of ["/api/orders", "/api/orders/export"]) {
        const answer = await admin.call("GET", `${path}?${wrong}`);
        expect(answer.status).toBe(400);
        expect(await answer.text()).toContain(message);
      }
    }
    const unknown = await admin.call("GET", "/api/orders?stage=unpaid&after=unknown");
    expect(unknown.status).toBe(404);
  });

  test("gives another customer's order the same answer as an unknown order", async () => {
    const [mine] = await orders(ada);
    const bodies = await Promise.all(
      [mine?._id, "unknown", "' or 1=1 --", "%00"].map(async (id) => {
        const answer = await ben.call("GET", `/api/order/${id}`);
        const { requestId: _differs, ...body } = (await answer.json()) as Record<string, unknown>;
        return { status: answer.status, body };
      }),
    );
    expect(bodies.every(({ status }) => status === 404)).toBe(true);
    expect(new Set(bodies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const cancellation = { paymentStatus: "Cancelled" };
    const path = `/api/order-cancelled/${mine?._id}`;
    expect((await ben.call("PUT", path, cancellation)).status).toBe(404);
  });

  test("lets a customer cancel their own unpaid order, also with a repeated call", async () => {
    const placed = (await (await order(ada)).json()) as RestOrder;
    for (let times = 0; times < 2; times++) {
      const answer = await ada.call("PUT", `/api/order-cancelled/${placed._id}`, {
        paymentStatus: "Cancelled",
      });
      expect(await answer.json()).toMatchObject({ paymentStatus: "Cancelled" });
    }
  });

  test("does not cancel an order with another body", async () => {
    const placed = (await (await order(ada)).json()) as RestOrder;
    for (const body of [
      {},
      { paymentStatus: "Paid" },
      { paymentStatus: "cancelled" },
      { paymentStatus: "Cancelled", orderStatus: "Delivered" },
      [],
      null,
      "Cancelled",
    ]) {
      const answer = await ada.call("PUT", `/api/order-cancelled/${placed._id}`, body as object);
      expect([body, answer.status]).toEqual([body, 400]);
    }
    expect(await (await ada.call("GET", `/api/order/${placed._id}`)).json()).toEqual(placed);
  });

  test("exports orders as CSV, filtered, and answers an invalid filter with 400", async () => {
    await order(ben, { ...form, customerName: "+Ada" });
    for (const wrong of ["status=Sent", "from=2026-02-30", "sort=size", "payment=paid"]) {
      expect((await admin.call("GET", `/api/orders/export?${wrong}`)).status).toBe(400);
    }
    const answer = await admin.call("GET", "/api/orders/export?payment=UnPaid&plan=Basic");
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const [head, ...lines] = (await answer.text()).trimEnd().split("\r\n");
    const line = lines.find((one) => one.includes("+Ada"));
    expect(line).toContain(
      `,"'+Ada","ben@example.com","1 Long Acre","Norway","","Basic",149.00,"USD","UnPaid",`,
    );
    expect(head).toMatch(
      /,"Stage","Due at","Waits for","Refunded","Taken back","Test payment","Price consists of","Extras","Taken off"$/,
    );
    expect(line).toMatch(/,"unpaid","","customer","","","","","",""$/);
    const none = await admin.call("GET", "/api/orders/export?payment=Paid");
    expect((await none.text()).trimEnd().split("\r\n")).toHaveLength(1);
  });
});
