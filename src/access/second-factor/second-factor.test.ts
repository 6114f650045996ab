import { afterEach, expect, test, vi } from "vitest";
import { switchOnCodes } from "../../../tests/support/browser/switch-on-codes.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import {
  type Access,
  goodPassword,
  headersFrom,
  openAccess,
  registered,
  registeredAdmin,
  signedInAgain,
  signedInWith,
  verified,
} from "../../../tests/support/rights/access.ts";
import { deleteOwnAccount } from "../accounts/delete-account.ts";
import { resetPassword } from "../sessions/reset-password.ts";
import { requestPasswordReset, SecondFactorRequired, signIn } from "../sessions/sign-in.ts";
import { readSetUp, renewBackupCodes, startAppCodes, switchOffAppCodes } from "./app-codes.ts";
import { resetSecondFactor } from "./reset-second-factor.ts";
import { enterCode, isSecondStepOpen, signInWithCode } from "./second-step.ts";

const ada = { email: "ada@example.com", password: goodPassword };
const anyone = headersFrom("203.0.113.7");

afterEach(() => {
  vi.useRealTimers();
});

/** Advances the clock to the next code, because each code is accepted only once. */
function wait(seconds = 30): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
}

/** An account whose sign-in asks for a code, and the phone that makes the codes. */
async function openWithCodes(access: Access) {
  const person = await registered(access, ada.email);
  const { accountId } = person.actor;
  await verified(access, accountId);
  const switchedOn = await switchOnCodes(access.access, person, goodPassword);
  wait();
  return { ...(await signedInWith(access, switchedOn.cookies)), ...switchedOn, accountId };
}

async function secondStep(access: Access, headers = anyone): Promise<Headers> {
  const error = await signIn(access.access, headers, ada).catch((thrown) => thrown);
  if (!(error instanceof SecondFactorRequired)) throw error;
  const cookie = error.cookies.map((line) => line.split(";")[0]).join("; ");
  return headersFrom("203.0.113.7", { cookie });
}

const countSessions = async ({ database }: Access) =>
  (await database.read.selectFrom("session").select("id").execute()).length;

