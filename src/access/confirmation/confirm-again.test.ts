import { TOTP } from "otpauth";
import { expect, test, vi } from "vitest";
import { isSignedIn } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { createSoftwarePasskey } from "../../../tests/support/browser/software-passkey.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import {
  type Access,
  goodPassword,
  headersFrom,
  openAccess,
  registered,
  signedInAgain,
  verified,
} from "../../../tests/support/rights/access.ts";
import { confirmAppCodes, readSetUp, startAppCodes } from "../second-factor/app-codes.ts";
import { addPasskey, passkeyCreationOptions } from "../second-factor/passkeys.ts";
import {
  confirmAgain,
  confirmWithPasskey,
  confirmWithProof,
  passkeyConfirmationOptions,
} from "./confirm-again.ts";

const site = "https://shop.example.com";
const password = goodPassword;

type Person = Awaited<ReturnType<typeof registered>>;

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

describeOnEachDatabase("Confirming again", (openDatabase) => {
  const openHere = async () =>
    openAccess(await openDatabase(), { PUBLIC_URL: site, PAYMENTS: "sandbox" });

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
    const proof = await startAppCodes(access.access, ada.actor, ada.headers, { password });
    const setUp = await readSetUp(access.access, ada.actor, proof);
    const phone = new TOTP({ secret: (setUp?.secret ?? "").replaceAll(" ", "") });
    const on = { proof, code: phone.generate() };
    const { cookies } = await confirmAppCodes(access.access, ada.actor, ada.headers, on);
    const identity = access.visit(cookies);
    const person = {
      ...ada,
      headers: identity.signInHeaders(),
      now: () => access.visit(cookies).actor(),
    };
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
    const passkeys = await Promise.all([ada, eve].map((person) => passkeyOf(access, person)));
    await elevenMinutesPass(access);
    const before = await countSessions(access);
    const [own, others] = passkeys;
    await expect(confirmBy(access, ada, others)).rejects.toMatchObject({ code: "invalid" });
    expect(await isConfirmed(ada)).toBe(false);
    await confirmBy(access, ada, own);
    expect(await isConfirmed(ada)).toBe(true);
    expect(await isConfirmed(eve)).toBe(false);
    expect(await countSessions(access)).toBe(before);
  });
});

interface Options {
  readonly challenge: string;
}

type Passkey = ReturnType<typeof createSoftwarePasskey>;

const withCookies = ({ headers }: Person, cookies: readonly string[]) =>
  headersFrom("203.0.113.7", {
    cookie: [headers.get("cookie"), ...cookies.map((line) => line.split(";")[0])].join("; "),
  });

async function passkeyOf(access: Access, person: Person): Promise<Passkey> {
  await verified(access, person.actor.accountId);
  const passkey = createSoftwarePasskey({ host: "shop.example.com", origin: site });
  const { actor, headers } = person;
  const begun = await passkeyCreationOptions(access.access, actor, headers, { password });
  const response = passkey.create(begun.body as Options, true);
  const both = withCookies(person, begun.cookies);
  await addPasskey(access.access, actor, both, { name: "My phone", response });
  return passkey;
}

async function confirmBy(access: Access, person: Person, passkey: Passkey | undefined) {
  const begun = await passkeyConfirmationOptions(access.access, person.actor, person.headers);
  const response = passkey?.get(begun.body as Options, true);
  const both = withCookies(person, begun.cookies);
  return confirmWithPasskey(access.access, person.actor, both, { response });
}
