import { expect, test } from "vitest";
import { emailTemplates } from "#content/emails/email-templates.ts";
import { insertRecord } from "#content/records/record-writes.server.ts";
import { system } from "#policy/actor.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import {
  goodPassword,
  headersFrom,
  openAccess,
  registered,
  signedInAgain,
  signedInWith,
} from "../../../tests/support/rights/access.ts";
import { changePassword } from "../sessions/change-password.ts";
import { deviceOf, endOtherSessions, endSession, listSessions } from "../sessions/sessions.ts";
import { signUp } from "../sessions/sign-in.ts";
import { readProfile, saveProfile } from "./profile.ts";

const email = "ada@example.com";
const firefox = { "user-agent": "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko Firefox/140.0" };

describeStore("A registration", (openDatabase) => {
  const welcomes = (access: Awaited<ReturnType<typeof openAccess>>) =>
    access.database.read
      .selectFrom("mail_outbox")
      .select("recipient")
      .where("letter", "=", "welcome")
      .execute();

  test("sends one welcome email, and none when the address is registered again", async () => {
    const access = await openAccess(await openDatabase());
    await registered(access, email);
    await signedInAgain(access, email);
    const again = signUp(access, headersFrom("203.0.113.7"), {
      email,
      password: goodPassword,
      name: "",
    });
    await expect(again).rejects.toMatchObject({ code: "conflict" });
    expect(await welcomes(access)).toEqual([{ recipient: email }]);
  });

  test("creates no account when its welcome email cannot be queued", async () => {
    const access = await openAccess(await openDatabase());
    await access.database.write((tx) =>
      tx.schema.alterTable("mail_outbox").renameTo("mail_outbox_away").execute(),
    );
    const person = { email, password: goodPassword, name: "" };
    await expect(signUp(access, headersFrom("203.0.113.7"), person)).rejects.toThrow();
    expect(await access.database.read.selectFrom("user").selectAll().execute()).toEqual([]);
    await access.database.write((tx) =>
      tx.schema.alterTable("mail_outbox_away").renameTo("mail_outbox").execute(),
    );
    const attempts = Array.from({ length: 4 }, () =>
      signUp(access, headersFrom("203.0.113.7"), person),
    );
    await Promise.allSettled(attempts);
    expect(await welcomes(access)).toHaveLength(1);
  });

  test("sends no welcome email when the owner has switched it off", async () => {
    const access = await openAccess(await openDatabase());
    const { block } = emailTemplates.welcome;
    const words = { ...block.seed[0], isSent: "Not sent" } as (typeof block.seed)[0];
    await access.database.write((tx) =>
      insertRecord(tx, block, words, { actor: system, author: "test", at: 1 }),
    );
    await registered(access, email);
    expect(await welcomes(access)).toEqual([]);
  });
});

describeStore("A change of the password", (openDatabase) => {
  const wanted = { currentPassword: goodPassword, newPassword: "a wholly new hedgerow" };

  test("ends every session, signs in the current browser with a new cookie and emails the account", async () => {
    const access = await openAccess(await openDatabase());
    const here = await registered(access, email);
    const there = await signedInAgain(access, email);
    const { cookies } = await changePassword(access, here.actor, here.headers, wanted);
    expect((await here.now()).kind).toBe("visitor");
    expect((await there.now()).kind).toBe("visitor");
    expect((await signedInWith(access, cookies)).actor.email).toBe(email);
    await expect(signedInAgain(access, email)).rejects.toMatchObject({ code: "unauthenticated" });
    await signedInAgain(access, email, wanted.newPassword);
    expect(await access.lettersTo(email)).toEqual(["welcome", "passwordChanged"]);
  });

  test("is refused with the wrong current password or a bad new one, and ends no session", async () => {
    const access = await openAccess(await openDatabase());
    const here = await registered(access, email);
    const there = await signedInAgain(access, email);
    for (const [input, ...paths] of [
      [{ ...wanted, currentPassword: "" }, "currentPassword"],
      [{ ...wanted, currentPassword: "not the password" }, "currentPassword"],
      [{ ...wanted, newPassword: "abc" }, "newPassword"],
      [{ ...wanted, newPassword: "password1" }, "newPassword"],
      [{}, "currentPassword", "newPassword"],
      [{ currentPassword: "", newPassword: "" }, "currentPassword", "newPassword"],
    ] as const) {
      const change = changePassword(access, here.actor, here.headers, input);
      const issues = paths.map((path) => ({ path }));
      await expect(change).rejects.toMatchObject({ code: "invalid", issues });
    }
    expect([(await here.now()).kind, (await there.now()).kind]).toEqual(["customer", "customer"]);
    await signedInAgain(access, email);
    expect(await access.lettersTo(email)).toEqual(["welcome"]);
  });

  test("allows only ten wrong passwords, so that a stolen session cannot be used to guess the password", async () => {
    const access = await openAccess(await openDatabase(), { RATE_LIMIT_FACTOR: "1" });
    const here = await registered(access, email);
    const wrong = { ...wanted, currentPassword: "not the password" };
    const attempts = Array.from({ length: 15 }, () =>
      changePassword(access, here.actor, here.headers, wrong),
    );
    const results = await Promise.allSettled(attempts);
    const codes = results.map((result) => result.status === "rejected" && result.reason.code);
    expect(codes.filter((code) => code === "invalid")).toHaveLength(10);
    expect(codes.filter((code) => code === "too-many")).toHaveLength(5);
  });
});

