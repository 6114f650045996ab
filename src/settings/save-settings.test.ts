import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { ada, owner } from "../../tests/support/orders/shop.ts";
import { readConfiguration } from "../platform/configuration.ts";
import type { Database, WriteTransaction } from "../platform/database/database.ts";
import type { Actor } from "../policy/actor.ts";
import { type BusinessChange, readBusiness } from "./business.server.ts";
import { readSettings } from "./read-settings.ts";
import { saveSettings } from "./save-settings.ts";
import {
  hasMailServer,
  readBackupPlan,
  readBankTransfer,
  readMailServer,
  readSetting,
  readWorkCalendar,
} from "./stored-settings.server.ts";

const ben: Actor = {
  kind: "admin",
  accountId: "account-ben",
  email: "ben@example.com",
  confirmedRecently: true,
};
const password = "pä:ss/w@rd-4711";
const mailServer = {
  host: "mail.example.com",
  port: 465,
  encryption: "tls",
  user: "shop@example.com",
};
const mailSender = "Shop <shop@example.com>";
const url = "smtps://shop%40example.com:p%C3%A4%3Ass%2Fw%40rd-4711@mail.example.com:465";

describeOnEachDatabase("Settings in the panel", (openDatabase) => {
  async function open(environment: Record<string, string> = {}, database?: Database) {
    const changedAt: number[] = [];
    const zones: string[] = [];
    const firstNumbers: number[] = [];
    const changes: BusinessChange[] = [];
    const accounts: (string | null | undefined)[] = [];
    const deps = {
      database: database ?? (await openDatabase()),
      configuration: readConfiguration(environment),
      secret: "a secret of thirty-two characters",
      clock: () => 5,
      onMailServerChanged: async (_tx: unknown, at: number) => void changedAt.push(at),
      onFirstNumberChanged: async (_tx: unknown, first: number) => void firstNumbers.push(first),
      onBusinessChanged: async (_tx: unknown, change: BusinessChange) => void changes.push(change),
      onPaymentModeChanged: async () => {},
      onInvoicingChanged: async () => {},
      onBankTransferChanged: async (_tx: unknown, { after }: { after: { iban: string } | null }) =>
        void accounts.push(after?.iban),
      onTimeZoneChanged: async (tx: WriteTransaction) =>
        void zones.push(await readSetting({ timeZone: undefined }, tx, "timeZone")),
    };
    return { ...deps, changedAt, zones, firstNumbers, changes, accounts, read: deps.database.read };
  }

  const everythingStored = async ({ read }: Pick<Database, "read">) =>
    JSON.stringify([
      await read.selectFrom("settings").selectAll().execute(),
      await read.selectFrom("audit_log").selectAll().execute(),
    ]);

  test("include the account for transfers, which customers see while it is on", async () => {
    const site = await open();
    expect(await readBankTransfer(site.read)).toBeNull();
    const account = { isOn: true, holder: " Meridian  AS ", iban: "no93 8601 1117 947" };
    await saveSettings(site, owner, { bankTransfer: account });
    const stored = {
      isOn: true,
      holder: "Meridian AS",
      iban: "NO9386011117947",
      bic: "",
      note: "",
    };
    expect(await readBankTransfer(site.read)).toMatchObject(stored);
    await saveSettings(site, owner, { bankTransfer: stored });
    await saveSettings(site, owner, { bankTransfer: { ...stored, isOn: false } });
    expect(await readBankTransfer(site.read)).toBeNull();
    await saveSettings(site, owner, { bankTransfer: null });
    expect(site.accounts).toEqual(["NO9386011117947", "NO9386011117947", undefined]);
    await expect(saveSettings(site, ada, { bankTransfer: stored })).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  test("include the facts about the business, and tell what they were before", async () => {
    const site = await open();
    expect(await readBusiness(site.configuration, site.read)).toMatchObject({
      name: "Furrow",
      address: "",
      taxId: "",
    });
    await saveSettings(site, owner, {
      businessName: " Meridian ",
      businessPhone: "+47 220 00 000",
    });
    await saveSettings(site, owner, { businessCountry: "norway", businessTaxId: "NO 999 MVA" });
    const after = {
      name: "Meridian",
      address: "",
      phone: "+47 220 00 000",
      email: "",
      country: "Norway",
      taxId: "NO 999 MVA",
    };
    expect(await readBusiness(site.configuration, site.read)).toEqual(after);
    expect(site.changes.map(({ before }) => [before.name, before.phone])).toEqual([
      ["Furrow", ""],
      ["Meridian", "+47 220 00 000"],
    ]);
    expect(site.changes[1]?.after).toEqual(after);
    const given = { businessName: "Acme" };
    expect((await readBusiness(given, site.read)).name).toBe("Acme");
    await saveSettings(site, owner, {
      businessName: 'The "Best"',
      mailServer: { ...mailServer, password },
      mailSender: "a@example.com",
    });
    expect(await readMailServer(site, site.read)).toMatchObject({
      from: '"The \\"Best\\"" <a@example.com>',
    });
  });

  test("take effect at once, in every process", async () => {
    const site = await open();
    expect(await readMailServer(site, site.read)).toEqual({ state: "missing" });
    expect(await readBackupPlan(site.configuration, site.read)).toEqual({ everyMs: null, keep: 7 });
    const backups = { backupInterval: "30m", backupCount: 3 };
    const typed = { mailServer: { ...mailServer, password }, mailSender, ...backups };
    await saveSettings(site, owner, { ...typed, ownerAddress: "own@example.com" });
    const other = await open({}, site.database);
    const ready = { state: "ready", smtpUrl: url, from: mailSender, setBy: "panel" };
    expect(await readMailServer(other, other.read)).toEqual({ ...ready, mayBePrivate: false });
    const allowing = await open({ ALLOW_PRIVATE_MAIL_SERVER: "yes" }, site.database);
    const allowed = await readMailServer(allowing, allowing.read);
    expect(allowed).toEqual({ ...ready, mayBePrivate: true });
    expect(await hasMailServer(other.configuration, other.read)).toBe(true);
    expect(await readSetting(other.configuration, other.read, "ownerAddress")).toBe(
      "own@example.com",
    );
    const plan = { everyMs: 30 * 60_000, keep: 3 };
    expect(await readBackupPlan(other.configuration, other.read)).toEqual(plan);
    expect(site.changedAt).toEqual([5]);

    const none = { mailServer: null, ownerAddress: null, backupInterval: null, backupCount: null };
    await saveSettings(site, owner, none);
    expect(await readMailServer(other, other.read)).toEqual({ state: "missing" });
    expect(await readSetting(other.configuration, other.read, "ownerAddress")).toBeUndefined();
    expect(await readBackupPlan(other.configuration, other.read)).toEqual({
      everyMs: null,
      keep: 7,
    });
  });

  test("include the first order's number, 1001 where none is set", async () => {
    const site = await open();
    const { firstOrderNumber } = await readSettings(site, owner);
    expect(firstOrderNumber).toMatchObject({ value: 1001, setBy: null });
    await saveSettings(site, owner, { firstOrderNumber: 500 });
    await saveSettings(site, owner, { firstOrderNumber: 500, backupCount: 3 });
    await saveSettings(site, owner, { firstOrderNumber: null });
    expect(site.firstNumbers).toEqual([500, 1001]);
    for (const number of [0, 1.5, 8_000_001]) {
      await expect(saveSettings(site, owner, { firstOrderNumber: number })).rejects.toMatchObject({
        issues: [{ path: "firstOrderNumber", message: "Enter a number from 1 to 8,000,000." }],
      });
    }
  });

  test("include the time zone, and run `onTimeZoneChanged` in the transaction that changes it", async () => {
    const site = await open();
    const other = await open({}, site.database);
    const zoneNow = () => readSetting(other.configuration, other.read, "timeZone");
    expect(await zoneNow()).toBe("UTC");
    const { timeZone } = await readSettings(site, owner);
    expect(timeZone).toMatchObject({ value: "UTC", setBy: null, variable: "TIME_ZONE" });
    await saveSettings(site, owner, { timeZone: "Europe/Oslo" });
    expect(await zoneNow()).toBe("Europe/Oslo");
    await saveSettings(site, owner, { timeZone: "Europe/Oslo", backupCount: 2 });
    await saveSettings(site, owner, { timeZone: null });
    expect(await zoneNow()).toBe("UTC");
    expect(site.zones).toEqual(["Europe/Oslo", "UTC"]);

    await saveSettings(site, owner, { timeZone: "Europe/Oslo" });
    const given = await open({ TIME_ZONE: "Asia/Tokyo" }, site.database);
    expect(await readSetting(given.configuration, given.read, "timeZone")).toBe("Asia/Tokyo");
    const shown = (await readSettings(given, owner)).timeZone;
    expect(shown).toMatchObject({ value: "Asia/Tokyo", setBy: "environment" });
    await expect(saveSettings(given, owner, { timeZone: "UTC" })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("fixed by the environment variable TIME_ZONE"),
    });
  });

  test("include the worked weekdays and the closed days, in order and without repetitions", async () => {
    const site = await open();
    const calendar = () => readWorkCalendar(site.configuration, site.read);
    const usual = { timeZone: "UTC", weekdays: [1, 2, 3, 4, 5], closedDays: [] };
    expect(await calendar()).toEqual(usual);
    const saved = await saveSettings(site, owner, {
      weekdays: [6, 2, 6],
      closedDays: ["2026-12-31", "2026-12-25", "2026-12-31"],
    });
    const weekdays = { value: [2, 6], setBy: "panel", variable: null };
    expect(saved).toMatchObject({ weekdays, closedDays: { revision: 1 } });
    expect(await calendar()).toEqual({
      timeZone: "UTC",
      weekdays: [2, 6],
      closedDays: ["2026-12-25", "2026-12-31"],
    });
    for (const [input, path] of [
      [{ weekdays: [] }, "weekdays"],
      [{ weekdays: [8] }, "weekdays.0"],
      [{ closedDays: ["2026-12-25", "2026-02-30"] }, "closedDays"],
    ] as const) {
      await expect(saveSettings(site, owner, input)).rejects.toMatchObject({
        code: "invalid",
        issues: [{ path }],
      });
    }
    await saveSettings(site, owner, { weekdays: null, closedDays: null });
    expect(await calendar()).toEqual(usual);
  });

  test("do not show the mail password, and keep it until another password or destination is typed", async () => {
    const site = await open();
    const typed = { ...mailServer, password };
    const saved = await saveSettings(site, owner, { mailServer: typed, mailSender });
    const shown = { ...mailServer, hasPassword: true, isPasswordReadable: true };
    expect(saved.mailServer).toMatchObject({ value: shown, setBy: "panel", revision: 1 });
    const elsewhere = [
      { host: "evil.example" },
      { host: "smtp.example.com" },
      { port: 587 },
      { encryption: "starttls" },
      { encryption: "none" },
      { user: "other" },
      { port: 25, encryption: "none" },
    ];
    for (const changed of elsewhere) {
      await expect(
        saveSettings(site, owner, { mailServer: { ...mailServer, ...changed } }),
      ).rejects.toMatchObject({ code: "invalid", issues: [{ path: "mailServer.password" }] });
    }
    await saveSettings(site, owner, { mailServer, mailSender: "other@example.com" });
    expect(await readMailServer(site, site.read)).toMatchObject({ smtpUrl: url });
    await saveSettings(site, owner, { mailServer: { ...mailServer, port: 587, password } });
    expect(await readMailServer(site, site.read)).toMatchObject({
      smtpUrl: url.replace("465", "587"),
    });
    expect(await everythingStored(site)).not.toMatch(/rd-4711/);
    expect(JSON.stringify(await readSettings(site, owner))).not.toMatch(/rd-4711/);
    const withoutLogin = { ...mailServer, user: "" };
    const without = await saveSettings(site, owner, { mailServer: withoutLogin });
    expect(without.mailServer.value).toMatchObject({ user: "", hasPassword: false });
  });

  test("name one mail server that checks senders, or none", async () => {
    const site = await open();
    const read = () => readSetting(site.configuration, site.read, "authservId");
    expect(await read()).toBeUndefined();
    await saveSettings(site, owner, { authservId: " mx.example.org " });
    expect(await read()).toBe("mx.example.org");
    for (const authservId of ["", "mx.example.org; dmarc=pass", "mx.example.org,mx.example.net"]) {
      await expect(saveSettings(site, owner, { authservId })).rejects.toMatchObject({
        issues: [{ path: "authservId" }],
      });
    }
    await saveSettings(site, owner, { authservId: null });
    expect(await read()).toBeUndefined();
  });

  test("cannot be edited while the environment overrides them", async () => {
    const database = await openDatabase();
    const panel = await open({}, database);
    const typed = { mailServer: { ...mailServer, password }, mailSender, backupInterval: "1d" };
    await saveSettings(panel, owner, { ...typed, ownerAddress: "own@example.com", backupCount: 2 });
    const environment = {
      SMTP_URL: "smtp://root:secret-0815@127.0.0.1:25",
      MAIL_FROM: "env@example.com",
      OWNER_EMAIL: "env-owner@example.com",
      MAIL_AUTHSERV_ID: "mx.example.org",
      BACKUP_EVERY: "2h",
      BACKUP_KEEP: "9",
    };
    const site = await open(environment, database);
    const { SMTP_URL: smtpUrl, MAIL_FROM: from } = environment;
    expect(await readMailServer(site, site.read)).toEqual({
      state: "ready",
      smtpUrl,
      from,
      setBy: "environment",
      mayBePrivate: true,
    });
    expect(await readSetting(site.configuration, site.read, "ownerAddress")).toBe(
      "env-owner@example.com",
    );
    const plan = { everyMs: 2 * 3_600_000, keep: 9 };
    expect(await readBackupPlan(site.configuration, site.read)).toEqual(plan);
    const shown = await readSettings(site, owner);
    expect(JSON.stringify(shown)).not.toContain("secret-0815");
    expect(shown).toMatchObject({
      mailServer: {
        value: { host: "127.0.0.1", port: 25, user: "root", hasPassword: true },
        setBy: "environment",
        variable: "SMTP_URL",
      },
      mailSender: { value: from, setBy: "environment", variable: "MAIL_FROM" },
      ownerAddress: { setBy: "environment", variable: "OWNER_EMAIL" },
      authservId: { value: "mx.example.org", setBy: "environment", variable: "MAIL_AUTHSERV_ID" },
      backupInterval: { value: "2h", setBy: "environment", variable: "BACKUP_EVERY" },
      backupCount: { value: 9, setBy: "environment", variable: "BACKUP_KEEP" },
    });
    const inputs = [{ mailServer: null }, { mailSender }, { ownerAddress: null }];
    const others = [{ authservId: null }, { backupInterval: "1d" }, { backupCount: 1 }];
    for (const input of [...inputs, ...others]) {
      await expect(saveSettings(site, owner, input)).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringMatching(/fixed by the environment variable [A-Z_]+ /),
      });
    }
  });

  test("are not overwritten if another admin has changed them meanwhile", async () => {
    const site = await open();
    const from = async () => {
      const { ownerAddress, backupCount } = await readSettings(site, owner);
      return { ownerAddress: ownerAddress.revision, backupCount: backupCount.revision };
    };
    const revisions = await from();
    await saveSettings(site, ben, { ownerAddress: "ben@example.com", revisions });
    await expect(
      saveSettings(site, owner, { ownerAddress: "own@example.com", backupCount: 3, revisions }),
    ).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("ben@example.com has changed it"),
    });
    const { ownerAddress, backupCount } = await readSettings(site, owner);
    expect([ownerAddress.value, backupCount.setBy]).toEqual(["ben@example.com", null]);
    // Another setting, an equal value and the new revision cause no conflict.
    await saveSettings(site, owner, { backupCount: 3, revisions });
    await saveSettings(site, owner, { ownerAddress: "ben@example.com", revisions });
    const again = { ownerAddress: "own@example.com", revisions: await from() };
    expect((await saveSettings(site, owner, again)).ownerAddress.value).toBe("own@example.com");
  });

  test("are stored by only one of several simultaneous saves of the same revision", async () => {
    const site = await open();
    const revisions = { backupCount: 0 };
    const saves = [1, 2, 3].map((backupCount) =>
      saveSettings(site, owner, { backupCount, revisions }),
    );
    const results = await Promise.allSettled(saves);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await readSettings(site, owner)).backupCount.revision).toBe(1);
  });

  test("cannot read the mail server's password after a change of SECRET, until it is entered again", async () => {
    const database = await openDatabase();
    const site = await open({}, database);
    await saveSettings(site, owner, { mailServer: { ...mailServer, password }, mailSender });
    const moved = { ...site, secret: "another secret of 32 characters!" };
    expect(await readMailServer(moved, moved.read)).toEqual({ state: "unreadable" });
    expect((await readSettings(moved, owner)).mailServer.value).toMatchObject({
      hasPassword: true,
      isPasswordReadable: false,
    });
    await expect(saveSettings(moved, owner, { mailServer })).rejects.toMatchObject({
      issues: [
        { path: "mailServer.password", message: expect.stringContaining("can no longer read") },
      ],
    });
    await saveSettings(moved, owner, { mailServer: { ...mailServer, password: "new" } });
    expect(await readMailServer(moved, moved.read)).toMatchObject({ state: "ready" });
  });

  const invalid = [
    ["mailServer.host", { mailServer: { ...mailServer, host: "" } }],
    ["mailServer.host", { mailServer: { ...mailServer, host: "mail.example.com:465" } }],
    ["mailServer.host", { mailServer: { ...mailServer, host: "user@mail.example.com" } }],
    ["mailServer.port", { mailServer: { ...mailServer, port: 0 } }],
    ["mailServer.port", { mailServer: { ...mailServer, port: Number.NaN } }],
    ["mailServer.encryption", { mailServer: { ...mailServer, encryption: "if-offered" } }],
    ["mailServer.password", { mailServer: { ...mailServer, password: "a\nb" } }],
    ["mailSender", { mailServer: { ...mailServer, user: "" } }],
    ["mailSender", { mailSender: "Shop" }],
    ["mailSender", { mailSender: "Shop\r\nBcc: eve@example.com <shop@example.com>" }],
    ["ownerAddress", { ownerAddress: "nobody" }],
    ["businessName", { businessName: "" }],
    ["businessName", { businessName: "M".repeat(61) }],
    ["businessName", { businessName: "Meri\ndian" }],
    ["businessPhone", { businessPhone: "call me" }],
    ["businessCountry", { businessCountry: "Atlantis" }],
    ["timeZone", { timeZone: "Europe/Oslo and more" }],
    ["timeZone", { timeZone: "" }],
    ["backupInterval", { backupInterval: "daily" }],
    ["backupCount", { backupCount: 0 }],
    ["smtpUrl", { smtpUrl: "smtp://127.0.0.1" }],
  ] as const;

  test("are refused with a sentence at each invalid field", async () => {
    const site = await open();
    for (const [path, input] of invalid) {
      await expect(saveSettings(site, owner, input)).rejects.toMatchObject({
        code: "invalid",
        issues: [{ path, message: expect.stringMatching(/^[“A-Z].*\.$/) }],
      });
    }
    expect(await site.read.selectFrom("settings").selectAll().execute()).toEqual([]);
    await expect(saveSettings(site, ada, {})).rejects.toMatchObject({ code: "forbidden" });
  });
});