describeOnEachDatabase("A second factor", (openDatabase) => {
  const open = async () => {
    const access = await openAccess(await openDatabase());
    return { access, ...(await openWithCodes(access)) };
  };

  test("opens no session before the code is entered", async () => {
    const { access, phone } = await open();
    const sessions = await countSessions(access);
    const error = await signIn(access.access, anyone, ada).catch((thrown) => thrown);
    expect(error).toMatchObject({
      code: "unauthenticated",
      extra: { secondFactorRequired: true },
    });
    expect(await countSessions(access)).toBe(sessions);
    expect((await access.visit(error.cookies).actor()).kind).toBe("visitor");
    const step = await secondStep(access);
    expect(await isSecondStepOpen(access.access, step)).toBe(true);
    const { cookies } = await enterCode(access.access, step, { code: phone.generate() });
    expect((await access.visit(cookies).actor()).kind).toBe("customer");
    expect(await isSecondStepOpen(access.access, step)).toBe(false);
  });

  test("accepts a code once, also if two sign-ins send it at the same moment", async () => {
    const { access, phone } = await open();
    const sessions = await countSessions(access);
    const code = phone.generate();
    const steps = [await secondStep(access), await secondStep(access), await secondStep(access)];
    const results = await Promise.allSettled(
      steps.map((step) => enterCode(access.access, step, { code })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await countSessions(access)).toBe(sessions + 1);
    const again = enterCode(access.access, await secondStep(access), { code });
    await expect(again).rejects.toThrow("This code has already been used.");
  });

  test("answers every wrong code alike, however close its time is, and counts it once", async () => {
    const { access, phone, accountId } = await open();
    // Stops the clock: a code of the next half minute would become right while the test waits.
    wait(0);
    const at = (seconds: number) => phone.generate({ timestamp: Date.now() + seconds * 1000 });
    const accepted = new Set([-30, 0, 30].map(at));
    const offsets = [-3600, -150, -120, -90, -60, 60, 90, 120, 150, 3600];
    // A code of another time may by chance equal an accepted code.
    const wrong = offsets.map(at).filter((code) => !accepted.has(code));
    const failures = async () =>
      (
        await access.database.read
          .selectFrom("twoFactor")
          .select("failedVerificationCount")
          .where("userId", "=", accountId)
          .executeTakeFirstOrThrow()
      ).failedVerificationCount;
    const answers = new Set<string>();
    for (const code of wrong.slice(0, 9)) {
      const before = Number(await failures());
      const entering = signInWithCode(access.access, anyone, { ...ada, code });
      const error = await entering.then(
        () => null,
        (thrown) => thrown,
      );
      answers.add(JSON.stringify([error?.code, error?.message, error?.issues, error?.extra]));
      expect(Number(await failures())).toBe(before + 1);
    }
    expect(answers.size).toBe(1);
    expect([...answers][0]).toContain("let the phone set its time automatically");
    expect([...answers][0]).not.toMatch(/\d/);
    const { cookies } = await signInWithCode(access.access, anyone, { ...ada, code: at(30) });
    expect((await access.visit(cookies).actor()).kind).toBe("customer");
  });

  test("is locked for 15 minutes after ten wrong codes, also for the right code", async () => {
    const { access, phone, backupCodes } = await open();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const wrong = signInWithCode(access.access, anyone, { ...ada, code: "000000" });
      await expect(wrong).rejects.toMatchObject({ code: "unauthenticated" });
    }
    for (const code of [phone.generate(), backupCodes[0] ?? ""]) {
      await expect(signInWithCode(access.access, anyone, { ...ada, code })).rejects.toMatchObject({
        code: "too-many",
        retryAfterSeconds: 900,
      });
    }
    wait(15 * 60 + 1);
    await signInWithCode(access.access, anyone, { ...ada, code: phone.generate() });
  });

  test("takes each of ten backup codes once, and tells by email how many are left", async () => {
    const { access, backupCodes } = await open();
    expect(new Set(backupCodes).size).toBe(10);
    const code = backupCodes[3] ?? "";
    const steps = [await secondStep(access), await secondStep(access)];
    const results = await Promise.allSettled(
      steps.map((step) => enterCode(access.access, step, { code })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(signInWithCode(access.access, anyone, { ...ada, code })).rejects.toThrow(
      "This is not one of your backup codes.",
    );
    const mail = await access.database.read
      .selectFrom("mail_outbox")
      .select("text_body")
      .where("letter", "=", "backupCodeUsed")
      .executeTakeFirstOrThrow();
    expect(mail.text_body).toContain("Codes left: 9");
    expect(await access.lettersTo(ada.email)).toEqual([
      "welcome",
      "secondFactorOn",
      "backupCodeUsed",
    ]);
  });

  test("is not asked for again on a trusted device, however often it signs in", async () => {
    const { access, phone } = await open();
    const step = await secondStep(access);
    const code = phone.generate();
    let { cookies } = await enterCode(access.access, step, { code, trustDevice: true });
    for (let time = 0; time < 3; time += 1) {
      const cookie = cookies.map((line) => line.split(";")[0]).join("; ");
      const headers = headersFrom("203.0.113.7", { cookie });
      ({ cookies } = await signIn(access.access, headers, ada));
      expect((await access.visit(cookies).actor()).kind).toBe("customer");
    }
    await expect(signIn(access.access, anyone, ada)).rejects.toBeInstanceOf(SecondFactorRequired);
  });

  test("whose stored secret is missing accepts no code, so that no sign-in succeeds", async () => {
    const { access, phone, accountId } = await open();
    await access.database.write((tx) =>
      tx.deleteFrom("twoFactor").where("userId", "=", accountId).execute(),
    );
    for (const code of [phone.generate(), "abcde-fghij"]) {
      const entering = signInWithCode(access.access, anyone, { ...ada, code });
      await expect(entering).rejects.toThrow("Ask an owner of the site to reset it.");
    }
  });

  test("stays when the password is reset by email", async () => {
    const { access } = await open();
    await requestPasswordReset(access.access, anyone, ada.email);
    const token = (await access.mailedTokens(ada.email)).at(-1) ?? "";
    await resetPassword(access.access, anyone, token, "a wholly new hedgerow");
    const entering = signIn(access.access, anyone, { ...ada, password: "a wholly new hedgerow" });
    await expect(entering).rejects.toBeInstanceOf(SecondFactorRequired);
  });

  test("shows its secret only before the first code and only after the password", async () => {
    const { access, proof, actor, headers } = await open();
    expect(await readSetUp(access.access, actor, proof)).toBe(null);
    const wrong = startAppCodes(access.access, actor, headers, { password: "not the password" });
    await expect(wrong).rejects.toMatchObject({ code: "invalid" });
    const ben = await registered(access, "ben@example.com");
    const input = { password: goodPassword };
    await expect(startAppCodes(access.access, ben.actor, ben.headers, input)).rejects.toThrow(
      "Confirm your email address first.",
    );
    await verified(access, ben.actor.accountId);
    const other = await startAppCodes(access.access, ben.actor, ben.headers, input);
    expect(await readSetUp(access.access, ben.actor, proof)).toBe(null);
    expect(await readSetUp(access.access, ben.actor, `${other}x`)).toBe(null);
    expect(await readSetUp(access.access, ben.actor, other)).not.toBe(null);
    // The second factor is on only once the person has entered a first code from the app.
    await signedInAgain(access, "ben@example.com");
  });

  test("is switched off with the password, and the trust in devices ends", async () => {
    const { access, actor, headers, phone, accountId } = await open();
    const code = phone.generate();
    await enterCode(access.access, await secondStep(access), { code, trustDevice: true });
    const wrong = switchOffAppCodes(access.access, actor, headers, { password: "wrong" });
    await expect(wrong).rejects.toMatchObject({ issues: [{ path: "password" }] });
    await switchOffAppCodes(access.access, actor, headers, { password: goodPassword });
    await signedInAgain(access, ada.email);
    const left = access.database.read.selectFrom("verification").where("value", "=", accountId);
    expect(await left.select("id").execute()).toEqual([]);
    expect((await access.lettersTo(ada.email)).at(-1)).toBe("secondFactorOff");
  });

  test("gets ten new backup codes with the password, and the former codes end", async () => {
    const { access, actor, headers, backupCodes } = await open();
    const input = { password: goodPassword };
    const renewed = await renewBackupCodes(access.access, actor, headers, input);
    expect(renewed).toHaveLength(10);
    const old = { ...ada, code: backupCodes[0] };
    await expect(signInWithCode(access.access, anyone, old)).rejects.toThrow("not one of your");
    await signInWithCode(access.access, anyone, { ...ada, code: renewed[0] });
  });

  test("can be reset by another admin, but not by its owner, and the reset ends all sessions", async () => {
    const { access, actor, accountId, now } = await open();
    const admin = await registeredAdmin(access, "owner@example.com");
    const reset = (who: typeof actor, id: string, input: object) =>
      resetSecondFactor(access, who, id, input);
    await expect(reset(actor, accountId, { understood: "yes" })).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(reset(admin.actor, accountId, {})).rejects.toMatchObject({ code: "invalid" });
    await expect(
      reset(admin.actor, admin.actor.accountId, { understood: "yes" }),
    ).rejects.toMatchObject({ code: "conflict" });
    await reset(admin.actor, accountId, { understood: "yes" });
    expect((await now()).kind).toBe("visitor");
    await signedInAgain(access, ada.email);
    expect((await access.lettersTo(ada.email)).at(-1)).toBe("secondFactorOff");
    const entry = await access.database.read
      .selectFrom("audit_log")
      .select(["action", "label"])
      .executeTakeFirst();
    expect(entry).toEqual({ action: "Reset second factor", label: ada.email });
  });

  test("is deleted with the account", async () => {
    const { access, actor, headers, phone } = await open();
    await secondStep(access);
    const code = phone.generate();
    await enterCode(access.access, await secondStep(access), { code, trustDevice: true });
    const input = { password: goodPassword, understood: "yes" };
    await deleteOwnAccount(access, actor, headers, input);
    for (const table of ["twoFactor", "used_codes", "verification", "session", "user"] as const) {
      expect([table, await access.database.read.selectFrom(table).selectAll().execute()]).toEqual([
        table,
        [],
      ]);
    }
  });
});
