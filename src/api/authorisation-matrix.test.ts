import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ActorName,
  actors,
  blockTable,
  callTable,
  readCells,
  writeCells,
} from "../../tests/support/rights/authorisation-table.ts";
import { type MatrixSite, openMatrixSite } from "../../tests/support/rights/matrix-site.ts";
import {
  blockRoles,
  blocksOfAdmins,
  callRoles,
  staffRoles,
} from "../../tests/support/rights/role-table.ts";
import { scaled } from "../../tests/support/time-limits.ts";
import { blocks } from "../content/model/blocks.ts";
import type { Block } from "../content/model/define.ts";
import type { StaffRole } from "../policy/roles.ts";

let site: MatrixSite;

beforeAll(async () => {
  site = await openMatrixSite();
});
afterAll(() => site.close());

const allBlocks = Object.values(blocks) as Block[];

/** Every call with the expected status for each actor and, for a block's calls, the block. */
const table = [
  ...allBlocks.flatMap((block) => blockCells(block)),
  ...Object.entries(callTable).map(([call, cells]) => ({ call, cells, block: null })),
];

/**
 * GET, PUT and DELETE need a record. POST comes last, because POST adds a record in place of the
 * record that DELETE has removed.
 */
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

/** This call answers 404 to everybody while the site receives no emails. */
const incomingMail = "POST /api/incoming-mail";

/** The roles besides Admin that may make a call. */
function rolesOf({ call, block }: (typeof table)[number]): readonly StaffRole[] {
  if (block === null) return callRoles[call] ?? [];
  if (call.startsWith("GET ")) return blockRoles.reads;
  return blocksOfAdmins.includes(block.name) ? [] : blockRoles.writes;
}

const isRefusal = (status: number) => status === 401 || status === 403 || status === 404;
const isWrite = (call: string) => !call.startsWith("GET ");

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

// A longer time limit, because these tests send about a thousand requests.
describe("The authorisation matrix", { timeout: scaled(60_000) }, () => {
  test("has one row for every call and one for every block", () => {
    expect(table.map(({ call }) => call).toSorted()).toEqual(site.describedCalls());
    expect(Object.keys(blockTable).toSorted()).toEqual(
      allBlocks.map(({ name }) => name).toSorted(),
    );
  });

  test("refuses every actor without the right, and the refused calls change no data", async () => {
    const before = await site.everythingStored();
    const { expected, found } = await tryCells(
      (status, actor) => isRefusal(status) && actor !== "admin",
    );
    expect(found).toEqual(expected);
    expect(found.length).toBeGreaterThan(500);
    expect(await site.everythingStored()).toEqual(before);
  });

  test("shows a customer only their own orders, and answers for another customer's order as for an unknown order", async () => {
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

  test("contains no write that runs for another HTTP method, even with a method override", async () => {
    const before = await site.everythingStored();
    const posts = new Set(table.filter(({ call }) => call.startsWith("POST ")).map(pathOf));
    for (const row of table.filter(({ call }) => isWrite(call))) {
      const [method = ""] = row.call.split(" ");
      // A POST request to a path that also has a POST call would run that call.
      const others = posts.has(pathOf(row)) ? ["GET", "HEAD"] : ["GET", "HEAD", "POST"];
      for (const other of others) {
        const answer = await site.overriding(row.call, other, method, row.block);
        expect([row.call, other, answer.status < 500]).toEqual([row.call, other, true]);
      }
    }
    expect(await site.everythingStored()).toEqual(before);
  });

  test("gives each role of the team exactly the calls of its rights", async () => {
    const before = await site.everythingStored();
    const ofTeam = table.filter(({ cells }) => cells[2] === 403 || cells[2] === 404);
    const calls = ofTeam.filter(({ call, block }) => block === null && call !== incomingMail);
    expect(calls.map(({ call }) => call).toSorted()).toEqual(Object.keys(callRoles).toSorted());
    const refusedTo = (row: (typeof table)[number]) =>
      staffRoles.filter((role) => !rolesOf(row).includes(role));
    const wrong: string[] = [];
    for (const row of ofTeam.filter(({ call }) => call !== incomingMail)) {
      for (const role of refusedTo(row)) {
        const status = await site.statusOf(row.call, role, row.block);
        if (status !== 403 && status !== 404) wrong.push(`${row.call} by ${role}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await site.everythingStored()).toEqual(before);
    for (const row of ofTeam.filter(({ call }) => call.startsWith("GET "))) {
      for (const role of rolesOf(row)) {
        const status = await site.statusOf(row.call, role, row.block);
        // 404 is right too, because the order has no brief, password or file yet.
        if (status !== 200 && status !== 404) wrong.push(`${row.call} by ${role}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("gives an API key of an owner exactly the calls of its role that need no session", async () => {
    const keys = await site.keysOfAdmin();
    const before = await site.everythingStored();
    const wrong: string[] = [];
    for (const { role, access, caller } of keys) {
      for (const row of table.filter(({ cells }) => cells[0] === 401 || cells[2] === 403)) {
        const isReading = row.call.startsWith("GET ");
        const isOfRole = row.cells[2] !== 403 && row.cells[2] !== 404;
        const isGiven = (isOfRole || rolesOf(row).includes(role)) && !site.needsSession(row.call);
        const mayCall = isGiven && (isReading || access === "all");
        // Skips the writes that the key may make, so that no data changes.
        if (mayCall && !isReading) continue;
        const status = await site.statusOf(row.call, caller, row.block);
        const isRefused = isRefusal(status);
        // 404 is right too: the order is another person's, and has no brief, password or file yet.
        const isFine = mayCall ? status === 200 || status === 404 : isRefused;
        if (!isFine) wrong.push(`${row.call} by a key of ${role} (${access}): ${status}`);
      }
    }
    expect(wrong).toEqual([]);
    const after = await site.everythingStored();
    expect({ ...after, api_keys: [] }).toEqual({ ...before, api_keys: [] });
  });

  test("states the server's status for every call by an actor with the right, and for every call by an admin", async () => {
    const { expected, found } = await tryCells(
      (status, actor) => !isRefusal(status) || actor === "admin",
    );
    expect(found).toEqual(expected);
  });
});

function pathOf({ call }: { readonly call: string }): string {
  return call.split(" ")[1] ?? "";
}
