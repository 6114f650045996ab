import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { restOrder, restPayment } from "./support/orders/rest-order.ts";
import { pageTable } from "./support/screens/page-table.ts";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { adminOf, register, WebClient } from "./support/servers/web-client.ts";
import { scaled } from "./support/time-limits.ts";

interface Customer {
  readonly client: WebClient;
  /** Words that occur only in the data of this account. */
  readonly words: readonly string[];
  readonly orderId: string;
}

const names = ["Quillfeather", "Ravenscroft", "Thistlewood"];
let furrow: FurrowServer;
let customers: readonly Customer[];
let paths: readonly string[];

beforeAll(async () => {
  furrow = await startFurrow();
  customers = await Promise.all(names.map(customerNamed));
  const [plan] = await new WebClient(furrow.url).call<{ _id: string }[]>("GET", "/pricings");
  const orders = customers.map(({ orderId }) => orderId);
  paths = [
    ...everyPathFor(plan?._id ?? "", orders),
    ...orders.flatMap((id) =>
      ["", "/brief", "/deliveries", "/messages", "/passwords", "/files"].map(
        (part) => `/api/order/${id}${part}`,
      ),
    ),
  ];
  const admin = await adminOf(furrow);
  for (const customer of customers) {
    await deliverTo(customer, admin);
    await writeAbout(customer, admin);
  }
});
afterAll(() => furrow.stop());

/** Registers a customer and places an order, both with the name in their texts. */
async function customerNamed(name: string): Promise<Customer> {
  const email = `${name.toLowerCase()}@example.com`;
  const client = await register(furrow.url, email);
  const { _id: orderId } = await client.call<{ _id: string }>("POST", "/new-order", {
    ...restOrder,
    customerName: `${name} Family`,
    customerAddress: `${name} Lane`,
  });
  return { client, words: [name, name.toLowerCase(), orderId], orderId };
}

/** Lets customer and admin write about the paid order. The texts contain the customer's name. */
async function writeAbout({ client, words, orderId }: Customer, admin: WebClient): Promise<void> {
  const [name] = words;
  for (const writer of [client, admin]) {
    const key = { "idempotency-key": `message-${name}` };
    await writer.call("POST", `/order/${orderId}/messages`, { text: `About ${name}` }, key);
  }
  const password = {
    label: `Login of ${name}`,
    userName: `${name}`,
    password: `${name} and hedge`,
  };
  const key = { "idempotency-key": `password-${name}` };
  await client.call("POST", `/order/${orderId}/passwords`, password, key);
}

/**
 * Delivers the customer's order, and asks for changes. The delivery and the request contain the
 * customer's name.
 */
async function deliverTo({ client, words, orderId }: Customer, admin: WebClient): Promise<void> {
  const [name] = words;
  const order = `/order/${orderId}`;
  const payment = { ...restPayment(), reference: `From ${name}` };
  await admin.call("POST", `${order}/payments`, payment, { "idempotency-key": `paid-${name}` });
  const points = Array.from({ length: 7 }, (_, index) => ({
    position: index + 1,
    kind: "text",
    value: `Sown for ${name}`,
  }));
  const delivery = { text: `For ${name}`, points };
  const key = { "idempotency-key": `delivered-${name}` };
  await admin.call("POST", `${order}/deliveries`, delivery, key);
  await client.call("POST", `${order}/deliveries/1/changes`, { text: `${name} asks`, points: [1] });
}

/** Paths of all pages, their router data and some REST calls that a customer may request. */
function everyPathFor(planId: string, orderIds: readonly string[]): string[] {
  const asked = Object.entries(pageTable).filter(
    ([path, { customer }]) =>
      typeof customer === "number" && customer < 400 && path !== "/sign-out",
  );
  const pages = asked.flatMap(([path]) => {
    if (path.includes(":orderId")) return orderIds.map((id) => path.replace(":orderId", id));
    const others = {
      ":packageId": planId,
      ":picture": "home-drawn.png",
      ":file": "192.png",
      ":pattern": "lines.svg",
    };
    return Object.entries(others).reduce((all, [name, value]) => all.replace(name, value), path);
  });
  const calls = ["/api/orders", "/api/users", "/api/auth/get-session", "/api/pricings"];
  return [...pages, ...pages.map((page) => `${page === "/" ? "/_root" : page}.data`), ...calls];
}

/**
 * A random request: the index of a customer, or `names.length` for a visitor; and a path's index.
 */
const looks = () => fc.tuple(fc.nat(names.length), fc.nat(paths.length - 1));
const roundsOfLooks = () =>
  fc.array(fc.array(looks(), { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 });

test("no response to a customer contains another customer's data, in any sequence of requests", {
  timeout: scaled(60_000),
}, async () => {
  const foundOwn = new Set<string>();

  async function look(who: number, path: string): Promise<void> {
    const client = customers[who]?.client ?? new WebClient(furrow.url);
    const { headers, text } = await client.see(path);
    const told = `${[...headers].join("\n")}\n${text}`;
    for (const [owner, { words }] of customers.entries()) {
      // Ignores words of the request's path, because a response can repeat the path, as the
      // redirect to the login does.
      const word = words.find((each) => !path.includes(each) && told.includes(each));
      if (word === undefined) continue;
      const asker = names[who] ?? "a visitor";
      if (owner !== who) throw new Error(`${path} tells ${asker} of ${names[owner]}: ${word}.`);
      foundOwn.add(asker);
    }
  }

  const holds = fc.asyncProperty(roundsOfLooks(), async (rounds) => {
    for (const round of rounds) {
      await Promise.all(round.map(([who, path]) => look(who, paths[path] ?? "/")));
    }
  });
  await fc.assert(holds, { numRuns: 15 });
  // Each customer found their own words, so the test would also notice words of another customer.
  expect([...foundOwn].toSorted()).toEqual(names);
});
