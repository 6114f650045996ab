import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

test("an unknown path is reported as no such call, and an unknown id at a known path gets 404", async () => {
  expect(await answerTo("GET", "/bananas")).toBe("no such call");
  expect(await answerTo("GET", `/banner/${newId()}`)).toBe(404);
});

test.each(split(lists))("GET %s returns a list", async (path) => {
  const answer = await admin.call("GET", `/api${path}`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toBeInstanceOf(Array);
});

test.each(split(reads))("GET %s is served", async (path) => {
  expect(await answerTo("GET", withId(path))).toBe(404);
});

test.each(split(updates))("PUT %s is served", async (path) => {
  expect([400, 404]).toContain(await answerTo("PUT", withId(path), {}));
});

test.each([...Object.keys(contentCreates), ...split(otherCreates)])(
  "POST %s is served",
  async (path) => {
    expect(await answerTo("POST", path, {})).toBe(400);
  },
);

describe.each(Object.entries(contentCreates))("POST %s", (path, fields) => {
  test(`accepts ${fields}, and returns them with an id`, async () => {
    const { block, read, list } = callsAt(path);
    if (block.shape === "singleton") {
      const [record] = (await (await admin.call("GET", `/api${list}`)).json()) as { _id: string }[];
      await admin.call("DELETE", `/api${read}/${record?._id}`);
    }
    const seed = block.seed[0] as Record<string, string>;
    const body = Object.fromEntries(split(fields).map((name) => [name, seed[name]]));
    const answer = await admin.call("POST", `/api${path}`, body);
    expect(answer.status).toBe(201);
    const created = (await answer.json()) as Record<string, string>;
    expect(created).toMatchObject({ _id: expect.any(String), ...body });
    const again = await admin.call("GET", `/api${read}/${created._id}`);
    expect(await again.json()).toEqual(created);
  });
});

test("design templates have calls to list, read and update them, although section 7 of the specification omits them", async () => {
  expect(await answerTo("GET", "/items")).toBe(200);
  expect(await answerTo("GET", `/item/${newId()}`)).toBe(404);
  expect(await answerTo("PUT", `/item/${newId()}`, {})).toBe(400);
});

function callsAt(create: string): { block: Block; read: string; list: string } {
  for (const block of Object.values(blocks) as Block[]) {
    const calls = block.calls.find((each) => each.create === create);
    if (calls !== undefined) return { block, read: calls.read, list: calls.list[0] ?? "" };
  }
  throw new Error(`No block declares ${create}.`);
}
