import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { blocks } from "#content/model/blocks.ts";
import type { AnyRecord } from "#content/model/define.ts";
import { type Database, openDatabase } from "#platform/database/database.ts";
import { settingsOf } from "./support/databases/address-of.ts";
import { databasePlaceholder } from "./support/databases/postgres-administration.ts";
import { postgresDatabases } from "./support/databases/postgres-databases.ts";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { adminOf, register, WebClient } from "./support/servers/web-client.ts";
import { scaled } from "./support/time-limits.ts";

/** Number of changes that the test publishes. `ROUNDS=1000` makes the test longer. */
const rounds = Number(process.env.ROUNDS ?? "4");
const eventually = { timeout: scaled(20_000), interval: 50 };
const url = inject("postgresUrl");

describe.skipIf(url === null)(
  "Two servers, one of them with two processes, over one PostgreSQL",
  () => {
    const databases = postgresDatabases(url ?? "");
    let database: Database;
    let servers: FurrowServer[];
    let admins: WebClient[];
    let visitors: WebClient[];

    beforeAll(async () => {
      database = await databases.open();
      const settings = await settingsOf(database);
      servers = await Promise.all([
        startFurrow(settings),
        startFurrow({ ...settings, WORKERS: "2" }),
      ]);
      const admin = await adminOf(servers[0] as FurrowServer);
      admins = servers.map((server) => admin.with({ url: server.url }));
      visitors = servers.map((server) => new WebClient(server.url));
    });
    afterAll(async () => {
      await Promise.all((servers ?? []).map((server) => server.stop()));
      await databases.remove();
    });

    const headingIn = async (viewer: WebClient | undefined) =>
      /Round (\d+) is sown/.exec((await viewer?.see("/thanks"))?.text ?? "")?.[1];

    test(`show ${rounds} changes to their author at the next request, and to everybody soon`, {
      timeout: scaled(20_000 + rounds * 10_000),
    }, async () => {
      const [record] = (await admins[0]?.call<AnyRecord[]>("GET", "/copyrights")) ?? [];
      const { _id = "", ...values } = record ?? {};
      for (let round = 0; round < rounds; round++) {
        const [here, there] = round % 2 === 0 ? [0, 1] : [1, 0];
        const change = { ...values, copyrightText: `Round ${round} is sown` };
        await admins[here]?.call("PUT", `${blocks.copyright.calls[0]?.update}/${_id}`, change);
        for (const where of [here, there, there]) {
          expect(await headingIn(admins[where]), `admin, round ${round}`).toBe(String(round));
        }
        // The first server has only one process, so its visitors must see its changes at the next
        // request.
        if (here === 0) expect(await headingIn(visitors[0])).toBe(String(round));
        // Two requests in a row reach both processes of the second server.
        for (const viewer of [...visitors, ...visitors]) {
          await expect.poll(() => headingIn(viewer), eventually).toBe(String(round));
        }
      }
    });

    test("take payments through an account that was connected at the other server, soon and without a restart", async () => {
      const formTargets = async (viewer: WebClient | undefined) => {
        const policy = (await viewer?.see("/"))?.headers.get("content-security-policy") ?? "";
        return /form-action ([^;]*)/.exec(policy)?.[1];
      };
      const paypal = "https://www.sandbox.paypal.com";
      const account = { kind: "paypal-standard", mode: "test" };
      const fields = { receiver: "till@shop.test" };
      const { id } = (await admins[0]?.call<{ id: string }>("POST", "/settings/payments/accounts", {
        ...account,
        fields,
      })) ?? { id: "" };
      for (const viewer of [...visitors, ...visitors]) {
        await expect.poll(() => formTargets(viewer), eventually).toContain(paypal);
      }
      await admins[1]?.call("DELETE", `/settings/payments/accounts/${id}`);
      for (const viewer of [...visitors, ...visitors]) {
        await expect.poll(() => formTargets(viewer), eventually).not.toContain(paypal);
      }
    });

    test("accept a session that the other server began, and reject a session that the other server ended, at the next request", async () => {
      const [first, second] = servers;
      const bea = await register(first?.url ?? "", "bea@example.com");
      const there = bea.with({ url: second?.url ?? "" });
      expect((await there.see("/")).text).toContain('href="/dashboard"');
      await there.call("POST", "/auth/sign-out");
      expect((await bea.see("/")).text.includes('href="/dashboard"')).toBe(false);
    });

    test("show a new message on the open pages of all processes", async () => {
      const cleo = await register(servers[0]?.url ?? "", "cleo@example.com");
      const { _id } = await cleo.call<{ _id: string }>("POST", "/new-order", {
        packageName: "Basic",
        customerName: "Cleo",
        customerAddress: "1 Long Acre",
        customerCountry: "Norway",
      });
      const date = new Date().toISOString().slice(0, 10);
      const payment = { amount: "149.00", date, reference: "Transfer" };
      const key = (name: string) => ({ "idempotency-key": name });
      await admins[0]?.call("POST", `/order/${_id}/payments`, payment, key("paid"));
      const heard = new Set<number>();
      const leave = new AbortController();
      // Three streams at the second server reach both of its processes.
      const addresses = [0, 1, 1, 1].map((index) => servers[index]?.url ?? "");
      for (const [index, address] of addresses.entries()) {
        const answer = await fetch(`${address}/api/order/${_id}/changes`, {
          headers: { cookie: cleo.cookie },
          signal: leave.signal,
        });
        expect(answer.status).toBe(200);
        const listen = async () => {
          const parts = answer.body?.pipeThrough(new TextDecoderStream()) ?? [];
          for await (const part of parts) if (part.includes("changed")) heard.add(index);
        };
        void listen().catch(() => {});
      }
      await admins[1]?.call("POST", `/order/${_id}/messages`, { text: "Hello" }, key("hello"));
      await expect.poll(() => [...heard].sort(), eventually).toEqual([0, 1, 2, 3]);
      leave.abort();
    });

    test("send no cached page while the database is unreachable, and recover afterwards", async () => {
      const viewers = [...visitors, ...visitors, ...admins];
      for (const viewer of viewers) expect((await viewer.see("/")).status).toBe(200);
      const elsewhere = openDatabase({
        engine: "postgres",
        url: url?.replace(databasePlaceholder, "postgres") ?? "",
      });
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
        database.read,
      );
      const name = rows[0]?.name ?? "";
      const allow = (whether: boolean) =>
        sql`alter database ${sql.ref(name)} allow_connections ${sql.raw(String(whether))}`.execute(
          elsewhere.libraryHandle,
        );
      await allow(false);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(
        elsewhere.libraryHandle,
      );
      const statusOf = (viewer: WebClient, path: string) => async () =>
        (await viewer.see(path)).status;
      for (const viewer of viewers) {
        await expect.poll(statusOf(viewer, "/"), eventually).toBe(503);
      }
      for (const viewer of admins) {
        await expect.poll(statusOf(viewer, "/total-orders.data"), eventually).toBe(503);
      }
      await allow(true);
      await elsewhere.close();
      for (const viewer of viewers) {
        await expect.poll(statusOf(viewer, "/"), eventually).toBe(200);
      }
    });
  },
);
