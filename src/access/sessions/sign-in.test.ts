import { expect, test } from "vitest";
import { lookOf } from "#look/look.ts";
import { htmlInRow, htmlOf } from "#mail/templates/email-html.ts";
import { waysIn } from "#server/ways-in.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { queuedEmails } from "../../../tests/support/mail/queued-emails.ts";
import { type Access, headersFrom, openAccess } from "../../../tests/support/rights/access.ts";
import { accountOfProvenAddress } from "../accounts/accounts.server.ts";
import { changePassword } from "./change-password.ts";
import { isFirstPassword, isOpenResetLink } from "./reset-links.server.ts";
import { resetPassword } from "./reset-password.ts";
import { requestPasswordReset, signIn, signOut, signUp } from "./sign-in.ts";

const ada = { email: "ada@example.com", password: "hedgerow and barley" };
const newPassword = "a wholly new hedgerow";
const anyone = headersFrom("203.0.113.7");

describeOnEachDatabase("A sign-in", (openDatabase) => {
  test("with an empty or short password is refused at the field, as for an unknown address", async () => {
    const access = await openAccess(await openDatabase());
    await signUp(access, anyone, { ...ada, name: "" });
    for (const [password, message] of [
      ["", "Password is Required"],
      ["barle", "Minimum 6 Characters"],
      ["🌾🌾🌾🌾🌾", "Minimum 6 Characters"],
    ] as const) {
      for (const email of [ada.email, "nobody@example.com"]) {
        await expect(signIn(access, anyone, { email, password })).rejects.toMatchObject({
          code: "invalid",
          issues: [{ path: "password", message }],
        });
      }
    }
  });
});

