import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEntries } from "../../tests/support/databases/audit-entries.ts";
import {
  type ActorName,
  actors,
  callTable,
  privateBlocks,
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
import { testAdmin } from "../../tests/support/servers/site.ts";
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

/** All blocks share one module and differ in `readBy`, `changeRight` and `shape`. */
const sampled = [
  "banner",
  "pricing-package",
  "terms",
  "service-item",
  "brief-question",
  "payment-email",
];

/** Calls with the expected status for each actor and, for a block's calls, the block. */
const table = [
  ...allBlocks.filter(({ name }) => sampled.includes(name)).flatMap(blockCells),
  ...Object.entries(callTable).map(([call, cells]) => ({ call, cells, block: null })),
];

/**
 * GET, PUT and DELETE need a record. POST comes last, because POST adds a record in place of the
 * record that DELETE has removed.
 */
function blockCells(block: Block) {
  const reading = readCells[privateBlocks.test(block.name) ? "admins" : "everyone"];
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

/** Calls that everybody may make for themselves. The audit log names changes by the team. */
const ofEverybody =
  /^POST \/api\/(auth|add-message|add-subscriber|site-checks|new-order|payments\/(paypal|stripe))|my-company/;

/** Calls that change nothing in this order of calls. Tests of their operations find their entries. */
const changeNothing = [
  "PUT /api/order/{id}/company",
  "POST /api/order/{id}/brief/acknowledgement",
  "PUT /api/order/{id}/assignee",
  "PUT /api/assignment-rules",
  "POST /api/order/{id}/questions/close",
  "DELETE /api/order/{id}/links/{accountId}",
  "POST /api/content/{block}/{id}/publish",
  // The customer has made these changes already.
  "POST /api/subscription/{id}/pause",
  "POST /api/subscription/{id}/resume",
  "POST /api/subscription/{id}/cancellation",
  "POST /api/subscription/{id}/keeping",
  "POST /api/subscription/{id}/plan",
  "PUT /api/settings/payments/mode",
];

/** The audit entries that a successful call of an admin leaves: none, one, or several for a file. */
function entriesLeftBy(call: string): "no entry" | "one entry" | "several entries" {
  if (call.startsWith("GET ") || ofEverybody.test(call)) return "no entry";
  if (call === "POST /api/content/import") return "several entries";
  return changeNothing.includes(call) ? "no entry" : "one entry";
}

/** Tries the chosen cells one after the other. Also finds the audit entries that each leaves. */
async function tryCells(chosen: (status: number, actor: ActorName) => boolean) {
  const expected: string[] = [];
  const found: string[] = [];
  let logged = (await entries()).length;
  for (const { call, cells, block } of table) {
    for (const [at, actor] of actors.entries()) {
      const status = cells[at] ?? 0;
      if (!chosen(status, actor)) continue;
      const isByAdmin = actor === "admin" && status < 300;
      const left = isByAdmin ? entriesLeftBy(call) : "no entry";
      expected.push(`${call} by ${actor}: ${status}, ${left}`);
      const answer = await site.statusOf(call, actor, block);
      const { length } = await entries();
      const words = ["no entry", "one entry"][length - logged] ?? "several entries";
      found.push(`${call} by ${actor}: ${answer}, ${words}`);
      logged = length;
    }
  }
  return { expected, found };
}

const entries = () => auditEntries(site.site.services.database);

// A longer time limit, because these tests send about two thousand requests.
describe("The authorisation matrix", { timeout: scaled(60_000) }, () => {
  test("has one row for every call, and the readers of every block", () => {
    const calls = [
      ...allBlocks.flatMap(blockCells).map(({ call }) => call),
      ...Object.keys(callTable),
    ];
    expect(calls.toSorted()).toEqual(site.describedCalls());
    const closed = allBlocks.filter(({ readBy }) => readBy !== "everyone");
    expect(closed).toEqual(allBlocks.filter(({ name }) => privateBlocks.test(name)));
    const own = allBlocks.filter(({ changeRight }) => changeRight !== undefined);
    expect(own.map(({ name }) => name)).toEqual(blocksOfAdmins);
  });

  test("refuses every actor without the right, and the refused calls change no data", async () => {
    const before = await site.everythingStored();
    const { expected, found } = await tryCells(
      (status, actor) => isRefusal(status) && actor !== "admin",
    );
    expect(found).toEqual(expected);
    expect(found.length).toBeGreaterThan(300);
    expect(await site.everythingStored()).toEqual(before);
  });

  test("shows a customer only their own orders, and answers for another customer's order as for an unknown order", async () => {
    expect(await site.listed("another customer", "/api/orders")).toEqual([]);
    expect(await site.listed("another customer", "/api/users")).toEqual([]);
    expect(await site.listed("removed admin", "/api/orders")).toEqual([]);
    expect(await site.listed("customer", "/api/orders")).toHaveLength(2);
    expect(await site.listed("admin", "/api/orders")).toHaveLength(2);
    expect(await site.listed("another customer", "/api/subscriptions")).toEqual([]);
    expect(await site.listed("removed admin", "/api/subscriptions")).toEqual([]);
    expect(await site.listed("customer", "/api/subscriptions")).toHaveLength(1);
    expect(await site.listed("admin", "/api/subscriptions")).toHaveLength(1);
    const [theirs, unknown] = await site.problemsOf("another customer", [
      `/api/order/${site.orderId}`,
      "/api/order/unknown",
    ]);
    expect(theirs).toEqual({ ...unknown, requestId: theirs?.requestId });
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
    const keys = [await site.keyOfAdmin("Admin", "all"), await site.keyOfAdmin("Manager", "read")];
    const before = await site.everythingStored();
    const wrong: string[] = [];
    for (const { role, access, caller } of keys) {
      for (const row of table.filter(({ cells }) => cells[0] === 401 || cells[2] === 403)) {
        const isReading = row.call.startsWith("GET ");
        const isOfRole = row.cells[role === "Admin" ? 3 : 2] !== 403 && row.cells[2] !== 404;
        const hasRight = isOfRole || role === "Admin" || rolesOf(row).includes(role);
        const isOfKeys = !site.needsSession(row.call) && !row.call.startsWith("GET /api/settings");
        const mayCall = hasRight && isOfKeys && (isReading || access === "all");
        // Skips the writes that the key may make, so that no data changes.
        if (mayCall && !isReading) continue;
        const status = await site.statusOf(row.call, caller, row.block);
        // 404 is right too: the order is another person's, and has no brief, password or file yet.
        const isFine = mayCall ? status === 200 || status === 404 : isRefusal(status);
        if (!isFine) wrong.push(`${row.call} by a key of ${role} (${access}): ${status}`);
      }
    }
    expect(wrong).toEqual([]);
    const after = await site.everythingStored();
    expect({ ...after, api_keys: [] }).toEqual({ ...before, api_keys: [] });
  });

  test("states the server's status for every call by an actor with the right, and for every call by an admin, whose changes the audit log names once", async () => {
    const { expected, found } = await tryCells(
      (status, actor) => !isRefusal(status) || actor === "admin",
    );
    expect(found).toEqual(expected);
    const { audit_log, mail_outbox } = await site.everythingStored();
    const tokens = [...JSON.stringify(mail_outbox).matchAll(/token=([\w-]{20,})/g)];
    expect(tokens.length).toBeGreaterThan(3);
    // The website is a customer's, and the audit log is never deleted.
    for (const secret of [
      "website-of-ada",
      testAdmin.password,
      "hedgerow and barley",
      ...tokens.map(([, token = ""]) => token),
    ])
      expect(JSON.stringify(audit_log)).not.toContain(secret);
  });
});
