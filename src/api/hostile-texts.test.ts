import { sql } from "kysely";
import { expect, test } from "vitest";
import { addressOf } from "../../tests/support/databases/address-of.ts";
import { describeStore } from "../../tests/support/databases/databases.ts";
import { type Caller, openSite, orderBy } from "../../tests/support/servers/site.ts";
import { scaled } from "../../tests/support/time-limits.ts";
import { blocks } from "../content/model/blocks.ts";
import type { Block } from "../content/model/define.ts";
import type { Queries } from "../platform/database/database.ts";
import { isPlainText } from "../platform/texts/plain-text.ts";
import type { OpenApiDocument, Operation } from "./docs/openapi-document.ts";

/** NUL, a bell, the beginning of a terminal's command, and half of a surrogate pair. */
const hostile = "a\u0000b\u0007c\u009b2Jd\ud800";
// A URL has bytes of UTF-8 only, so it cannot contain half of a surrogate pair.
const inUrl = encodeURIComponent(hostile.toWellFormed());

/** Calls of blocks share one module, so a few blocks stand for all others. */
const pathsOfOtherBlocks = new Set(
  (Object.values(blocks) as Block[])
    .filter(({ name }) => !["banner", "pricing-package", "terms", "redirect"].includes(name))
    .flatMap(({ calls }) => calls)
    .flatMap(({ list, read, update, create }) => [
      ...list,
      `${read}/{id}`,
      `${update}/{id}`,
      create,
    ])
    .map((path) => `/api${path}`),
);

interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

/** Copies of a body, each with one text at any depth, or one more property, made hostile. */
function hostileBodies(body: unknown, schema: JsonSchema | undefined): unknown[] {
  if (typeof body === "string") return [hostile];
  if (Array.isArray(body)) {
    return hostileBodies(body[0], undefined).map((changed) => body.with(0, changed));
  }
  if (typeof body !== "object" || body === null) return [];
  const named = Object.keys(schema?.properties ?? {}).filter((name) => !(name in body));
  return [
    ...Object.entries(body).flatMap(([name, one]) =>
      hostileBodies(one, schema?.properties?.[name]).map((changed) => ({
        ...body,
        [name]: changed,
      })),
    ),
    ...named.map((name) => ({ ...body, [name]: hostile })),
    { ...body, [hostile]: hostile },
  ];
}

function bodiesOf({ requestBody }: Operation, { components }: OpenApiDocument): unknown[] {
  const json = requestBody?.content["application/json"];
  if (json === undefined) return [];
  const name =
    String(json.schema.$ref ?? "")
      .split("/")
      .at(-1) ?? "";
  const schema = (components.schemas[name] ?? json.schema) as JsonSchema;
  return hostileBodies(json.example ?? {}, schema);
}

/** All stored texts that a page could not show, as "table.column: text". */
async function unshowableTexts(read: Queries): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await read.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      read,
    );
    for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
      if (typeof value === "string" && !isPlainText(value)) {
        found.push(`${name}.${column}: ${value}`);
      }
    }
  }
  return found;
}

describeStore("Texts that no page can show", (openDatabase) => {
  test("in any field, parameter or id of any call cause no internal error and are not stored", {
    timeout: scaled(180_000),
  }, async () => {
    const address = await addressOf(await openDatabase());
    const settings: Record<string, string> =
      address.engine === "postgres"
        ? { DATABASE_URL: address.url, SECRET: "a secret of thirty-two characters" }
        : {};
    const site = await openSite(settings);
    const customer = await site.register("customer@example.com");
    const orderId = await orderBy(customer);
    const document = (await (await site.raw("/api/openapi.json")).json()) as OpenApiDocument;
    let [sent, refused] = [0, 0];
    const failed: unknown[] = [];

    const signIns = {
      admin: () => site.admin(),
      customer: () => site.signIn("customer@example.com", "hedgerow and barley"),
    };
    const callers: Partial<Record<keyof typeof signIns, Caller>> = {};

    async function send(operation: Operation, method: string, path: string, body?: unknown) {
      const who = operation.description?.includes("For admins.") ? "admin" : "customer";
      callers[who] ??= await signIns[who]();
      // A header has no NUL and only bytes.
      const headers = { "idempotency-key": `key-${sent}`, "user-agent": "a\u0007b\u009b2Jd" };
      const answer = await callers[who].call(method.toUpperCase(), path, body, headers);
      // An event stream would not end.
      await answer.body?.cancel();
      sent += 1;
      if (answer.status === 400) refused += 1;
      if (answer.status >= 500) failed.push([answer.status, method, path, body]);
      // Some calls end the session.
      if (answer.status === 401 || answer.headers.has("set-cookie")) delete callers[who];
    }

    for (const [path, operations] of Object.entries(document.paths)) {
      if (pathsOfOtherBlocks.has(path)) continue;
      const known = path.replace("/order/{id}", `/order/${orderId}`).replace(/\{\w+\}/g, "1");
      for (const [method, operation] of Object.entries(operations)) {
        if (path.includes("{")) {
          const hostileId = path.replace(/\{\w+\}/g, inUrl);
          await send(operation, method, hostileId, method === "get" ? undefined : {});
        }
        for (const { name, in: place } of operation.parameters) {
          if (place === "query") await send(operation, method, `${known}?${name}=${inUrl}`);
        }
        for (const body of bodiesOf(operation, document))
          await send(operation, method, known, body);
      }
    }
    expect(failed).toEqual([]);
    expect(sent).toBeGreaterThan(300);
    expect(refused).toBeGreaterThan(100);
    expect(await unshowableTexts(site.services.database.read)).toEqual([]);
    await site.close();
  });
});
