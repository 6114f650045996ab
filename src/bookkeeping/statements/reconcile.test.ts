import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { AccountMovement } from "#payments/sandbox/statements/account-movement.ts";
import { newId } from "#platform/ids.ts";
import { amountFromCents } from "#platform/money.ts";
import {
  booksOf,
  formsOf,
  movementOf,
  writeStatement,
} from "../../../tests/support/bookkeeping/books.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { openProtocolCheckout } from "../../../tests/support/payments/protocol-checkout.ts";
import { describeProtocols, type Told } from "../../../tests/support/payments/protocols.ts";
import { releaseTests } from "../../../tests/support/release-tests.ts";

/** What can happen to the money of an order, in a sequence that a provider reports. */
const histories: readonly (readonly Told[])[] = [
  [{}],
  [{}, { kind: "refunded", id: "R1", of: "T1", cents: 4900 }],
  [{}, { kind: "refunded", id: "R1", of: "T1" }],
  [
    {},
    { kind: "refunded", id: "R1", of: "T1", cents: 4900 },
    { kind: "refunded", id: "R2", of: "T1", cents: 4900 },
  ],
  [{}, { kind: "reversed", id: "V1", of: "T1" }],
  [
    {},
    { kind: "reversed", id: "V1", of: "T1" },
    { kind: "reversal-cancelled", id: "V2", reversal: "V1", of: "T1" },
  ],
  // Paid twice, and the second payment refunded.
  [{}, { id: "T2" }, { kind: "refunded", id: "R3", of: "T2" }],
];

/** Changes of a file that a person has to notice. */
const mutation = fc.record({
  what: fc.constantFrom("remove" as const, "double" as const, "alter" as const),
  row: fc.nat(),
  by: fc.integer({ min: 1, max: 5000 }),
});

const prefixes = { T: "pi_", R: "re_", V: "dp_" } as const;

