import { expect, test } from "vitest";
import { runIntent } from "#app/intents.server.ts";
import type { Services } from "#compose.ts";
import { readConfiguration } from "#platform/configuration.ts";
import { readSettings } from "#settings/read-settings.ts";
import { saveSettings } from "#settings/save-settings.ts";
import { describeStore } from "../../../../tests/support/databases/databases.ts";
import { settingsIntents } from "./settings-intents.server.ts";

const owner = {
  kind: "admin",
  accountId: "account-ann",
  email: "ann@example.com",
  confirmedRecently: true,
} as const;

describeStore("A form of settings", (openDatabase) => {
  async function open(environment: Record<string, string> = {}) {
    const services = {
      database: await openDatabase(),
      configuration: readConfiguration(environment),
      secret: "a secret of thirty-two characters",
      clock: () => 5,
      onMailServerChanged: async () => {},
      onBusinessChanged: async () => ["Footer Address"],
      onTimeZoneChanged: async () => {},
      onFirstNumberChanged: async () => {},
    } as unknown as Services;
    const send = (values: Record<string, string>) =>
      runIntent(settingsIntents, { services, actor: owner }, values);
    return { services, send, read: () => readSettings(services, owner) };
  }
  const save = { intent: "save" };

  test("saves the fields that it has: an empty field as the usual value, an unsent checkbox as off", async () => {
    const { send, services, read } = await open();
    const settings = { ownerAddress: "ann@example.com", staffSecondFactor: true, weekdays: [1] };
    await saveSettings(services, owner, settings);
    await send({ ...save, part: "owner", "revision.ownerAddress": "1", ownerAddress: " " });
    await send({ ...save, part: "second-factor", "revision.staffSecondFactor": "1" });
    const days = { "weekdays.2": "2", "weekdays.7": "7", "revision.weekdays": "1" };
    const closed = { closedDays: "2026-12-25\r\n\r\n2026-12-24 ", "revision.closedDays": "0" };
    await send({ ...save, part: "work-days", ...days, ...closed });
    const saved = await read();
    expect(saved.ownerAddress.value).toBeNull();
    expect(saved.staffSecondFactor.value).toBe(false);
    expect(saved.weekdays.value).toEqual([2, 7]);
    expect(saved.closedDays.value).toEqual(["2026-12-24", "2026-12-25"]);
  });

  test("names the parts of the site that the business changed", async () => {
    const { send } = await open();
    const values = { businessName: "Meridian", "revision.businessName": "0" };
    const answer = await send({ ...save, part: "business", ...values });
    expect(answer).toMatchObject({ data: { part: "business", changedParts: ["Footer Address"] } });
    expect(answer).not.toHaveProperty("said");
  });

  test("does not read a setting of the environment, which has no field", async () => {
    const { send, read } = await open({ OWNER_EMAIL: "own@example.com" });
    const answer = await send({ ...save, part: "owner", ownerAddress: "eve@example.com" });
    expect(answer).toMatchObject({ said: "Owner’s email address is saved" });
    expect((await read()).ownerAddress).toMatchObject({ value: "own@example.com", revision: 0 });
  });

  test("says after a conflict what is saved, and saves from there", async () => {
    const { send, services, read } = await open();
    await saveSettings(services, owner, { orderPasswordDays: 9 });
    const form = { ...save, part: "passwords", orderPasswordDays: "4" };
    const refused = await send({ ...form, "revision.orderPasswordDays": "0" });
    expect(refused).toMatchObject({
      init: { status: 409 },
      data: { conflict: { saved: "kept for 9 days" } },
    });
    await send({ ...form, "revision.orderPasswordDays": "1" });
    expect((await read()).orderPasswordDays.value).toBe(4);
  });

  test("refuses a name that the business does not have", async () => {
    const { send } = await open();
    const values = { businessName: "", "revision.businessName": "0" };
    const refused = await send({ ...save, part: "business", ...values });
    expect(refused).toMatchObject({ data: { errors: { businessName: expect.any(String) } } });
  });
});
