import { expect, test } from "vitest";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import {
  type Access,
  goodPassword,
  openAccess,
  registered,
  signedInAgain,
} from "../../../tests/support/rights/access.ts";
import { insertUserRecord } from "../admins/user-records.ts";
import { signIn } from "../sessions/sign-in.ts";
import { confirmAddress, requestConfirmationEmail } from "./verify-address.ts";

const email = "ada@example.com";

async function mailedTo(access: Access, person: Awaited<ReturnType<typeof registered>>) {
  await requestConfirmationEmail(access, person.actor, person.headers);
  return (await access.mailedTokens(person.actor.email)).at(-1) ?? "";
}

async function isVerified(access: Access, accountId: string): Promise<boolean> {
  const query = access.database.read.selectFrom("user").select("emailVerified");
  const { emailVerified } = await query.where("id", "=", accountId).executeTakeFirstOrThrow();
  return Boolean(emailVerified);
}

describeStore("Confirming an address", (openDatabase) => {
  test("with the emailed link gives the account the role of its address", async () => {
    const access = await openAccess(await openDatabase());
    const ada = await registered(access, email);
    await access.database.write((tx) => insertUserRecord(tx, email, 1));
    expect((await ada.now()).kind).toBe("customer");
    const token = await mailedTo(access, ada);
    await confirmAddress(access, ada.actor, token, "ten letters and more", ada.headers);
    expect((await ada.now()).kind).toBe("admin");
  });

  test("is refused with 'conflict' once the address is confirmed, like a request for another link", async () => {
    const access = await openAccess(await openDatabase());
    const ada = await registered(access, email);
    const token = await mailedTo(access, ada);
    await confirmAddress(access, ada.actor, token);
    await expect(confirmAddress(access, ada.actor, token)).rejects.toMatchObject({
      code: "conflict",
    });
    const ask = requestConfirmationEmail(access, ada.actor, ada.headers);
    await expect(ask).rejects.toMatchObject({ code: "conflict" });
  });

  test("is refused with a forged link, and with the link of another account", async () => {
    const access = await openAccess(await openDatabase());
    const ada = await registered(access, email);
    const ben = await registered(access, "ben@example.com");
    const token = await mailedTo(access, ada);
    const longer = `${(Number.parseInt(token.split("-")[0] ?? "", 36) + 1e9).toString(36)}${token.slice(token.indexOf("-"))}`;
    for (const forged of ["", "-", "x", longer, `${token}x`, token.slice(1), `zz${token}`]) {
      const confirm = confirmAddress(access, ada.actor, forged);
      await expect(confirm).rejects.toMatchObject({ code: "invalid" });
    }
    await expect(confirmAddress(access, ben.actor, token)).rejects.toMatchObject({
      code: "invalid",
    });
    expect(await isVerified(access, ada.actor.accountId)).toBe(false);
    expect(await isVerified(access, ben.actor.accountId)).toBe(false);
  });

  test("is refused with a link of yesterday, and accepted with a new link", async () => {
    const access = await openAccess(await openDatabase());
    const ada = await registered(access, email);
    const token = await mailedTo(access, ada);
    const tomorrow = { ...access, clock: () => Date.now() + 25 * 60 * 60 * 1000 };
    const late = confirmAddress(tomorrow, ada.actor, token);
    await expect(late).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringMatching(/expired/),
    });
    expect(await isVerified(access, ada.actor.accountId)).toBe(false);
    await confirmAddress(
      access,
      (await signedInAgain(access, email)).actor,
      await mailedTo(access, ada),
    );
    expect(await isVerified(access, ada.actor.accountId)).toBe(true);
  });

  test("by an invited person gives the role only with a new password of at least ten characters", async () => {
    const access = await openAccess(await openDatabase());
    const ada = await registered(access, email);
    await access.database.write((tx) => insertUserRecord(tx, email, 1, "Worker"));
    const token = await mailedTo(access, ada);
    for (const password of [undefined, "", "ninechars"]) {
      const confirm = confirmAddress(access, ada.actor, token, password);
      await expect(confirm).rejects.toMatchObject({ issues: [{ path: "password" }] });
      expect(await isVerified(access, ada.actor.accountId)).toBe(false);
    }
    const password = "ten letters and more";
    await confirmAddress(access, ada.actor, token, password, ada.headers);
    expect(await ada.now()).toMatchObject({ kind: "staff", role: "Worker" });
    await signIn(access, ada.headers, { email, password });
    const former = signIn(access, ada.headers, { email, password: goodPassword });
    await expect(former).rejects.toMatchObject({ code: "unauthenticated" });
  });

  test("is limited to three emailed links in ten minutes", async () => {
    const access = await openAccess(await openDatabase(), { RATE_LIMIT_FACTOR: "1" });
    const ada = await registered(access, email);
    for (let times = 0; times < 3; times++) await mailedTo(access, ada);
    const ask = requestConfirmationEmail(access, ada.actor, ada.headers);
    await expect(ask).rejects.toMatchObject({ code: "too-many" });
    expect(await access.mailedTokens(email)).toHaveLength(3);
  });
});
