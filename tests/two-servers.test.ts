import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { blocks } from "#content/model/blocks.ts";
import type { AnyRecord } from "#content/model/define.ts";
import { type Database, openDatabase } from "#platform/database/database.ts";
import { addressOf } from "./support/databases/address-of.ts";
import { databasePlaceholder } from "./support/databases/postgres-administration.ts";
import { postgresDatabases } from "./support/databases/postgres-databases.ts";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { adminOf, register, WebClient } from "./support/servers/web-client.ts";
import { scaled } from "./support/time-limits.ts";

/** Number of changes that the test publishes. `ROUNDS=1000` makes the test longer. */
const rounds = Number(process.env.ROUNDS ?? "30");
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
      const { url: databaseUrl = "" } = (await addressOf(database)) as { url?: string };
      const settings = {
        DATABASE_URL: databaseUrl,
        SECRET: "a secret of thirty-two characters",
      };
      servers = await Promise.all([
        startFurrow(settings),
        startFurrow({ ...settings, WORKERS: "2" }),
      ]);
      const [first] = servers;
      if (first === undefined) throw new Error("There is no server.");
      const admin = await adminOf(first);
      admins = servers.map((server) => admin.with({ url: server.url }));
      visitors = servers.map((server) => new WebClient(server.url));
    });
    afterAll(async () => {
      await Promise.all((servers ?? []).map((server) => server.stop()));
      await databases.remove();
    });

    const headingIn = async (viewer: WebClient | undefined) =>
      /Round (\d+) is sown/.exec((await viewer?.see("/thanks"))?.text ?? "")?.[1];

    test(
      `show ${rounds} changes to their author at the next request, and to everybody within a second`,
      async () => {
        const [record] = (await admins[0]?.call<AnyRecord[]>("GET", "/copyrights")) ?? [];
        const { _id = "", ...values } = record ?? {};
        const publishedAt: number[] = [];
        const faults: string[] = [];
        let isOver = false;

        /** Polls a page, and records each state that was outdated by more than a second. */
        async function watch(viewer: WebClient, name: string): Promise<void> {
          while (!isOver) {
            const askedAt = performance.now();
            const due = publishedAt.findLastIndex((at) => at <= askedAt - 1000);
            const read = Number((await headingIn(viewer)) ?? -1);
            if (read < due)
              faults.push(`The visitor of ${name} reads ${read} where ${due} is due.`);
            await sleep(50);
          }
        }
        const watching = visitors.map((visitor, index) => watch(visitor, `server ${index}`));

        for (let round = 0; round < rounds; round++) {
          const [here, there] = round % 2 === 0 ? [0, 1] : [1, 0];
          const change = { ...values, copyrightText: `Round ${round} is sown` };
          await admins[here]?.call("PUT", `${blocks.copyright.calls[0]?.update}/${_id}`, change);
          publishedAt.push(performance.now());
          for (const where of [here, there, there]) {
            const read = await headingIn(admins[where]);
            if (read !== String(round)) faults.push(`The admin reads ${read} in round ${round}.`);
          }
          // The first server has only one process, so its visitors must see its changes at the next
          // request.
          const read = here === 0 ? await headingIn(visitors[0]) : String(round);
          if (read !== String(round)) faults.push(`A visitor reads ${read} in round ${round}.`);
        }
        isOver = true;
        await Promise.all(watching);
        await sleep(1000);
        for (const viewer of [...visitors, ...visitors]) {
          expect(await headingIn(viewer)).toBe(String(rounds - 1));
        }
        expect(faults).toEqual([]);
      },
      scaled(600_000),
    );

    test("accept a session that the other server began, and reject a session that the other server ended, at the next request", async () => {
      const [first, second] = servers;
      const bea = await register(first?.url ?? "", "bea@example.com");
      const there = bea.with({ url: second?.url ?? "" });
      expect((await there.see("/")).text).toContain('href="/dashboard"');
      await there.call("POST", "/auth/sign-out");
      expect((await bea.see("/")).text.includes('href="/dashboard"')).toBe(false);
    });

    test(
      "show a new message within two seconds on the open pages of all processes",
      async () => {
        const cleo = await register(servers[0]?.url ?? "", "cleo@example.com");
        const form = { packageName: "Basic", customerName: "Cleo", customerAddress: "1 Long Acre" };
        const { _id } = await cleo.call<{ _id: string }>("POST", "/new-order", {
          ...form,
          customerCountry: "Norway",
        });
        const date = new Date().toISOString().slice(0, 10);
        const payment = { amount: "149.00", date, reference: "Transfer" };
        await admins[0]?.call("POST", `/order/${_id}/payments`, payment, {
          "idempotency-key": "paid",
        });
        const heard: string[] = [];
        const leave = new AbortController();
        // Three streams at the second server reach both of its processes.
        const urls = [0, 1, 1, 1].map((index) => servers[index]?.url ?? "");
        await Promise.all(
          urls.map(async (address, index) => {
            const { signal } = leave;
            const answer = await fetch(`${address}/api/order/${_id}/changes`, {
              headers: { cookie: cleo.cookie },
              signal,
            });
            expect(answer.status).toBe(200);
            const listen = async () => {
              const parts = answer.body?.pipeThrough(new TextDecoderStream()) ?? [];
              for await (const part of parts) if (part.includes("changed")) heard.push(`${index}`);
            };
            void listen().catch(() => {});
          }),
        );
        await sleep(1000);
        expect(heard).toEqual([]);
        await admins[1]?.call(
          "POST",
          `/order/${_id}/messages`,
          { text: "Hello" },
          {
            "idempotency-key": "hello",
          },
        );
        await sleep(scaled(2000));
        expect(heard.toSorted()).toEqual(["0", "1", "2", "3"]);
        leave.abort();
      },
      scaled(30_000),
    );

    test("send no cached page while the database is unreachable, and recover afterwards", async () => {
      const [visitor] = visitors;
      expect((await visitor?.see("/"))?.status).toBe(200);
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
      await sleep(1000);
      for (const viewer of [...visitors, ...visitors, ...admins]) {
        expect((await viewer.see("/")).status).toBe(503);
      }
      for (const viewer of admins) {
        expect((await viewer.see("/total-orders.data")).status).toBe(503);
      }
      await allow(true);
      await elsewhere.close();
      for (const viewer of [...visitors, ...admins])
        expect((await viewer.see("/")).status).toBe(200);
    });
  },
);
