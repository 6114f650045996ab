import { expect, test } from "vitest";
import { openDatabase as openDatabaseAt } from "#platform/database/database.ts";
import { addressOf } from "../../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { headersFrom, openAccess } from "../../../tests/support/rights/access.ts";
import { cheapHashCost } from "../../../tests/support/rights/cheap-hashes.ts";
import { libraryTransaction } from "./authentication.server.ts";
import { createPasswordHashes, type PasswordHashes } from "./password-hashes.ts";
import { resetPassword } from "./reset-password.ts";
import { requestPasswordReset, signIn, signUp } from "./sign-in.ts";

const ada = { email: "ada@example.com", password: "hedgerow and barley" };
const newPassword = "a wholly new hedgerow";
const anyone = headersFrom("203.0.113.7");

/** Password hashes that also record each call, and whether the call was made in a transaction. */
function watchedHashes() {
  const real = createPasswordHashes(cheapHashCost);
  const done: string[] = [];
  const note = (what: string) =>
    done.push(libraryTransaction() === undefined ? what : `${what} in a transaction`);
  const passwords: PasswordHashes = {
    ...real,
    hash: (password) => {
      note("hash");
      return real.hash(password);
    },
    verify: (kept) => {
      note("verify");
      return real.verify(kept);
    },
    prepare: (password) => {
      note("prepare");
      return real.prepare(password);
    },
  };
  return { passwords, done: () => done.splice(0) };
}

describeOnEachDatabase("A password", (openDatabase) => {
  test("is hashed once at sign-in, also for an unknown address, so that the duration reveals no account", async () => {
    const { passwords, done } = watchedHashes();
    const access = await openAccess(await openDatabase(), {}, passwords);
    await signUp(access, anyone, { ...ada, name: "" });
    done();
    const wrong = { ...ada, password: "not the password" };
    await expect(signIn(access, anyone, wrong)).rejects.toMatchObject({ code: "unauthenticated" });
    expect(done()).toEqual(["verify"]);
    const nobody = signIn(access, anyone, { ...wrong, email: "nobody@example.com" });
    await expect(nobody).rejects.toMatchObject({ code: "unauthenticated" });
    expect(done()).toEqual(["hash"]);
  });

  test("over the maximum length is rejected without hashing", async () => {
    const { passwords, done } = watchedHashes();
    const access = await openAccess(await openDatabase(), {}, passwords);
    await signUp(access, anyone, { ...ada, name: "" });
    done();
    const huge = { ...ada, password: "x".repeat(200_000) };
    await expect(signIn(access, anyone, huge)).rejects.toMatchObject({ code: "unauthenticated" });
    const registering = signUp(access, anyone, { ...huge, email: "ben@example.com", name: "" });
    await expect(registering).rejects.toMatchObject({ code: "invalid" });
    expect(done()).toEqual([]);
  });

  test("reset takes at least 240 ms, so that the duration does not reveal whether an account exists", async () => {
    const access = await openAccess(await openDatabase());
    await signUp(access, anyone, { ...ada, name: "" });
    for (const email of [ada.email, "nobody@example.com"]) {
      const asked = performance.now();
      await requestPasswordReset(access, anyone, email);
      // A busy machine may take longer, so only a minimum is certain.
      expect(performance.now() - asked).toBeGreaterThan(240);
    }
    expect(await access.lettersTo("nobody@example.com")).toEqual([]);
  });

  test("reset sends at most five emails an hour to a mailbox, from any number of IP addresses", async () => {
    const access = await openAccess(await openDatabase(), { RATE_LIMIT_FACTOR: "1" });
    await signUp(access, anyone, { ...ada, name: "" });
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        requestPasswordReset(access, headersFrom(`203.0.113.${index}`), ada.email),
      ),
    );
    const letters = await access.lettersTo(ada.email);
    expect(letters.filter((letter) => letter === "resetPassword")).toHaveLength(5);
  });

  test("is hashed before the transaction that stores it, and not at all over the rate limit", async () => {
    const { passwords, done } = watchedHashes();
    const limited = { RATE_LIMIT_FACTOR: "1" };
    const access = await openAccess(await openDatabase(), limited, passwords);
    await signUp(access, anyone, { ...ada, name: "" });
    expect(done()).toEqual(["prepare", expect.stringMatching(/^hash/)]);
    await requestPasswordReset(access, anyone, ada.email);
    const [token = ""] = await access.mailedTokens(ada.email);
    await resetPassword(access, anyone, token, newPassword);
    expect(done()).toEqual(["prepare", "hash"]);
    await signIn(access, anyone, { ...ada, password: newPassword });
    done();
    for (let index = 1; index < 12; index++) {
      await signUp(access, anyone, { ...ada, name: "" }).catch(() => {});
    }
    expect(done()).toEqual(Array(9).fill("prepare"));
  });

  test("with an outdated hash is hashed again at the next successful sign-in", async () => {
    const database = await openDatabase();
    const access = await openAccess(database);
    await signUp(access, anyone, { ...ada, name: "" });
    const keptHash = async () => {
      const { adapter } = await access.authentication.$context;
      const [account] = await adapter.findMany<{ password: string }>({ model: "account" });
      return account?.password ?? "";
    };
    const first = await keptHash();
    await signIn(access, anyone, ada);
    expect(await keptHash()).toBe(first);
    const dearer = createPasswordHashes({ memoryKiB: 16, passes: 1 });
    const later = await openAccess(database, {}, dearer);
    await expect(signIn(later, anyone, { ...ada, password: "wrong password" })).rejects.toThrow();
    expect(await keptHash()).toBe(first);
    await signIn(later, anyone, ada);
    expect(await keptHash()).toContain("$m=16,");
    await signIn(later, anyone, ada);
  });
});

