import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, openSite, type TestSite } from "../../tests/support/servers/site.ts";
import {
  contentCreates,
  lists,
  otherCreates,
  reads,
  updates,
} from "../../tests/support/specification.ts";
import { blocks } from "../content/model/blocks.ts";
import type { Block } from "../content/model/define.ts";
import { newId } from "../platform/ids.ts";

const split = (names: string) => names.split(", ");
const withId = (path: string) => path.replace("{id}", newId());

let site: TestSite;
let admin: Caller;

beforeAll(async () => {
  site = await openSite();
  admin = await site.admin();
});
afterAll(() => site.close());

/** The status of a call, or "no such call" if the API has no such call. */
async function answerTo(method: string, path: string, body?: unknown): Promise<number | string> {
  const answer = await admin.call(method, `/api${path}`, body);
  const text = await answer.text();
  const isServed = answer.status !== 405 && !text.includes("This API has no such endpoint.");
  return isServed ? answer.status : "no such call";
}

test("every call of the specification is served", async () => {
  expect(await answerTo("GET", "/bananas")).toBe("no such call");
  const calls = [
    ...split(lists).map((path) => ["GET", path, [200]] as const),
    ...split(reads).map((path) => ["GET", withId(path), [404]] as const),
    ...split(updates).map((path) => ["PUT", withId(path), [400, 404]] as const),
    ...[...Object.keys(contentCreates), ...split(otherCreates)].map(
      (path) => ["POST", path, [400]] as const,
    ),
    // Section 7 of the specification omits these calls of design templates.
    ["GET", "/items", [200]] as const,
    ["GET", `/item/${newId()}`, [404]] as const,
    ["PUT", `/item/${newId()}`, [400]] as const,
  ];
  const wrong: unknown[] = [];
  for (const [method, path, statuses] of calls) {
    const answer = await answerTo(method, path, method === "GET" ? undefined : {});
    if (!(statuses as readonly unknown[]).includes(answer)) wrong.push([method, path, answer]);
  }
  expect(wrong).toEqual([]);
});

test("every call that creates a record takes the fields of the specification, and returns them with an id", async () => {
  for (const [path, fields] of Object.entries(contentCreates)) {
    const { block, read, list } = callsAt(path);
    if (block.shape === "singleton") {
      const [record] = (await (await admin.call("GET", `/api${list}`)).json()) as { _id: string }[];
      await admin.call("DELETE", `/api${read}/${record?._id}`);
    }
    const seed = block.seed[0] as Record<string, string>;
    const body = Object.fromEntries(split(fields).map((name) => [name, seed[name]]));
    const answer = await admin.call("POST", `/api${path}`, body);
    expect([path, answer.status]).toEqual([path, 201]);
    const created = (await answer.json()) as Record<string, string>;
    expect(created).toMatchObject({ _id: expect.any(String), ...body });
    const again = await admin.call("GET", `/api${read}/${created._id}`);
    expect(await again.json()).toEqual(created);
  }
});

function callsAt(create: string): { block: Block; read: string; list: string } {
  for (const block of Object.values(blocks) as Block[]) {
    const calls = block.calls.find((each) => each.create === create);
    if (calls !== undefined) return { block, read: calls.read, list: calls.list[0] ?? "" };
  }
  throw new Error(`No block declares ${create}.`);
}
