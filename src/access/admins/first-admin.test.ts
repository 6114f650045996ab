import { expect, test } from "vitest";
import { StartError } from "#platform/errors.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { type Access, headersFrom, openAccess } from "../../../tests/support/rights/access.ts";
import { signIn, signUp } from "../sessions/sign-in.ts";
import { ensureFirstAdmin, isSetUpOpen, setUpFirstAdmin, setUpToken } from "./first-admin.ts";

const owner = { email: "owner@example.com", password: "a long and rather dull password" };
const anyone = headersFrom("203.0.113.7");

const adminRecords = async ({ database }: Access) => {
  const rows = await database.read.selectFrom("user_records").select("user_email").execute();
  return rows.map(({ user_email }) => user_email);
};

async function actorKind(access: Access, credentials: typeof owner): Promise<string> {
  const { cookies } = await signIn(access, anyone, credentials);
  return (await access.visit(cookies).actor()).kind;
}

describeOnEachDatabase("The set-up link", (openDatabase) => {
  const open = async () => openAccess(await openDatabase());

  test("makes the person who uses it the first admin, and works once", async () => {
    const access = await open();
    const token = setUpToken(access.secret);
    expect(await isSetUpOpen(access, token)).toBe(true);
    await setUpFirstAdmin(access, token, owner);
    expect(await actorKind(access, owner)).toBe("admin");
    expect(await isSetUpOpen(access, token)).toBe(false);
    const second = { email: "second@example.com", password: owner.password };
    await expect(setUpFirstAdmin(access, token, second)).rejects.toMatchObject({
      code: "not-found",
    });
    expect(await adminRecords(access)).toEqual(["owner@example.com"]);
    await expect(signIn(access, anyone, second)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  test("is refused with a forged token", async () => {
    const access = await open();
    const token = setUpToken(access.secret);
    const wrong = ["", "x", token.slice(1), `${token}x`, token.toUpperCase(), setUpToken("other")];
    for (const other of [...wrong, "é".repeat(token.length), "\u0000".repeat(43)]) {
      expect(await isSetUpOpen(access, other)).toBe(false);
      await expect(setUpFirstAdmin(access, other, owner)).rejects.toMatchObject({
        code: "not-found",
      });
    }
    expect(await adminRecords(access)).toEqual([]);
  });

  test("stays valid after an invalid address or password", async () => {
    const access = await open();
    const token = setUpToken(access.secret);
    const wrong = [
      [{ ...owner, email: "ab@c.de" }, "email"],
      [{ ...owner, password: "12345" }, "password"],
      [{ ...owner, password: "Password1" }, "password"],
    ] as const;
    for (const [credentials, path] of wrong) {
      await expect(setUpFirstAdmin(access, token, credentials)).rejects.toMatchObject({
        code: "invalid",
        issues: [{ path }],
      });
    }
    expect(await isSetUpOpen(access, token)).toBe(true);
  });
});

describeOnEachDatabase("The configured admin", (openDatabase) => {
  const open = async () => openAccess(await openDatabase());

  test("is created once by several simultaneous starts", async () => {
    const access = await open();
    await Promise.all(Array.from({ length: 4 }, () => ensureFirstAdmin(access, owner)));
    expect(await actorKind(access, owner)).toBe("admin");
    expect(await adminRecords(access)).toEqual(["owner@example.com"]);
  });

  test("is not created when an admin exists, and does not change that admin's password", async () => {
    const access = await open();
    await ensureFirstAdmin(access, owner);
    const changed = { ...owner, password: "another long and dull password" };
    await ensureFirstAdmin(access, changed);
    await ensureFirstAdmin(access, { ...owner, email: "second@example.com" });
    expect(await actorKind(access, owner)).toBe("admin");
    await expect(signIn(access, anyone, changed)).rejects.toThrow();
    expect(await adminRecords(access)).toEqual(["owner@example.com"]);
  });

  test("is not created with a common or a short password", async () => {
    for (const [password, settings, words] of [
      ["qwertyuiop", {}, "This password is too common. Choose another one."],
      ["a short one", { PASSWORD_MIN_LENGTH: "12" }, "Minimum 12 Characters."],
    ] as const) {
      const access = await openAccess(await openDatabase(), settings);
      const start = () => ensureFirstAdmin(access, { ...owner, password });
      const sentence = `ADMIN_PASSWORD cannot be the first admin's password: ${words}`;
      await expect(start()).rejects.toEqual(new StartError(sentence));
      expect(await adminRecords(access)).toEqual([]);
      await ensureFirstAdmin(access, owner);
      // Once an admin exists, a start ignores ADMIN_PASSWORD.
      await start();
      expect(await adminRecords(access)).toEqual(["owner@example.com"]);
    }
  });

  test("takes over an account that a stranger has registered with the address", async () => {
    const access = await open();
    const squatter = { email: "Owner@Example.com", password: "hedgerow and barley" };
    const { cookies } = await signUp(access, anyone, { ...squatter, name: "Eve" });
    expect((await access.visit(cookies).actor()).kind).toBe("customer");
    await ensureFirstAdmin(access, owner);
    expect((await access.visit(cookies).actor()).kind).toBe("visitor");
    await expect(signIn(access, anyone, squatter)).rejects.toMatchObject({
      code: "unauthenticated",
    });
    expect(await actorKind(access, owner)).toBe("admin");
  });

  test("can sign in even if an earlier start stored the account but stopped before storing the password", async () => {
    const access = await open();
    const { internalAdapter } = await access.authentication.$context;
    await internalAdapter.createUser(
      { email: owner.email, name: "", emailVerified: true },
      { method: "email-password" },
    );
    await ensureFirstAdmin(access, owner);
    expect(await actorKind(access, owner)).toBe("admin");
  });
});