describeOnEachDatabase("The limit on attempts to sign in", (openDatabase) => {
  const wrong = { ...ada, password: "not the password" };

  test("is ten for each IP address, also for simultaneous attempts with forged headers", async () => {
    const access = await openAccess(await openDatabase(), { RATE_LIMIT_FACTOR: "1" });
    const attempts = Array.from({ length: 20 }, (_, index) => {
      const told = { "x-forwarded-for": `198.51.100.${index}`, "x-real-ip": `198.51.100.${index}` };
      return signIn(access, headersFrom("203.0.113.7", told), wrong);
    });
    const results = await Promise.allSettled(attempts);
    const codes = results.map((result) => result.status === "rejected" && result.reason.code);
    expect(codes.filter((code) => code === "unauthenticated")).toHaveLength(10);
    expect(codes.filter((code) => code === "too-many")).toHaveLength(10);
    const [refused] = results.flatMap((result) =>
      result.status === "rejected" && result.reason.code === "too-many" ? [result.reason] : [],
    );
    expect(refused.retryAfterSeconds).toBeGreaterThan(0);
    await expect(signIn(access, headersFrom("203.0.113.8"), wrong)).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });

  test("is shared by two processes, also for simultaneous attempts with forged headers", async () => {
    const database = await openDatabase();
    // SQLite blocks the thread while it waits for another connection, so two connections in one
    // thread would wait for ever.
    const other =
      database.engine === "sqlite" ? database : openDatabaseAt(await addressOf(database));
    const settings = { RATE_LIMIT_FACTOR: "1" };
    const two = [await openAccess(database, settings), await openAccess(other, settings)];
    const attempts = two.flatMap((access) =>
      Array.from({ length: 15 }, (_, index) =>
        signIn(access, headersFrom("203.0.113.7", { "x-forwarded-for": `10.0.0.${index}` }), wrong),
      ),
    );
    const results = await Promise.allSettled(attempts);
    const codes = results.map((result) => result.status === "rejected" && result.reason.code);
    expect(codes.filter((code) => code === "unauthenticated")).toHaveLength(10);
    expect(codes.filter((code) => code === "too-many")).toHaveLength(20);
    if (other !== database) await other.close();
  });

  test("counts one IPv6 network as one client", async () => {
    const access = await openAccess(await openDatabase(), { RATE_LIMIT_FACTOR: "1" });
    const results = await Promise.allSettled(
      Array.from({ length: 15 }, (_, index) =>
        signIn(access, headersFrom(`2001:db8:1:2::${index + 1}`), wrong),
      ),
    );
    const codes = results.map((result) => result.status === "rejected" && result.reason.code);
    expect(codes.filter((code) => code === "too-many")).toHaveLength(5);
  });
});
