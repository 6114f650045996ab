import { expect, test } from "vitest";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import {
  type Access,
  goodPassword,
  headersFrom,
  openAccess,
  registered,
  verified,
} from "../../../tests/support/rights/access.ts";
import {
  newPasskey,
  type PasskeyOptions,
  type Person,
  type SoftwarePasskey,
  siteOfPasskeys,
  withCookies,
  withPasskey,
} from "../../../tests/support/rights/passkeys.ts";
import { exportAccount } from "../accounts/export-account.ts";
import {
  addPasskey,
  countUnusablePasskeys,
  listPasskeys,
  passkeyCreationOptions,
  passkeyRequestOptions,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from "./passkeys.ts";
import { resetSecondFactorOf } from "./reset-second-factor.ts";

const password = goodPassword;

async function open(access: Access, email = "ada@example.com") {
  const person = await registered(access, email);
  await verified(access, person.actor.accountId);
  return person;
}

async function enter(access: Access, passkey: SoftwarePasskey, isVerified = true) {
  const begun = await passkeyRequestOptions(access.access, headersFrom("203.0.113.7"));
  const response = passkey.get(begun.body as PasskeyOptions, isVerified);
  const headers = withCookies(null, begun.cookies);
  return () => signInWithPasskey(access.access, headers, { response });
}

describeStore("A passkey", (openDatabase) => {
  const openHere = async () => openAccess(await openDatabase(), siteOfPasskeys);

  test("signs in without a password, once for each challenge, and its creation sends an email", async () => {
    const access = await openHere();
    const ada = await open(access);
    const { passkey } = await withPasskey(access, ada);
    const entering = await enter(access, passkey);
    const { cookies, body } = await entering();
    expect(body).toEqual({ user: { id: ada.actor.accountId, email: ada.actor.email } });
    expect(await access.visit(cookies).actor()).toEqual(ada.actor);
    await expect(entering()).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await access.lettersTo(ada.actor.email)).toEqual(["welcome", "passkeyAdded"]);
  });

  test("is refused when the device did not verify its user", async () => {
    const access = await openHere();
    const ada = await open(access);
    await expect(withPasskey(access, ada, false)).rejects.toMatchObject({ code: "invalid" });
    const { passkey } = await withPasskey(access, ada);
    const entering = await enter(access, passkey, false);
    await expect(entering()).rejects.toMatchObject({ code: "unauthenticated" });
  });

  test("is added only with the password and a confirmed address", async () => {
    const access = await openHere();
    const ben = await registered(access, "ben@example.com");
    const begin = (typed: string) =>
      passkeyCreationOptions(access.access, ben.actor, ben.headers, { password: typed });
    await expect(begin(password)).rejects.toMatchObject({ code: "conflict" });
    await verified(access, ben.actor.accountId);
    await expect(begin("not the password")).rejects.toMatchObject({ code: "invalid" });
    const response = newPasskey().create({ challenge: "made-up" });
    const adding = addPasskey(access.access, ben.actor, ben.headers, { name: "x", response });
    await expect(adding).rejects.toMatchObject({ code: "invalid" });
  });

  test("is renamed by its own account only", async () => {
    const access = await openHere();
    const ada = await open(access);
    const ben = await open(access, "ben@example.com");
    const { id } = await withPasskey(access, ada);
    const rename = (person: Person, name: string) =>
      renamePasskey(access.access, person.actor, id, { name });
    await expect(rename(ben, "Mine")).rejects.toMatchObject({ code: "not-found" });
    await expect(rename(ada, " ")).rejects.toMatchObject({ issues: [{ path: "name" }] });
    await rename(ada, "Old phone");
    expect(await listPasskeys(access.access, ada.actor)).toMatchObject([
      { name: "Old phone", isUsable: true },
    ]);
  });

  test("can be removed only by its own account, after the password is entered", async () => {
    const access = await openHere();
    const ada = await open(access);
    const ben = await open(access, "ben@example.com");
    const { id, passkey } = await withPasskey(access, ada);
    const remove = ({ actor, headers }: Person, typed: string) =>
      removePasskey(access.access, actor, headers, id, { password: typed });
    await expect(remove(ben, password)).rejects.toMatchObject({ code: "not-found" });
    await expect(remove(ada, "wrong")).rejects.toMatchObject({ issues: [{ path: "password" }] });
    await remove(ada, password);
    const entering = await enter(access, passkey);
    await expect(entering()).rejects.toMatchObject({ code: "unauthenticated" });
  });

  test("is listed as unusable when PUBLIC_URL has another host", async () => {
    const access = await openHere();
    const ada = await open(access);
    await withPasskey(access, ada);
    const elsewhere = { ...access.access, publicUrl: "https://new.example.com" };
    expect(await listPasskeys(elsewhere, ada.actor)).toMatchObject([{ isUsable: false }]);
    const { read } = access.database;
    expect(await countUnusablePasskeys(read, elsewhere.publicUrl)).toEqual([
      { host: "shop.example.com", count: 1 },
    ]);
    expect(await countUnusablePasskeys(read, siteOfPasskeys.PUBLIC_URL)).toEqual([]);
  });

  test("is in the download of personal data without its key, and is gone after a reset", async () => {
    const access = await openHere();
    const ada = await open(access);
    const { passkey } = await withPasskey(access, ada);
    const file = await exportAccount(access, ada.actor, ada.actor.accountId);
    let text = "";
    for await (const part of file.text) text += part;
    expect(JSON.parse(text).secondFactor).toMatchObject([{ kind: "passkey", name: "My phone" }]);
    await resetSecondFactorOf(access, ada.actor.email);
    const entering = await enter(access, passkey);
    await expect(entering()).rejects.toMatchObject({ code: "unauthenticated" });
    for (const table of ["passkey", "passkey_hosts"] as const) {
      expect(await access.database.read.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });
});
