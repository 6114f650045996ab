import { expect, test } from "vitest";
import { insertUserRecord } from "#access/admins/user-records.ts";
import { addCompany, rightRow } from "#companies/company-people.server.ts";
import { openOrderLink } from "#orders/links/open-link.ts";
import { teamRoles } from "#policy/roles.ts";
import { addressOf } from "../../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import {
  type StreamActor,
  streamActors,
  streamTable,
} from "../../../tests/support/rights/stream-table.ts";
import { type Caller, openSite, testAdmin } from "../../../tests/support/servers/site.ts";
import { scaled } from "../../../tests/support/time-limits.ts";

interface OpenApiDocument {
  readonly paths: Readonly<
    Record<string, Record<string, { responses?: Record<string, { content?: object }> }>>
  >;
}

/** Every path of the document that answers with events. */
function streamsOf({ paths }: OpenApiDocument): readonly string[] {
  return Object.entries(paths).flatMap(([path, { get }]) =>
    JSON.stringify(get?.responses ?? {}).includes("text/event-stream") ? [path] : [],
  );
}

async function openActors(settings: Record<string, string>) {
  const site = await openSite(settings);
  const { database } = site.services;
  const idOf = async (caller: Caller): Promise<string> =>
    (await (await caller.call("GET", "/api/auth/get-session")).json()).user.id;
  const customer = await site.register("customer@example.com");
  const order = await customer.call("POST", "/api/new-order", {
    packageName: "Basic",
    customerName: "Ada Field",
    customerAddress: "1 Long Acre",
    customerCountry: "Norway",
  });
  const orderId = (await order.json())._id;
  const colleague = {
    "colleague with orders": { orders: true, payments: false },
    "colleague with payments": { orders: false, payments: true },
    "removed colleague": { orders: true, payments: false },
  };
  const callers: Partial<Record<StreamActor, Caller>> = {
    visitor: site,
    customer,
    Admin: await site.signIn(testAdmin.email, testAdmin.password),
    "another customer": await site.register("another@example.com"),
  };
  const company = await idOf(customer);
  await database.write((tx) => addCompany(tx, company, company, 1));
  for (const [name, rights] of Object.entries(colleague)) {
    const caller = await site.register(`${name.replaceAll(" ", "-")}@example.com`);
    callers[name as StreamActor] = caller;
    const account_id = await idOf(caller);
    const row = rightRow({ ...rights, mayOrder: false, people: false });
    await database.write((tx) =>
      tx
        .insertInto("company_people")
        .values({ account_id, company_id: company, ...row, invited_by: company, since: 2 })
        .execute(),
    );
  }
  const removed = await idOf(callers["removed colleague"] ?? site);
  await customer.call("DELETE", `/api/my-company/people/${removed}`);
  const staff = [...teamRoles.filter((role) => role !== "Admin"), "assigned Worker"] as const;
  for (const name of staff) {
    const email = `${name.replace(" ", "-").toLowerCase()}@example.com`;
    const caller = await site.register(email);
    callers[name] = caller;
    const id = await idOf(caller);
    await database.write(async (tx) => {
      const role = name === "assigned Worker" ? "Worker" : name;
      await insertUserRecord(tx, email, 1, role);
      await tx.updateTable("user").set({ emailVerified: true }).where("id", "=", id).execute();
      if (name !== "assigned Worker") return;
      await tx.updateTable("orders").set({ assignee_id: id }).where("id", "=", orderId).execute();
    });
  }
  const [mail] = await database.read
    .selectFrom("mail_outbox")
    .select("text_body")
    .where("letter", "=", "orderPlaced")
    .execute();
  const [, token = ""] = /order-link\?token=([\w-]+)/.exec(mail?.text_body ?? "") ?? [];
  const { secret } = await openOrderLink(site.services, token);
  callers["holder of a link"] = {
    ...site,
    call: (method, path, body) =>
      site.call(method, path, body, { cookie: `furrow-link=${secret}` }),
  };
  return { site, orderId, callers: callers as Readonly<Record<StreamActor, Caller>> };
}

describeOnEachDatabase("The table of event streams", (openDatabase) => {
  test("has a line for every stream, with the status that the server gives each actor", {
    timeout: scaled(60_000),
  }, async () => {
    const where = await addressOf(await openDatabase());
    const { site, orderId, callers } = await openActors(
      where.engine === "sqlite"
        ? {}
        : { DATABASE_URL: where.url, SECRET: "a secret of thirty-two characters" },
    );
    try {
      const document = await (await site.call("GET", "/api/openapi.json")).json();
      const streams = streamsOf(document);
      expect(streams.map((path) => path.replace(/^(?!\/api)/, "/api"))).toEqual(
        Object.keys(streamTable),
      );
      for (const [path, statuses] of Object.entries(streamTable)) {
        const found: Partial<Record<StreamActor, number>> = {};
        for (const actor of streamActors) {
          const answer = await callers[actor].call("GET", path.replace("{id}", orderId));
          found[actor] = answer.status;
          const isStream = answer.headers.get("content-type") === "text/event-stream";
          expect([actor, isStream]).toEqual([actor, answer.status === 200]);
          await answer.body?.cancel();
        }
        expect(found).toEqual(statuses);
      }
    } finally {
      await site.close();
    }
  });
});