describeStore("The list of sessions", (openDatabase) => {
  test("shows the current session first, with device and IP address, and no token", async () => {
    const access = await openAccess(await openDatabase());
    const here = await registered(access, email, firefox);
    await signedInAgain(access, email);
    await registered(access, "ben@example.com");
    const sessions = await listSessions(access, here.actor, here.headers);
    expect(sessions.map(({ device, isThis }) => ({ device, isThis }))).toEqual([
      { device: "Firefox on Windows", isThis: true },
      { device: "Another program", isThis: false },
    ]);
    expect(sessions[0]?.address).toBe("203.0.113.7");
    expect(Object.keys(sessions[0] ?? {}).sort()).toEqual(
      ["address", "device", "id", "isThis", "lastSeen", "since"].sort(),
    );
  });

  test("lets the account end one of its own sessions, but no session of another account", async () => {
    const access = await openAccess(await openDatabase());
    const here = await registered(access, email);
    const there = await signedInAgain(access, email);
    const stranger = await registered(access, "ben@example.com");
    const [, other] = await listSessions(access, here.actor, here.headers);
    const id = other?.id ?? "";
    await expect(endSession(access, stranger.actor, id)).rejects.toMatchObject({
      code: "not-found",
    });
    expect((await there.now()).kind).toBe("customer");
    await endSession(access, here.actor, id);
    expect([(await there.now()).kind, (await here.now()).kind]).toEqual(["visitor", "customer"]);
    await expect(endSession(access, here.actor, id)).rejects.toMatchObject({ code: "not-found" });
  });

  test("lets the account end all of its other sessions, and keeps the current session", async () => {
    const access = await openAccess(await openDatabase());
    const here = await registered(access, email);
    const other = await signedInAgain(access, email);
    const stranger = await registered(access, "ben@example.com");
    expect(await endOtherSessions(access, here.actor, here.headers)).toBe(1);
    const kinds = await Promise.all(
      [other, here, stranger].map(async ({ now }) => (await now()).kind),
    );
    expect(kinds).toEqual(["visitor", "customer", "customer"]);
  });
});

describeStore("A profile", (openDatabase) => {
  const details = {
    customerName: "Ada Field",
    customerAddress: "1 Long Acre",
    customerCountry: "Norway",
    customerWebsite: "field.example",
  };

  test("is visible to its own account only, and can be stored without a postal address", async () => {
    const access = await openAccess(await openDatabase());
    const ada = await registered(access, email);
    const ben = await registered(access, "ben@example.com");
    expect(await readProfile(access, ada.actor)).toBeUndefined();
    await saveProfile(access, ada.actor, details);
    const kept = { ...details, customerWebsite: "https://field.example" };
    expect(await readProfile(access, ada.actor)).toEqual(kept);
    await saveProfile(access, ada.actor, { ...details, customerAddress: "" });
    expect((await readProfile(access, ada.actor))?.customerAddress).toBe("");
    expect(await readProfile(access, ben.actor)).toBeUndefined();
  });

  test("with invalid fields is refused with an error for each invalid field, and is not stored", async () => {
    const access = await openAccess(await openDatabase());
    const ada = await registered(access, email);
    const wrong = { ...details, customerName: "Ada\r\nBcc: x", customerWebsite: "javascript:x" };
    await expect(saveProfile(access, ada.actor, wrong)).rejects.toMatchObject({
      code: "invalid",
      issues: [{ path: "customerName" }, { path: "customerWebsite" }],
    });
    expect(await readProfile(access, ada.actor)).toBeUndefined();
  });
});

test("a device is described by its browser and its system", () => {
  const chrome = "Chrome/141.0 Safari/537.36";
  for (const [userAgent, words] of [
    [`Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 ${chrome}`, "Chrome on Linux"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Safari/604.1", "Safari on iPhone"],
    [`Mozilla/5.0 (Windows NT 10.0) ${chrome} Edg/141.0`, "Edge on Windows"],
    ["Mozilla/5.0 (Linux; Android 16) Chrome/141.0 Mobile Safari/537.36", "Chrome on Android"],
    ["curl/8.0", "Another program"],
    [null, "Another program"],
  ] as const) {
    expect([userAgent, deviceOf(userAgent)]).toEqual([userAgent, words]);
  }
});
