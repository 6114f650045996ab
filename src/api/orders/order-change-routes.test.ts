import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  type Caller,
  openSite,
  orderBy,
  type TestSite,
} from "../../../tests/support/servers/site.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { checkMs } from "./order-change-routes.ts";

let site: TestSite;
let admin: Caller;
let customer: Caller;
let path: string;

beforeAll(async () => {
  site = await openSite();
  admin = await site.admin();
  customer = await site.register("ada@example.com");
  path = `/api/order/${await orderBy(customer, admin)}`;
});
afterAll(() => site.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Opens a stream. `text()` returns the text that has arrived so far. */
async function openStream(caller: Caller, query = "", headers = {}) {
  const answer = await caller.call("GET", `${path}/changes${query}`, undefined, headers);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/event-stream");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  let text = "";
  let isOver = false;
  const reader = answer.body?.getReader();
  const reading = (async () => {
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) break;
      text += new TextDecoder().decode(part.value);
    }
    isOver = true;
  })();
  return {
    text: () => text,
    isOver: () => isOver,
    leave: async () => {
      await reader?.cancel();
      await reading;
    },
  };
}

/** Waits for an assertion in real time, which the sign-in of a request takes. */
function arrives(assertion: () => void): Promise<void> {
  return vi.waitFor(assertion, { timeout: scaled(checkMs) });
}

let sent = 0;
function say(caller: Caller) {
  sent += 1;
  const key = { "idempotency-key": `message-${sent}` };
  return caller.call("POST", `${path}/messages`, { text: "Hello" }, key);
}

const stateIn = (text: string) => /event: changed\nid: (\S+)\ndata:\n\n/.exec(text)?.[1];

test("a stream tells its client of changes, without their content, and stays open", async () => {
  const stream = await openStream(customer);
  await vi.advanceTimersByTimeAsync(1000);
  expect(stream.text()).toBe("retry: 5000\n\n");
  await say(admin);
  await vi.advanceTimersByTimeAsync(1000);
  await arrives(() => expect(stateIn(stream.text())).toBeDefined());
  expect(stream.text()).not.toContain("Hello");
  await vi.advanceTimersByTimeAsync(checkMs);
  await arrives(() => expect(stream.text()).toContain(": open\n\n"));
  expect(stream.isOver()).toBe(false);
  await stream.leave();
});

test("a client with an older state gets an event at once, and a client with the current state gets none", async () => {
  const first = await openStream(customer, "?since=older");
  await arrives(() => expect(stateIn(first.text())).toBeDefined());
  const state = stateIn(first.text()) ?? "";
  await first.leave();
  const second = await openStream(customer, `?since=${state}`);
  const third = await openStream(customer, "?since=older", { "last-event-id": state });
  await vi.advanceTimersByTimeAsync(2000);
  expect([stateIn(second.text()), stateIn(third.text())]).toEqual([undefined, undefined]);
  await second.leave();
  await third.leave();
});

test("a person whose session ends gets an event before the stream ends", async () => {
  const ada = await site.signIn("ada@example.com", "hedgerow and barley");
  const stream = await openStream(ada);
  await vi.advanceTimersByTimeAsync(checkMs);
  expect(stream.isOver()).toBe(false);
  await ada.call("POST", "/api/auth/sign-out");
  await vi.advanceTimersByTimeAsync(checkMs);
  await arrives(() => expect(stream.isOver()).toBe(true));
  expect(stateIn(stream.text())).toBe("lost");
});

test("a stream whose check fails ends without an event, so that the client connects again", async () => {
  const stream = await openStream(customer);
  const identify = vi.spyOn(site.services, "identify").mockImplementation(() => {
    throw new Error("The database does not answer.");
  });
  await vi.advanceTimersByTimeAsync(checkMs);
  await arrives(() => expect(stream.isOver()).toBe(true));
  identify.mockRestore();
  expect(stream.text()).not.toContain("event:");
});

test("a person who loses the right to the order gets an event before the stream ends", async () => {
  await site.register("wim@example.com");
  const { database, roomChanges } = site.services;
  const id = path.slice("/api/order/".length);
  const order = database.read.selectFrom("orders").select("company_id").where("id", "=", id);
  const { company_id: own } = await order.executeTakeFirstOrThrow();
  const wim = database.read.selectFrom("user").select("id").where("email", "=", "wim@example.com");
  const { id: elsewhere } = await wim.executeTakeFirstOrThrow();
  const moveTo = (company_id: string) =>
    database.write((tx) =>
      tx.updateTable("orders").set({ company_id }).where("id", "=", id).execute(),
    );
  // Without a watcher, the stream learns of the change only from its periodic check of the rights.
  const watch = vi.spyOn(roomChanges, "watch").mockReturnValue(() => {});
  const stream = await openStream(customer);
  watch.mockRestore();
  await moveTo(elsewhere);
  await vi.advanceTimersByTimeAsync(checkMs);
  await arrives(() => expect(stream.isOver()).toBe(true));
  expect(stateIn(stream.text())).toBe("lost");
  await moveTo(own);
});

test("a person has at most ten streams, until one ends", async () => {
  const streams = [];
  for (let count = 0; count < 10; count++) streams.push(await openStream(customer));
  expect((await customer.call("GET", `${path}/changes`)).status).toBe(429);
  await streams.pop()?.leave();
  streams.push(await openStream(customer));
  for (const stream of streams) await stream.leave();
});

test("streams end when the process stops", async () => {
  const stream = await openStream(admin);
  await site.close();
  await vi.advanceTimersByTimeAsync(10);
  expect(stream.isOver()).toBe(true);
});