describeOnEachDatabase("A session", (openDatabase) => {
  const open = async () => openAccess(await openDatabase());

  test("ends at sign-out, and other sessions of the account continue", async () => {
    const access = await open();
    const first = await signUp(access, anyone, { ...ada, name: "" });
    const second = await signIn(access, anyone, ada);
    const leaving = access.visit(first.cookies).signInHeaders();
    await signOut(access, leaving);
    expect((await access.visit(first.cookies).actor()).kind).toBe("visitor");
    expect((await access.visit(second.cookies).actor()).kind).toBe("customer");
  });

  test("is rejected when its token or its signature is forged", async () => {
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

  test("works only once when it is used several times at the same moment, and ends every session", async () => {
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
    expect(await access.lettersTo(ada.email)).toEqual([
      "welcome",
      "resetPassword",
      "passwordChanged",
    ]);
  });

  test("of an account that never had a password says so, and leads back to where it was asked for", async () => {
    const access = await openAccess(await openDatabase());
    const { database } = access;
    const email = "new@example.com";
    await database.write((tx) => accountOfProvenAddress(waysIn)(tx, email));
    await requestPasswordReset(access, anyone, email, "/my-order/7");
    await requestPasswordReset(access, anyone, email, "//evil.example");
    const mails = await queuedEmails(database, { letter: "choosePassword" });
    expect(mails.map(({ text }) => /\/reset\?token=\S+/.exec(text)?.[0])).toEqual([
      expect.stringMatching(/&from=%2Fmy-order%2F7$/),
      expect.stringMatching(/\?token=[\w-]+$/),
    ]);
    const [token = ""] = await access.mailedTokens(email);
    expect(await isFirstPassword(database, token)).toBe(true);
    await resetPassword(access, anyone, token, newPassword);
    await signIn(access, anyone, { email, password: newPassword });
    await requestPasswordReset(access, anyone, email);
    expect(await access.lettersTo(email)).toContain("resetPassword");
    const newer = (await access.mailedTokens(email)).at(-1) ?? "";
    expect(await isFirstPassword(database, newer)).toBe(false);
  });

  test("is valid until it is used or expires, and a check does not use it up", async () => {
    const { access, token } = await openWithLink();
    const isOpen = (each = token) => isOpenResetLink(access.database, each);
    expect([await isOpen(), await isOpen()]).toEqual([true, true]);
    expect([await isOpen("made up"), await isOpen("\0"), await isOpen("")]).toEqual([
      false,
      false,
      false,
    ]);
    await resetPassword(access, anyone, token, newPassword);
    expect(await isOpen()).toBe(false);
    await requestPasswordReset(access, anyone, ada.email);
    const newer = (await access.mailedTokens(ada.email)).at(-1);
    expect(await isOpen(newer)).toBe(true);
    await access.database.write((tx) =>
      tx
        .updateTable("verification")
        .set({ expiresAt: new Date(Date.now() - 1) })
        .execute(),
    );
    expect(await isOpen(newer)).toBe(false);
  });

  test("ends every session also when no email can be queued", async () => {
    const { access, cookies, token } = await openWithLink();
    await access.database.write((tx) =>
      tx.schema.alterTable("mail_outbox").renameTo("mail_outbox_away").execute(),
    );
    await resetPassword(access, anyone, token, newPassword);
    expect((await access.visit(cookies).actor()).kind).toBe("visitor");
    await signIn(access, anyone, { ...ada, password: newPassword });
  });

  test("makes the other links fail when several links to one account are used at the same time", async () => {
    const { access } = await openWithLink();
    for (const _link of [2, 3]) await requestPasswordReset(access, anyone, ada.email);
    const links = await access.mailedTokens(ada.email);
    const passwords = links.map((_link, index) => `hedgerow of the link ${index}`);
    const results = await Promise.allSettled(
      links.map((link, index) => resetPassword(access, anyone, link, passwords[index] ?? "")),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([
      "fulfilled",
      "rejected",
      "rejected",
    ]);
    const done = results.findIndex(({ status }) => status === "fulfilled");
    await signIn(access, anyone, { ...ada, password: passwords[done] ?? "" });
  });

  test("is invalid after the password was changed", async () => {
    const { access, cookies, token } = await openWithLink();
    const identity = access.visit(cookies);
    const here = { actor: await identity.actor(), headers: identity.signInHeaders() };
    const wrong = { currentPassword: "not the password", newPassword };
    await expect(changePassword(access, here.actor, here.headers, wrong)).rejects.toThrow();
    expect(await openLinks(access)).toBe(1);
    const right = { currentPassword: ada.password, newPassword };
    await changePassword(access, here.actor, here.headers, right);
    await expect(resetPassword(access, anyone, token, "another hedgerow")).rejects.toMatchObject({
      code: "invalid",
    });
    await signIn(access, anyone, { ...ada, password: newPassword });
  });

  test("leaves links of other accounts valid, also after its own use or expiry", async () => {
    const { access, token } = await openWithLink();
    const ben = { email: "ben@example.com", password: "barley and hedgerow" };
    await signUp(access, anyone, { ...ben, name: "" });
    await requestPasswordReset(access, anyone, ben.email);
    const [linkOfBen = ""] = await access.mailedTokens(ben.email);
    await requestPasswordReset(access, anyone, ada.email);
    await outdate(access, token);
    await expect(resetPassword(access, anyone, token, newPassword)).rejects.toThrow();
    const [, inTime = ""] = await access.mailedTokens(ada.email);
    await resetPassword(access, anyone, inTime, newPassword);
    await signIn(access, anyone, ben);
    await resetPassword(access, anyone, linkOfBen, "barley and barley");
  });

  test("is refused when it has expired or its token is wrong", async () => {
    const { access, cookies, token } = await openWithLink();
    // A rejected password does not use the link up.
    await expect(resetPassword(access, anyone, token, "12345")).rejects.toMatchObject({
      issues: [{ path: "password" }],
    });
    await outdate(access, token);
    for (const wrong of [token, `${token}x`, "", "reset-password:", "%"]) {
      await expect(resetPassword(access, anyone, wrong, newPassword)).rejects.toMatchObject({
        code: "invalid",
      });
    }
    expect((await access.visit(cookies).actor()).kind).toBe("customer");
  });

  test("leads to the configured origin, not to a host from the request's headers", async () => {
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
    expect(mail.text_body + htmlOf({ html: htmlInRow(mail) }, lookOf(undefined))).not.toContain(
      "evil.example",
    );
  });
});

async function openLinks({ database }: Access): Promise<number> {
  const links = await database.read.selectFrom("verification").select("id").execute();
  return links.length;
}

/** Sets the expiry of a link to a time in the past. */
async function outdate({ authentication }: Access, token: string): Promise<void> {
  const { internalAdapter } = await authentication.$context;
  await internalAdapter.updateVerificationByIdentifier(`reset-password:${token}`, {
    expiresAt: new Date(Date.now() - 1),
  });
}
