import { expect, test, vi } from "vitest";
import { isSignedIn } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { switchOnCodes } from "../../../tests/support/browser/switch-on-codes.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import {
  type Access,
  goodPassword,
  openAccess,
  registered,
  signedInAgain,
  signedInWith,
  verified,
} from "../../../tests/support/rights/access.ts";
import {
  type PasskeyOptions,
  type Person,
  type SoftwarePasskey,
  siteOfPasskeys,
  withCookies,
  withPasskey,
} from "../../../tests/support/rights/passkeys.ts";
import {
  confirmAgain,
  confirmWithPasskey,
  confirmWithProof,
  passkeyConfirmationOptions,
} from "./confirm-again.ts";

const password = goodPassword;

/** Makes all sessions begin eleven minutes ago. */
async function elevenMinutesPass({ database }: Access): Promise<void> {
  const past = new Date(Date.now() - 11 * 60_000);
  const createdAt = database.engine === "sqlite" ? past.toISOString() : past;
  await database.write(async (tx) => {
    await tx.updateTable("session").set({ createdAt }).execute();
    await tx
      .updateTable("session_confirmations")
      .set(({ eb }) => ({ confirmed_at: eb("confirmed_at", "-", 11 * 60_000) }))
      .execute();
  });
}

async function isConfirmed({ now }: Person): Promise<boolean> {
  const actor = await now();
  return isSignedIn(actor) && actor.confirmedRecently === true;
}

const countSessions = async ({ database }: Access) =>
  (await database.read.selectFrom("session").select("id").execute()).length;

describeStore("Confirming again", (openDatabase) => {
  const openHere = async () => openAccess(await openDatabase(), siteOfPasskeys);

  test("is needed once the sign-in is ten minutes old, and requires the right password", async () => {
    const access = await openHere();
    const ada = await registered(access, "ada@example.com");
    expect(await isConfirmed(ada)).toBe(true);
    await elevenMinutesPass(access);
    expect(await isConfirmed(ada)).toBe(false);
    const unconfirmed = { ...ada.actor, confirmedRecently: undefined as never };
    expect(() => requireRight(unconfirmed, "create API keys")).toThrow(
      expect.objectContaining({ code: "forbidden", extra: { confirmationRequired: true } }),
    );
    await expect(
      confirmAgain(access.access, ada.actor, ada.headers, { password: "not the password" }),
    ).rejects.toMatchObject({ code: "invalid", issues: [{ path: "password" }] });
    expect(await isConfirmed(ada)).toBe(false);
    await confirmAgain(access.access, ada.actor, ada.headers, { password });
    expect(await isConfirmed(ada)).toBe(true);
    expect(await countSessions(access)).toBe(1);
  });

  test("is valid for ten minutes and for its own session only, also when better-auth looks the session up", async () => {
    const access = await openHere();
    const ada = await registered(access, "ada@example.com");
    const elsewhere = await signedInAgain(access, "ada@example.com");
    await elevenMinutesPass(access);
    await confirmWithProof(access.access, ada.actor, ada.headers, password);
    expect(await isConfirmed(ada)).toBe(true);
    expect(await isConfirmed(elsewhere)).toBe(false);
    // better-auth itself looks up a session that is due for renewal.
    vi.setSystemTime(Date.now() + 5 * 60_000);
    const soon = new Date(Date.now() + 60_000);
    await access.database.write((tx) =>
      tx
        .updateTable("session")
        .set({ expiresAt: access.database.engine === "sqlite" ? soon.toISOString() : soon })
        .execute(),
    );
    expect(await isConfirmed(ada)).toBe(true);
    vi.useRealTimers();
    await elevenMinutesPass(access);
    expect(await isConfirmed(ada)).toBe(false);
  });

  test("ends with its session", async () => {
    const access = await openHere();
    const ada = await registered(access, "ada@example.com");
    await elevenMinutesPass(access);
    await confirmAgain(access.access, ada.actor, ada.headers, { password });
    await access.database.write((tx) => tx.deleteFrom("session").execute());
    expect(await ada.now()).toMatchObject({ kind: "visitor" });
    await expect(
      confirmAgain(access.access, ada.actor, ada.headers, { password }),
    ).rejects.toMatchObject({ code: "unauthenticated" });
  });

  test("accepts a code of the authenticator app once", async () => {
    const access = await openHere();
    const ada = await registered(access, "ada@example.com");
    await verified(access, ada.actor.accountId);
    const { phone, cookies } = await switchOnCodes(access.access, ada, password);
    const person = await signedInWith(access, cookies);
    await elevenMinutesPass(access);
    const code = phone.generate({ timestamp: Date.now() + 30_000 });
    await expect(
      confirmAgain(access.access, ada.actor, person.headers, { code: "000000" }),
    ).rejects.toMatchObject({ code: "invalid", issues: [{ path: "code" }] });
    await confirmWithProof(access.access, ada.actor, person.headers, code);
    expect(await isConfirmed(person)).toBe(true);
    await expect(
      confirmWithProof(access.access, ada.actor, person.headers, code),
    ).rejects.toMatchObject({ issues: [{ path: "proof" }] });
  });

  test("accepts a passkey of the same account only, and opens no session", async () => {
    const access = await openHere();
    const ada = await registered(access, "ada@example.com");
    const eve = await registered(access, "eve@example.com");
    const own = (await withPasskey(access, ada)).passkey;
    const others = (await withPasskey(access, eve)).passkey;
    await elevenMinutesPass(access);
    const before = await countSessions(access);
    await expect(confirmBy(access, ada, others)).rejects.toMatchObject({ code: "invalid" });
    expect(await isConfirmed(ada)).toBe(false);
    await confirmBy(access, ada, own);
    expect(await isConfirmed(ada)).toBe(true);
    expect(await isConfirmed(eve)).toBe(false);
    expect(await countSessions(access)).toBe(before);
  });
});

async function confirmBy(access: Access, person: Person, passkey: SoftwarePasskey) {
  const { actor, headers } = person;
  const begun = await passkeyConfirmationOptions(access.access, actor, headers);
  const response = passkey.get(begun.body as PasskeyOptions, true);
  const both = withCookies(headers, begun.cookies);
  return confirmWithPasskey(access.access, actor, both, { response });
}
