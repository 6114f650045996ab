import { expect, test } from "vitest";
import { switchOnCodes } from "../../../tests/support/browser/switch-on-codes.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import {
  type Access,
  headersFrom,
  openAccess,
  goodPassword as password,
  registered,
  verified,
} from "../../../tests/support/rights/access.ts";
import { confirmAgain } from "../confirmation/confirm-again.ts";
import { signInWithCode } from "../second-factor/second-step.ts";
import { SecondFactorRequired, signIn, signUp } from "../sessions/sign-in.ts";

const email = "ada@example.com";
const phone = { "user-agent": "Mozilla/5.0 (iPhone) AppleWebKit Safari/604.1" };
const deviceCookieOf = (cookies: readonly string[]) =>
  cookies.find((line) => line.includes("furrow-device="))?.split(";")[0] ?? "";

const lettersTo = async (access: Access) =>
  (await access.allLettersTo(email)).filter((name) => name === "newDevice");

describeStore("A sign-in from a new device", (openDatabase) => {
  async function open() {
    const access = await openAccess(await openDatabase());
    const body = { email, password, name: "" };
    const { cookies } = await signUp(access, headersFrom("203.0.113.7"), body);
    const enter = (others: Record<string, string> = {}) =>
      signIn(access, headersFrom("198.51.100.9", others), { email, password });
    return { access, enter, cookie: deviceCookieOf(cookies) };
  }

  test("sends an email with device and IP address; a registration and a known device send none", async () => {
    const { access, enter, cookie } = await open();
    expect(cookie).toMatch(/^furrow-device=[\w-]{32}$/);
    expect(await lettersTo(access)).toEqual([]);
    const again = await enter({ cookie });
    expect(deviceCookieOf(again.cookies)).toBe(cookie);
    expect(await lettersTo(access)).toEqual([]);
    const other = await enter(phone);
    expect(await lettersTo(access)).toHaveLength(1);
    const mail = await access.database.read
      .selectFrom("mail_outbox")
      .select("text_body")
      .where("letter", "=", "newDevice")
      .executeTakeFirstOrThrow();
    expect(mail.text_body).toContain("Safari on iPhone");
    expect(mail.text_body).toContain("198.51.100.9");
    await enter({ ...phone, cookie: deviceCookieOf(other.cookies) });
    await enter({ cookie: "furrow-device=made-up" });
    expect(await lettersTo(access)).toHaveLength(2);
  });

  test("makes the device known to its own account only, and stores no readable cookie", async () => {
    const { access, enter, cookie } = await open();
    await registered(access, "eve@example.com", { cookie });
    await enter({ cookie });
    expect(await lettersTo(access)).toEqual([]);
    const eve = { email: "eve@example.com", password };
    await signIn(access, headersFrom("203.0.113.7"), eve);
    expect(await access.allLettersTo("eve@example.com")).toContain("newDevice");
    const rows = await access.database.read.selectFrom("known_devices").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(cookie.split("=")[1]);
  });

  test("sends the email only after the second factor, and confirming again sends none", async () => {
    const { access, enter } = await open();
    const ada = access.visit((await enter()).cookies);
    const actor = await ada.actor();
    if (!("accountId" in actor)) throw new Error("Nobody is signed in.");
    await verified(access, actor.accountId);
    const before = (await lettersTo(access)).length;
    await confirmAgain(access.access, actor, ada.signInHeaders(), { password });
    expect(await lettersTo(access)).toHaveLength(before);
    const { backupCodes } = await switchOnCodes(
      access.access,
      { actor, headers: ada.signInHeaders() },
      password,
    );
    await expect(enter(phone)).rejects.toThrow(SecondFactorRequired);
    expect(await lettersTo(access)).toHaveLength(before);
    const code = backupCodes[0];
    await signInWithCode(access, headersFrom("203.0.113.7", phone), { email, password, code });
    expect(await lettersTo(access)).toHaveLength(before + 1);
  });

  test("by a program without cookies sends at most five emails and stores at most fifty devices", async () => {
    const { access, enter } = await open();
    const limited = {
      ...access,
      post: { ...access.post, configuration: { ...access.configuration, rateLimitFactor: 1 } },
    };
    await access.database.write(async (tx) => {
      const { account_id } = await tx
        .selectFrom("known_devices")
        .select("account_id")
        .executeTakeFirstOrThrow();
      const rows = Array.from({ length: 46 }, (_, at) => ({
        account_id,
        device_hash: `${at}`,
        since: at,
      }));
      await tx.insertInto("known_devices").values(rows).execute();
    });
    for (let time = 0; time < 7; time++) {
      await signIn(limited, headersFrom("198.51.100.9"), { email, password });
    }
    expect(await lettersTo(access)).toHaveLength(5);
    const rows = await access.database.read.selectFrom("known_devices").selectAll().execute();
    expect(rows).toHaveLength(50);
    await enter();
  });
});
