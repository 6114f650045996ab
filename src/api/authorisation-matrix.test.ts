import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ActorName,
  actors,
  blockTable,
  callTable,
  readCells,
  writeCells,
} from "../../tests/support/authorisation-table.ts";
import { type MatrixSite, openMatrixSite } from "../../tests/support/matrix-site.ts";
import { scaled } from "../../tests/support/time-limits.ts";
import { blocks } from "../content/model/blocks.ts";
import type { Block } from "../content/model/define.ts";

let site: MatrixSite;

beforeAll(async () => {
  site = await openMatrixSite();
});
afterAll(() => site.close());

const allBlocks = Object.values(blocks) as Block[];

/** Every call with its status for each actor, and the block that it belongs to. */
const table = [
  ...allBlocks.flatMap((block) => blockCells(block)),
  ...Object.entries(callTable).map(([call, cells]) => ({ call, cells, block: null })),
];

/** In an order in which each call finds a record: deleted records are added again. */
function blockCells(block: Block) {
  const reading = readCells[blockTable[block.name] ?? "admins"];
  return block.calls.flatMap(({ list, read, update, create }) => {
    const cells = [
      ...list.map((path) => [`GET /api${path}`, reading] as const),
      [`GET /api${read}/{id}`, reading] as const,
      [`PUT /api${update}/{id}`, writeCells.update] as const,
      [`DELETE /api${read}/{id}`, writeCells.remove] as const,
      [`POST /api${create}`, writeCells.create] as const,
    ];
    return cells.map(([call, statuses]) => ({ call, cells: statuses, block }));
  });
}

const isRefusal = (status: number) => status === 401 || status === 403 || status === 404;
const isWrite = (call: string) => !call.startsWith("GET ");

/** The expected and the actual cells. */
async function tryCells(chosen: (status: number, actor: ActorName) => boolean) {
  const expected: string[] = [];
  const found: string[] = [];
  for (const { call, cells, block } of table) {
    for (const [at, actor] of actors.entries()) {
      const status = cells[at] ?? 0;
      if (!chosen(status, actor)) continue;
      expected.push(`${call} by ${actor}: ${status}`);
      found.push(`${call} by ${actor}: ${await site.statusOf(call, actor, block)}`);
    }
  }
  return { expected, found };
}

// The test makes about a thousand requests, so it has a longer time limit.
describe("The authorisation matrix", { timeout: scaled(60_000) }, () => {
  test("has exactly one row for every call and every block", () => {
    expect(table.map(({ call }) => call).toSorted()).toEqual(site.describedCalls());
    expect(Object.keys(blockTable).toSorted()).toEqual(
      allBlocks.map(({ name }) => name).toSorted(),
    );
  });

  test("refuses all other actors, without any change", async () => {
    const before = await site.everythingStored();
    const { expected, found } = await tryCells(
      (status, actor) => isRefusal(status) && actor !== "admin",
    );
    expect(found).toEqual(expected);
    expect(found.length).toBeGreaterThan(500);
    expect(await site.everythingStored()).toEqual(before);
  });

  test("shows a customer only their own orders; those of others look like unknown ones", async () => {
    expect(await site.listed("another customer", "/api/orders")).toEqual([]);
    expect(await site.listed("another customer", "/api/users")).toEqual([]);
    expect(await site.listed("removed admin", "/api/orders")).toEqual([]);
    expect(await site.listed("customer", "/api/orders")).toHaveLength(1);
    expect(await site.listed("admin", "/api/orders")).toHaveLength(1);
    const [theirs, unknown] = await site.problemsOf("another customer", [
      `/api/order/${site.orderId}`,
      "/api/order/unknown",
    ]);
    expect(theirs).toEqual({ ...unknown, requestId: theirs?.requestId });
  });

  test("permits no write by GET, HEAD or a method override", async () => {
    const before = await site.everythingStored();
    const posts = new Set(table.filter(({ call }) => call.startsWith("POST ")).map(pathOf));
    for (const row of table.filter(({ call }) => isWrite(call))) {
      const [method = ""] = row.call.split(" ");
      // A POST to a path with a POST call would run that call.
      const others = posts.has(pathOf(row)) ? ["GET", "HEAD"] : ["GET", "HEAD", "POST"];
      for (const other of others) {
        const answer = await site.overriding(row.call, other, method, row.block);
        expect([row.call, other, answer.status < 500]).toEqual([row.call, other, true]);
      }
    }
    expect(await site.everythingStored()).toEqual(before);
  });

  test("accepts every allowed actor", async () => {
    const { expected, found } = await tryCells(
      (status, actor) => !isRefusal(status) || actor === "admin",
    );
    expect(found).toEqual(expected);
  });
});

function pathOf({ call }: { readonly call: string }): string {
  return call.split(" ")[1] ?? "";
}
