import { expect, test } from "vitest";
import { placeOrder } from "#orders/placing/place-order.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { openShop, orderForm } from "../../../tests/support/orders/shop.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import {
  type Access,
  goodPassword,
  openAccess,
  registered,
  signedInAgain,
  verified,
} from "../../../tests/support/rights/access.ts";
import { insertUserRecord } from "../admins/user-records.ts";
import { signIn } from "../sessions/sign-in.ts";
import {
  cancelEmailChange,
  confirmEmailChange,
  findEmailChange,
  readEmailChange,
  requestEmailChange,
  stopEmailChange,
} from "./change-email.ts";

const oldEmail = "ada@example.com";
const newEmail = "ada@example.org";

describeOnEachDatabase("A change of the account's email address", (openDatabase) => {
  const open = async ({ isConfirmed = true } = {}) => {
    const access = await openAccess(await openDatabase());
    const ada = await registered(access, oldEmail);
    const { accountId } = ada.actor;
    if (isConfirmed) await verified(access, accountId);
    const actor = { ...ada.actor, confirmedRecently: true } as const;
    const ask = (email = newEmail) => requestEmailChange(access, actor, { email });
    const newest = async (recipient: string) =>
      (await access.mailedTokens(recipient)).at(-1) ?? "no token";
    const confirm = (token: string, deps = access) => confirmEmailChange(deps, actor, token);
    const account = () =>
      access.database.read
        .selectFrom("user")
        .select(["email", "emailVerified"])
        .where("id", "=", accountId)
        .executeTakeFirstOrThrow();
    const address = async () => (await account()).email;
    return { access, ada, actor, accountId, ask, newest, confirm, account, address };
  };
  const headers = new Headers({ "x-furrow-client-address": "203.0.113.9" });
  const logIn = (access: Access, email: string) =>
    signIn(access, headers, { email, password: goodPassword });

  test("is made when both addresses have confirmed it, in either sequence, and sign-in and orders follow", async () => {
    for (const sequence of [
      [oldEmail, newEmail],
      [newEmail, oldEmail],
    ]) {
      const { access, actor, ask, newest, confirm, address, account } = await open();
      const shop = await openShop(access.database);
      const { id } = await placeOrder(shop, actor, orderForm);
      await ask(` ${newEmail.toUpperCase()}`.trim());
      const [first = "", second = ""] = await Promise.all(sequence.map(newest));
      expect(first).not.toBe(second);
      expect(await confirm(first)).toBe("waits");
      expect(await confirm(first)).toBe("waits");
      expect(await address()).toBe(oldEmail);
      expect(await confirm(second)).toBe("changed");
      expect(Boolean((await account()).emailVerified)).toBe(true);
      expect(await address()).toBe(newEmail);
      await logIn(access, newEmail);
      await expect(logIn(access, oldEmail)).rejects.toMatchObject({ code: "unauthenticated" });
      const orders = access.database.read.selectFrom("orders").where("id", "=", id);
      const { customer_email, search_words } = await orders
        .select(["customer_email", "search_words"])
        .executeTakeFirstOrThrow();
      expect(customer_email).toBe(newEmail);
      expect(search_words).toContain("example org");
      expect((await access.lettersTo(oldEmail)).at(-1)).toBe("emailChanged");
      // Both links are used up.
      await expectRefused("invalid", confirm(second));
      expect(await findEmailChange(access, first)).toBeNull();
    }
  });

  test("asks only the new address when the old one was never confirmed", async () => {
    const { access, actor, ask, newest, confirm, address } = await open({ isConfirmed: false });
    const before = await access.lettersTo(oldEmail);
    await ask();
    expect(await readEmailChange(access, actor)).toMatchObject({ asksOld: false, newEmail });
    expect(await confirm(await newest(newEmail))).toBe("changed");
    expect(await address()).toBe(newEmail);
    expect(await access.lettersTo(oldEmail)).toEqual(before);
  });

  test("needs a recent sign-in, a valid address that is free, and a person without a role", async () => {
    const { access, ada, actor, ask } = await open();
    await registered(access, "ben@example.com");
    await access.database.write((tx) => insertUserRecord(tx, "team@example.com", 1));
    const { confirmedRecently: _, ...stale } = ada.actor;
    await expect(requestEmailChange(access, stale, { email: newEmail })).rejects.toMatchObject({
      code: "forbidden",
      extra: { confirmationRequired: true },
    });
    for (const email of ["ada", "ab@c.de", oldEmail, "BEN@example.com", "team@example.com"]) {
      await expect([
        email,
        await ask(email).catch(({ code, issues }) => [code, issues[0].path]),
      ]).toEqual([email, ["invalid", "email"]]);
    }
    const admin = { ...actor, kind: "admin" } as const;
    await expectRefused("conflict", requestEmailChange(access, admin, { email: newEmail }));
    await expectRefused("unauthenticated", requestEmailChange(access, { kind: "visitor" }, {}));
  });

  test("is refused when somebody takes the address meanwhile, and then is over", async () => {
    const { access, actor, ask, newest, confirm, address } = await open();
    await ask();
    await confirm(await newest(oldEmail));
    await registered(access, newEmail);
    const token = (await access.mailedTokens(newEmail))[0] ?? "";
    await expect(confirm(token)).rejects.toMatchObject({ code: "conflict" });
    expect(await address()).toBe(oldEmail);
    expect(await readEmailChange(access, actor)).toBeNull();
  });

  test("is made at most once by two accounts that want the same address", async () => {
    const { access, ask, newest, confirm } = await open({ isConfirmed: false });
    const ben = await registered(access, "ben@example.com");
    await ask();
    const own = await newest(newEmail);
    const other = { ...ben.actor, confirmedRecently: true } as const;
    await requestEmailChange(access, other, { email: newEmail });
    const tokens = await access.mailedTokens(newEmail);
    const results = await Promise.all([
      confirm(own).catch(({ code }) => code),
      confirmEmailChange(access, other, tokens.at(-1) ?? "").catch(({ code }) => code),
    ]);
    expect(results.toSorted()).toEqual(["changed", "conflict"]);
  });

  test("is stopped by the old address or in the account, and neither by the new one nor with a forged link", async () => {
    const { access, actor, ask, newest, confirm, address } = await open();
    await ask();
    const [old, fresh] = [await newest(oldEmail), await newest(newEmail)];
    for (const token of [fresh, "", "x", `${old}x`]) {
      await expectRefused("invalid", stopEmailChange(access, token));
    }
    await stopEmailChange(access, old);
    for (const token of [old, fresh]) await expectRefused("invalid", confirm(token));
    await ask();
    await cancelEmailChange(access, actor);
    await expectRefused("invalid", confirm(await newest(newEmail)));
    expect(await address()).toBe(oldEmail);
  });

  test("ends after a day, by another request, and for another account or address", async () => {
    const { access, ask, newest, confirm, accountId, address } = await open();
    await ask();
    const first = await newest(newEmail);
    await ask("ada@example.net");
    await expectRefused("invalid", confirm(first));
    const token = await newest("ada@example.net");
    const ben = await registered(access, "ben@example.com");
    await expectRefused("invalid", confirmEmailChange(access, ben.actor, token));
    await expectRefused("unauthenticated", confirmEmailChange(access, { kind: "visitor" }, token));
    const late = { ...access, clock: () => Date.now() + 25 * 60 * 60 * 1000 };
    await expectRefused("invalid", confirm(token, late));
    await access.database.write((tx) =>
      tx.updateTable("user").set({ email: "x@example.com" }).where("id", "=", accountId).execute(),
    );
    await expectRefused("invalid", confirm(token));
    expect(await address()).toBe("x@example.com");
  });

  test("ends the reset links that were sent to the old address", async () => {
    const { access, accountId, ask, newest, confirm } = await open();
    const link = { id: "v1", identifier: "reset-password:abc", value: accountId };
    const now = new Date();
    const times = { createdAt: now, updatedAt: now, expiresAt: new Date(Date.now() + 60_000) };
    await access.database.write((tx) =>
      tx
        .insertInto("verification")
        .values({ ...link, ...times })
        .execute(),
    );
    await ask();
    for (const email of [oldEmail, newEmail]) await confirm(await newest(email));
    expect(await access.database.read.selectFrom("verification").selectAll().execute()).toEqual([]);
    expect((await signedInAgain(access, newEmail)).actor.accountId).toBe(accountId);
  });
});
