import { pino } from "pino";
import { expect, test } from "vitest";
import { readConfiguration } from "#platform/configuration.ts";
import { SiteVersion } from "#platform/database/site-version.ts";
import { systemClock } from "#platform/time/clock.ts";
import { readPaymentMode } from "#settings/stored-settings.server.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import {
  chooseMode,
  storeAccount,
  stripeKeys,
  switchOff,
} from "../../../tests/support/payments/payment-accounts.ts";
import type { ProvidersInUse } from "../payments.ts";
import { sandboxKeys } from "../sandbox/sandbox-keys.ts";
import { openLiveProviders } from "./live-providers.ts";

const secret = "a secret of thirty-two characters";
const publicUrl = "https://shop.example";
const paypalKeys = { clientId: "client", clientSecret: "hush", webhookId: "WH-1" };
const testKeys = { secretKey: "sk_test_mine", webhookSecret: "whsec_mine" };
const practiceKeys = { secretKey: sandboxKeys(secret).stripe.secretKey, webhookSecret: "whsec_x" };

const namesOf = (providers: ProvidersInUse["ways"]) => providers.map(({ name }) => name);

describeOnEachDatabase("The live providers", (openDatabase) => {
  async function open(environment: Record<string, string> = {}) {
    const database = await openDatabase();
    const read = async (underSecret = secret) =>
      openLiveProviders({
        configuration: readConfiguration({ PUBLIC_URL: publicUrl, ...environment }),
        database,
        // Each reading asks the database, as after the lease of another process has ended.
        siteVersion: new SiteVersion(database, () => 0),
        readChosenMode: readPaymentMode,
        ownUrl: "http://127.0.0.1:3000",
        secret: underSecret,
        clock: systemClock,
        log: pino({ level: "silent" }),
      });
    return { database, read };
  }

  test("are none on a public site where nobody has connected an account", async () => {
    const { read } = await open();
    const { ways, mode, usesSandbox } = (await read()).current();
    expect([namesOf(ways), mode, usesSandbox]).toEqual([[], "live", false]);
  });

  test("are the built-in sandbox on a loopback address", async () => {
    const { read } = await open({ PUBLIC_URL: "http://localhost:3000" });
    const { ways, mode, usesSandbox } = (await read()).current();
    expect([namesOf(ways), mode, usesSandbox]).toEqual([["sandbox"], "test", true]);
  });

  test("follow accounts and mode without a restart", async () => {
    const { database, read } = await open();
    const source = await read();
    const ways = async () => {
      await source.follow();
      return namesOf(source.current().ways);
    };
    expect(await ways()).toEqual([]);
    const paypal = await storeAccount(database, {
      kind: "paypal",
      credentials: paypalKeys,
      secret,
    });
    expect(await ways()).toEqual(["paypal"]);
    await storeAccount(database, { secret });
    expect(await ways()).toEqual(["stripe", "paypal"]);
    await switchOff(database, paypal);
    expect(await ways()).toEqual(["stripe"]);
    expect(namesOf(source.current().earlier)).toContain("paypal");
    await storeAccount(database, { mode: "test", credentials: testKeys, secret });
    expect(await ways()).toEqual(["stripe"]);
    await chooseMode(database, "test");
    expect(await ways()).toEqual(["stripe-test"]);
    expect(source.current().ways[0]?.notifications.path).toBe("/api/payments/stripe/webhook-test");
    expect(namesOf(source.current().earlier)).toContain("stripe");
  });

  test("are heard at the paths of the environment and of the panel", async () => {
    const { database, read } = await open({
      PAYMENTS: "stripe",
      STRIPE_SECRET_KEY: "sk_test_env",
      STRIPE_WEBHOOK_SECRET: "whsec_env",
    });
    await storeAccount(database, { mode: "test", credentials: testKeys, secret });
    const { ways, mode } = (await read()).current();
    expect([namesOf(ways), mode]).toEqual([["stripe-test"], "test"]);
    expect(ways[0]?.paymentAccount).toBeNull();
    expect(ways[0]?.notifications).toMatchObject({
      path: "/api/payments/stripe/webhook",
      otherPaths: expect.arrayContaining(["/api/payments/stripe/webhook-test"]),
    });
  });

  test("are those of PAYMENTS if it is set, and accounts of the panel are still heard", async () => {
    const { database, read } = await open({ PAYMENTS: "paypal-standard" });
    await storeAccount(database, { secret });
    await chooseMode(database, "test");
    const { ways, earlier, mode, isFromEnvironment, usesSandbox } = (await read()).current();
    expect(namesOf(ways)).toEqual(["paypal-standard"]);
    expect(namesOf(earlier)).toContain("stripe");
    expect([mode, isFromEnvironment, usesSandbox]).toEqual(["live", true, false]);
  });

  test("forget the sandbox in live mode, with the accounts that practise in it", async () => {
    const { database, read } = await open();
    await storeAccount(database, { mode: "test", credentials: practiceKeys, secret });
    await chooseMode(database, "test");
    const source = await read();
    expect(namesOf(source.current().ways)).toEqual(["stripe-test"]);
    expect(namesOf(source.current().earlier)).toEqual(
      expect.arrayContaining(["sandbox", "sandbox-rest", "sandbox-stripe"]),
    );
    await chooseMode(database, "live");
    await source.follow();
    const { ways, earlier, usesSandbox } = source.current();
    expect([namesOf(ways), usesSandbox]).toEqual([[], false]);
    expect(namesOf(earlier)).toEqual(["paypal-standard"]);
  });

  test("leave out an account whose keys were encrypted under another SECRET", async () => {
    const { database, read } = await open();
    await storeAccount(database, { secret });
    const source = await read(`${secret}!`);
    expect(namesOf(source.current().ways)).toEqual([]);
    const stored = await database.read
      .selectFrom("payment_accounts")
      .select("credentials")
      .execute();
    expect(stored[0]?.credentials).not.toContain("planted");
  });

  test("stay the same objects while their accounts do not change", async () => {
    const { database, read } = await open();
    await storeAccount(database, { secret });
    const source = await read();
    const [before] = source.current().ways;
    await chooseMode(database, "live");
    await source.follow();
    expect(source.current().ways[0]).toBe(before);
  });

  test("cannot have two accounts on for one way and mode", async () => {
    const { database } = await open();
    await storeAccount(database, { kind: "paypal", credentials: paypalKeys, secret });
    const standard = { kind: "paypal-standard", credentials: { receiver: "a@b.example" } } as const;
    await expect(storeAccount(database, { ...standard, secret })).rejects.toThrow();
    await storeAccount(database, { ...standard, mode: "test", secret });
    await storeAccount(database, { credentials: stripeKeys, secret });
  });
});