describeStore("The statement of a provider", (openDatabase) => {
  describeProtocols((protocol) => {
    let scene: Awaited<ReturnType<typeof openScene>>;
    beforeAll(async () => {
      scene = await openScene();
    });

    async function openScene() {
      const database = await openDatabase();
      const checkout = await openProtocolCheckout(database, protocol);
      return { ...checkout, database, books: booksOf(database, checkout.shop.clock) };
    }

    /** Runs histories through the shop, and returns what the provider books meanwhile. */
    async function happen(chosen: readonly number[]): Promise<AccountMovement[]> {
      const movements: AccountMovement[] = [];
      for (const which of chosen) {
        const run = newId().slice(-12);
        const named = (id: string | undefined | null) =>
          id && `${protocol === "stripe" ? prefixes[id[0] as "T"] : ""}${id}${run}`;
        const { order, message } = await scene.another();
        for (const told of histories[which % histories.length] ?? []) {
          const ids = {
            id: named(told.id ?? "T1") ?? null,
            ...(told.of && { of: named(told.of) ?? null }),
            ...(told.reversal && { reversal: named(told.reversal) ?? "" }),
          };
          const complete = { ...told, ...ids };
          await scene.arrive(message(complete));
          await scene.acceptWonDisputes();
          scene.shop.time.now += 60_000;
          const about = { at: scene.shop.time.now, orderReference: order.id };
          movements.push(movementOf(protocol, complete, about));
        }
      }
      return movements;
    }

    /** Differences of the newest file, and what the ledger has and no file. */
    async function differences(since: number) {
      const rows = (await scene.books.states()).filter(({ is_open }) => is_open === 1);
      const lacking = await scene.database.read
        .selectFrom("payment_ledger as entry")
        .leftJoin("statement_rows as row", "row.entry_id", "entry.id")
        .select("entry.id")
        .where("row.id", "is", null)
        .where("entry.at", ">=", since)
        .execute();
      return { open: rows.map(({ state }) => state).toSorted(), lacking: lacking.length };
    }

    async function forget() {
      await scene.database.write((tx) => tx.deleteFrom("statement_rows").execute());
      await scene.database.write((tx) => tx.deleteFrom("statement_files").execute());
    }

    test("has no differences when the provider books what it reports", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(99), { minLength: 1, maxLength: 5 }), async (chosen) => {
          const since = scene.shop.time.now;
          const movements = await happen(chosen);
          for (const form of formsOf(protocol)) {
            await forget();
            await scene.books.upload(writeStatement(form, movements));
            expect(await differences(since)).toEqual({ open: [], lacking: 0 });
            const states = (await scene.books.states()).map(({ state }) => state);
            expect(new Set(states)).toEqual(new Set(["matched"]));
          }
        }),
        { numRuns: releaseTests.run ? 40 : 8 },
      );
    });

    test("has exactly the differences that were put into it", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat(99), { minLength: 1, maxLength: 4 }),
          fc.array(mutation, { minLength: 1, maxLength: 3 }),
          async (chosen, mutations) => {
            const since = scene.shop.time.now;
            const movements = await happen(chosen);
            // Each row is changed once.
            const changes = new Map(mutations.map((one) => [one.row % movements.length, one]));
            const removed = [...changes.values()].filter(({ what }) => what === "remove").length;
            if (removed === movements.length) return;
            const rows = movements.flatMap((movement, place) => {
              const change = changes.get(place);
              if (change?.what === "remove") return [];
              if (change?.what === "double") return [movement, movement];
              if (change?.what !== "alter") return [movement];
              const cents = movement.cents + Math.sign(movement.cents) * change.by;
              return [{ ...movement, cents }];
            });
            const expected = [...changes.values()].flatMap(({ what }) =>
              what === "double" ? ["doubled"] : what === "alter" ? ["differs"] : [],
            );
            for (const form of formsOf(protocol)) {
              await forget();
              await scene.books.upload(writeStatement(form, rows), { isOwnAccount: true });
              expect(await differences(since)).toEqual({
                open: expected.toSorted(),
                lacking: removed,
              });
            }
          },
        ),
        { numRuns: releaseTests.run ? 60 : 12 },
      );
    });

    test("changes nothing the second time, and overlapping files are one", async () => {
      await forget();
      const since = scene.shop.time.now;
      const movements = await happen([1, 5, 6, 0]);
      const [form = "paypal-activity"] = formsOf(protocol);
      const half = Math.ceil(movements.length / 2);
      const first = writeStatement(form, movements.slice(0, half + 1));
      const one = await scene.books.upload(first);
      expect(await scene.books.upload(first)).toEqual({ id: one.id, isKnown: true });
      await scene.books.upload(writeStatement(form, movements.slice(half - 1)));
      expect(await differences(since)).toEqual({ open: [], lacking: 0 });
      expect(await scene.books.states()).toHaveLength(movements.length);
      const files = await scene.database.read
        .selectFrom("statement_files")
        .select(["known_count", "state"])
        .orderBy("id")
        .execute();
      expect(files).toEqual([
        { known_count: 0, state: "read" },
        { known_count: 2, state: "read" },
      ]);
      // A file that contradicts an earlier one.
      const [again] = movements;
      if (again === undefined) throw new Error("There is no movement.");
      await scene.books.upload(writeStatement(form, [{ ...again, cents: again.cents - 100 }]));
      expect((await differences(since)).open).toEqual(["doubled"]);
    });

    test("of another account is refused with a sentence until somebody confirms it", async () => {
      await forget();
      const strange = movementOf(protocol, { id: "strange" }, { at: scene.shop.time.now });
      const [form = "paypal-activity"] = formsOf(protocol);
      const file = writeStatement(form, [strange], "somebody@else.example");
      await expect(scene.books.upload(file)).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringMatching(/^This site knows none of the 1 payments and refunds/),
      });
      expect(await scene.books.states()).toEqual([]);
      await scene.books.upload(file, { isOwnAccount: true });
      expect((await scene.books.states()).map(({ state }) => state)).toEqual(["unknown"]);
      if (protocol === "stripe") return;
      const own = await happen([0]);
      await expect(scene.books.upload(writeStatement(form, own))).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringMatching(
          /^This file is of till@example\.org, and the files before were of somebody@else\.example\./,
        ),
      });
    });

    test("has a dispute that the provider books under another id than it reports", async () => {
      await forget();
      const since = scene.shop.time.now;
      const movements = (await happen([5])).map((movement) =>
        movement.kind === "won-dispute" ? { ...movement, id: `${movement.id}-BOOKED` } : movement,
      );
      const [form = "paypal-activity"] = formsOf(protocol);
      await scene.books.upload(writeStatement(form, movements));
      expect(await differences(since)).toEqual({ open: [], lacking: 0 });
    });

    test("amounts are compared with the fee and the net amount", async () => {
      await forget();
      const since = scene.shop.time.now;
      const [movement] = await happen([0]);
      if (movement === undefined) throw new Error("There is no movement.");
      const [form = "paypal-activity"] = formsOf(protocol);
      const net = amountFromCents(movement.cents - movement.feeCents);
      const file = writeStatement(form, [movement]).replace(`"${net}"`, '"1.00"');
      await scene.books.upload(file);
      expect((await differences(since)).open).toEqual(["differs"]);
      expect((await scene.books.states())[0]?.fault).toMatch(
        /^149\.00 less a fee of 4\.62 is not 1\.00\.$/,
      );
    });
  });
});
