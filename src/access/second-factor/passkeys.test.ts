import { expect, test } from "vitest";
import { createSoftwarePasskey } from "../../../tests/support/browser/software-passkey.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import {
  type Access,
  goodPassword,
  headersFrom,
  openAccess,
  registered,
  verified,
} from "../../../tests/support/rights/access.ts";
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

interface Options {
  readonly challenge: string;
}

const site = "https://shop.example.com";
const password = goodPassword;
const cookieOf = (cookies: readonly string[]) =>
  cookies.map((line) => line.split(";")[0]).join("; ");
const withCookie = (cookie: string) => headersFrom("203.0.113.7", { cookie });

async function open(access: Access, email = "ada@example.com") {
  const person = await registered(access, email);
  await verified(access, person.actor.accountId);
  return person;
}

type Person = Awaited<ReturnType<typeof open>>;

const passkeyFor = () => createSoftwarePasskey({ host: "shop.example.com", origin: site });

async function add(access: Access, { actor, headers }: Person, isVerified = true) {
  const passkey = passkeyFor();
  const begun = await passkeyCreationOptions(access.access, actor, headers, { password });
  const both = withCookie(`${headers.get("cookie")}; ${cookieOf(begun.cookies)}`);
  const response = passkey.create(begun.body as Options, isVerified);
  const added = await addPasskey(access.access, actor, both, { name: "My phone", response });
  return { ...added, passkey };
}

type SoftwarePasskey = ReturnType<typeof passkeyFor>;

async function enter(access: Access, passkey: SoftwarePasskey, isVerified = true) {
  const begun = await passkeyRequestOptions(access.access, headersFrom("203.0.113.7"));
  const response = passkey.get(begun.body as Options, isVerified);
  const headers = withCookie(cookieOf(begun.cookies));
  return {
    headers,
    response,
    answer: () => signInWithPasskey(access.access, headers, { response }),
  };
}

describeOnEachDatabase("A passkey", (openDatabase) => {
  const openHere = async () =>
    openAccess(await openDatabase(), { PUBLIC_URL: site, PAYMENTS: "sandbox" });

  test("signs in without a password, once for each challenge, and its creation sends an email", async () => {
    const access = await openHere();
    const ada = await open(access);
    const { passkey } = await add(access, ada);
    const entering = await enter(access, passkey);
    const { cookies, body } = await entering.answer();
    expect(body).toEqual({ user: { id: ada.actor.accountId, email: ada.actor.email } });
    expect(await access.visit(cookies).actor()).toEqual(ada.actor);
    await expect(entering.answer()).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await access.lettersTo(ada.actor.email)).toEqual(["welcome", "passkeyAdded"]);
  });

  test("is refused when the device did not verify its user", async () => {
    const access = await openHere();
    const ada = await open(access);
    await expect(add(access, ada, false)).rejects.toMatchObject({ code: "invalid" });
    const { passkey } = await add(access, ada);
    const entering = await enter(access, passkey, false);
    await expect(entering.answer()).rejects.toMatchObject({ code: "unauthenticated" });
  });

  test("is added only with the password and a confirmed address", async () => {
    const access = await openHere();
    const ben = await registered(access, "ben@example.com");
    const begin = (typed: string) =>
      passkeyCreationOptions(access.access, ben.actor, ben.headers, { password: typed });
    await expect(begin(password)).rejects.toMatchObject({ code: "conflict" });
    await verified(access, ben.actor.accountId);
    await expect(begin("not the password")).rejects.toMatchObject({ code: "invalid" });
    const response = passkeyFor().create({ challenge: "made-up" });
    const adding = addPasskey(access.access, ben.actor, ben.headers, { name: "x", response });
    await expect(adding).rejects.toMatchObject({ code: "invalid" });
  });

  test("is renamed by its own account only", async () => {
    const access = await openHere();
    const ada = await open(access);
    const ben = await open(access, "ben@example.com");
    const { id } = await add(access, ada);
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
    const { id, passkey } = await add(access, ada);
    const remove = ({ actor, headers }: Person, typed: string) =>
      removePasskey(access.access, actor, headers, id, { password: typed });
    await expect(remove(ben, password)).rejects.toMatchObject({ code: "not-found" });
    await expect(remove(ada, "wrong")).rejects.toMatchObject({ issues: [{ path: "password" }] });
    await remove(ada, password);
    const entering = await enter(access, passkey);
    await expect(entering.answer()).rejects.toMatchObject({ code: "unauthenticated" });
  });

  test("is listed as unusable when PUBLIC_URL has another host", async () => {
    const access = await openHere();
    const ada = await open(access);
    await add(access, ada);
    const elsewhere = { ...access.access, publicUrl: "https://new.example.com" };
    expect(await listPasskeys(elsewhere, ada.actor)).toMatchObject([{ isUsable: false }]);
    const { read } = access.database;
    expect(await countUnusablePasskeys(read, elsewhere.publicUrl)).toEqual([
      { host: "shop.example.com", count: 1 },
    ]);
    expect(await countUnusablePasskeys(read, site)).toEqual([]);
  });

  test("is in the download of personal data without its key, and is gone after a reset", async () => {
    const access = await openHere();
    const ada = await open(access);
    const { passkey } = await add(access, ada);
    const file = await exportAccount(access, ada.actor, ada.actor.accountId);
    let text = "";
    for await (const part of file.text) text += part;
    expect(JSON.parse(text).secondFactor).toMatchObject([{ kind: "passkey", name: "My phone" }]);
    await resetSecondFactorOf(access, ada.actor.email);
    const entering = await enter(access, passkey);
    await expect(entering.answer()).rejects.toMatchObject({ code: "unauthenticated" });
    for (const table of ["passkey", "passkey_hosts"] as const) {
      expect(await access.database.read.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });
});
