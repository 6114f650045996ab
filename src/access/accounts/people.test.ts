import { sql } from "kysely";
import { expect, test } from "vitest";
import type { SignedInActor } from "#policy/actor.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { fillingStatements } from "../../../tests/support/databases/fill-tables.ts";
import { orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { openAccess, registered } from "../../../tests/support/rights/access.ts";
import { listPeople, pageOfPeople } from "./people.ts";
import { saveProfile } from "./profile.ts";

const { packageName: _name, packagePrice: _price, ...details } = orderForm;

describeStore("The list of people", (openDatabase) => {
  test("finds accounts by a prefix of address or name, page by page", async () => {
    const access = await openAccess(await openDatabase());
    for (const name of ["ben", "ada", "adam", "eve"]) {
      const person = await registered(access, `${name}@example.com`);
      if (name === "eve") {
        await saveProfile(access, person.actor, { ...details, customerName: "ADA Øverfield" });
      }
    }
    const found = async (search: string, page = 1) => {
      const people = await pageOfPeople(access, owner, { search, page, pageSize: 2 });
      return { total: people.total, names: people.items.map(({ email }) => email.split("@")[0]) };
    };
    expect(await found("")).toEqual({ total: 4, names: ["ada", "adam"] });
    expect(await found("", 2)).toEqual({ total: 4, names: ["ben", "eve"] });
    expect(await found(" Ada")).toEqual({ total: 3, names: ["ada", "adam"] });
    expect(await found("ada", 2)).toEqual({ total: 3, names: ["eve"] });
    expect(await found("ada@")).toEqual({ total: 1, names: ["ada"] });
    for (const eve of ["ada over", "Ada ØV", "ＡＤＡ　Ｏ", "Évé"]) {
      expect(await found(eve)).toEqual({ total: 1, names: ["eve"] });
    }
    for (const nobody of ["%", "_", "da", "\u0000", "x".repeat(300), "' or 1=1 --"]) {
      expect(await found(nobody)).toEqual({ total: 0, names: [] });
    }
    for (const page of [-1, 0, 1e9, Number.NaN]) {
      expect((await found("", page)).names).toHaveLength(2);
    }
  });

  test("is exported only to a person who has confirmed within the last ten minutes", async () => {
    const access = await openAccess(await openDatabase());
    const ada = await registered(access, "ada@example.com");
    const search = { search: "" };
    const refused = listPeople(access, ada.actor, search).next();
    await expect(refused).rejects.toMatchObject({ code: "forbidden" });
    const { confirmedRecently: _longAgo, ...left } = owner as SignedInActor;
    await expect(listPeople(access, left, search).next()).rejects.toMatchObject({
      code: "forbidden",
      extra: { confirmationRequired: true },
    });
    expect((await listPeople(access, owner, search).next()).value).toHaveLength(1);
  });

  test("can be sorted by address or registration, and filtered by whether the address is confirmed", async () => {
    const access = await openAccess(await openDatabase());
    for (const [index, name] of ["ben", "ada", "eve"].entries()) {
      const { actor } = await registered(access, `${name}@example.com`);
      const { accountId } = actor as { accountId: string };
      const isSqlite = access.database.engine === "sqlite";
      const at = `2026-01-0${index + 1} 00:00:00`;
      await access.database.write((tx) =>
        tx
          .updateTable("user")
          .set({ createdAt: at, emailVerified: isSqlite ? Number(name !== "ada") : name !== "ada" })
          .where("id", "=", accountId)
          .execute(),
      );
    }
    const found = async (request: object) => {
      const page = { search: "", page: 1, pageSize: 2, ...request };
      const { items, sort } = await pageOfPeople(access, owner, page);
      return [sort, ...items.map(({ email }) => email.split("@")[0])];
    };
    expect(await found({ sort: "email-z-a" })).toEqual(["email-z-a", "eve", "ben"]);
    expect(await found({ sort: "newest" })).toEqual(["newest", "eve", "ada"]);
    expect(await found({ sort: "oldest" })).toEqual(["oldest", "ben", "ada"]);
    expect(await found({ state: "confirmed", sort: "newest" })).toEqual([
      "email-a-z",
      "ben",
      "eve",
    ]);
    expect(await found({ state: "unconfirmed" })).toEqual(["email-a-z", "ada"]);
    expect(await found({ state: "confirmed", search: "b" })).toEqual(["email-a-z", "ben"]);
  });

  test("is exported completely, even when a filter matches more accounts than the list would count", async () => {
    const { database } = await openAccess(await openDatabase());
    await database.write(async (tx) => {
      // Half of these accounts have a confirmed address, so each filter matches 1,200 accounts. The
      // list counts only to 1,000.
      for (const statement of fillingStatements(2400, ["user"])) {
        await sql.raw(statement).execute(tx);
      }
    });
    const count = async (search: Parameters<typeof listPeople>[2]) => {
      const emails = new Set<string>();
      for await (const chunk of listPeople({ database }, owner, search)) {
        for (const { email } of chunk) emails.add(email);
      }
      return emails.size;
    };
    expect(await count({ search: "" })).toBe(2400);
    expect(await count({ search: "", state: "unconfirmed", sort: "newest" })).toBe(1200);
    expect(await count({ search: "", state: "confirmed" })).toBe(1200);
    expect(await count({ search: "\0" })).toBe(0);
  });
});
