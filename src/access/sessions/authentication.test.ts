import { expect, test } from "vitest";
import { openDatabase } from "#platform/database/database.ts";
import { addressOf } from "../../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { headersFrom, openAccess } from "../../../tests/support/rights/access.ts";
import { signUp } from "./sign-in.ts";

const ada = { email: "ada@example.com", password: "hedgerow and barley", name: "" };
const anyone = headersFrom("203.0.113.7");

describeOnEachDatabase("The tables of accounts and sessions", (openTestDatabase) => {
  test("are created once when several processes start at the same time", async () => {
    const database = await openTestDatabase();
    // SQLite blocks the thread while it waits for another connection, so two connections in one
    // thread would wait for ever.
    const starters = database.engine === "sqlite" ? 1 : 4;
    const address = await addressOf(database);
    const others = Array.from({ length: starters }, () => openDatabase(address));
    const all = await Promise.all(others.map((each) => openAccess(each)));
    for (const [index, access] of all.entries()) {
      await signUp(access, anyone, { ...ada, email: `ada${index}@example.com` });
    }
    await Promise.all(others.map((each) => each.close()));
  });

  test("keep an account over a restart, with its address in lower case", async () => {
    const database = await openTestDatabase();
    const first = await openAccess(database);
    const { cookies } = await signUp(first, anyone, { ...ada, email: "Ada@Example.com" });
    const second = await openAccess(database);
    expect(await second.visit(cookies).actor()).toMatchObject({
      kind: "customer",
      email: "ada@example.com",
    });
    await expect(signUp(second, anyone, ada)).rejects.toMatchObject({ code: "conflict" });
  });

  test("contain one account after simultaneous registrations of an address", async () => {
    const access = await openAccess(await openTestDatabase());
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => signUp(access, anyone, ada)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "conflict" });
    }
  });
});
