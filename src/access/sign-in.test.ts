import { expect, test } from "vitest";
import { headersFrom, openAccess } from "../../tests/support/access.ts";
import { describeOnEachDatabase } from "../../tests/support/databases.ts";
import { htmlInRow, htmlOf } from "../mail/html-of.ts";
import { ensureFirstAdmin } from "./first-admin.ts";
import { requestPasswordReset, resetPassword, signIn, signOut, signUp } from "./sign-in.ts";

const ada = { email: "ada@example.com", password: "hedgerow and barley" };
const newPassword = "a wholly new hedgerow";
const anyone = headersFrom("203.0.113.7");

describeOnEachDatabase("A session", (openDatabase) => {
  const open = async () => openAccess(await openDatabase());

  test("holds the rights that its account has at each request, and no longer", async () => {
    const access = await open();
    await ensureFirstAdmin(access, ada);
    const { cookies } = await signIn(access, anyone, ada);
    const kindNow = async () => (await access.visit(cookies).actor()).kind;
    expect(await kindNow()).toBe("admin");
    await access.database.write((tx) => tx.deleteFrom("user_records").execute());
    expect(await kindNow()).toBe("customer");
  });

  test("ends with its sign-out, and leaves the account's others alone", async () => {
    const access = await open();
    const first = await signUp(access, anyone, { ...ada, name: "" });
    const second = await signIn(access, anyone, ada);
    const leaving = access.visit(first.cookies).signInHeaders();
    await signOut(access, leaving);
    expect((await access.visit(first.cookies).actor()).kind).toBe("visitor");
    expect((await access.visit(second.cookies).actor()).kind).toBe("customer");
  });

  test("is not one that a visitor made up, or that another secret has signed", async () => {
    const access = await open();
    const { cookies } = await signUp(access, anyone, { ...ada, name: "" });
    const [name, value = ""] = (cookies[0]?.split(";")[0] ?? "").split("=");
    const [token = "", signature = ""] = decodeURIComponent(value).split(".");
    const forged = [
      token,
      `${token}.`,
      `${token}.${signature.replace(/^./, (first) => (first === "A" ? "B" : "A"))}`,
      `${token}x.${signature}`,
      "",
      "null",
      ".",
    ];
    for (const each of forged) {
      const cookie = `${name}=${encodeURIComponent(each)}`;
      expect([each, (await access.visit([cookie]).actor()).kind]).toEqual([each, "visitor"]);
    }
    expect((await access.visit(cookies).actor()).kind).toBe("customer");
  });
});

describeOnEachDatabase("A link to set a new password", (openDatabase) => {
  async function openWithLink() {
    const access = await openAccess(await openDatabase());
    const { cookies } = await signUp(access, anyone, { ...ada, name: "" });
    await requestPasswordReset(access, anyone, ada.email);
    const [token = ""] = await access.mailedTokens(ada.email);
    expect(token).not.toBe("");
    return { access, cookies, token };
  }

  test("works once when it is used several times at once, and ends every session", async () => {
    const { access, cookies, token } = await openWithLink();
    const other = await signIn(access, anyone, ada);
    const passwords = [newPassword, "second new hedgerow", "third new hedgerow", "fourth hedgerow"];
    const results = await Promise.allSettled(
      passwords.map((password) => resetPassword(access, anyone, token, password)),
    );
    const done = results.findIndex(({ status }) => status === "fulfilled");
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const session of [cookies, other.cookies]) {
      expect((await access.visit(session).actor()).kind).toBe("visitor");
    }
    await expect(signIn(access, anyone, ada)).rejects.toMatchObject({ code: "unauthenticated" });
    for (const [index, password] of passwords.entries()) {
      const entering = signIn(access, anyone, { ...ada, password });
      if (index === done) await entering;
      else await expect(entering).rejects.toMatchObject({ code: "unauthenticated" });
    }
  });

  test("works only for the account that it was sent to", async () => {
    const { access, token } = await openWithLink();
    const ben = { email: "ben@example.com", password: "barley and hedgerow" };
    await signUp(access, anyone, { ...ben, name: "" });
    await resetPassword(access, anyone, token, newPassword);
    await signIn(access, anyone, ben);
    await signIn(access, anyone, { ...ada, password: newPassword });
  });

  test("does not work any more after an hour, nor with another token", async () => {
    const { access, cookies, token } = await openWithLink();
    const { internalAdapter } = await access.authentication.$context;
    await internalAdapter.updateVerificationByIdentifier(`reset-password:${token}`, {
      expiresAt: new Date(Date.now() - 1),
    });
    for (const wrong of [token, `${token}x`, "", "reset-password:", "%"]) {
      await expect(resetPassword(access, anyone, wrong, newPassword)).rejects.toMatchObject({
        code: "invalid",
      });
    }
    expect((await access.visit(cookies).actor()).kind).toBe("customer");
  });

  test("is not used up by a password that is refused", async () => {
    const { access, token } = await openWithLink();
    await expect(resetPassword(access, anyone, token, "12345")).rejects.toMatchObject({
      code: "invalid",
      issues: [{ path: "password" }],
    });
    await resetPassword(access, anyone, token, newPassword);
  });

  test("leads to the configured origin, whatever the request says of itself", async () => {
    const access = await openAccess(await openDatabase());
    await signUp(access, anyone, { ...ada, name: "" });
    const evil = headersFrom("203.0.113.7", {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
      forwarded: "host=evil.example",
    });
    await requestPasswordReset(access, evil, ada.email);
    const mail = await access.database.read
      .selectFrom("mail_outbox")
      .select(["text_body", "html_body", "letter_content"])
      .where("letter", "=", "resetPassword")
      .executeTakeFirstOrThrow();
    expect(mail.text_body).toMatch(/http:\/\/localhost:3000\/reset\?token=[\w-]+/);
    expect(mail.text_body + htmlOf({ html: htmlInRow(mail) })).not.toContain("evil.example");
  });
});
