import { pino } from "pino";
import { expect, test } from "vitest";
import { SiteVersion } from "#platform/database/site-version.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { storeAccount, switchOff } from "../../../tests/support/payments/payment-accounts.ts";
import { readAccounts, readableAccount } from "./payment-accounts.server.ts";
import { prepareNextAccount } from "./prepare-accounts.ts";

const secret = "a secret of thirty-two characters";
const fault = "This key may not change subscriptions.";
const dayMs = 24 * 60 * 60_000;

describeOnEachDatabase("Preparing accounts of an earlier version", (openDatabase) => {
  async function open() {
    const database = await openDatabase();
    const id = await storeAccount(database, { secret });
    // As the migration leaves the accounts of the version before.
    await database.write((tx) => tx.updateTable("payment_accounts").set({ due_at: 0 }).execute());
    let now = 1000;
    const answers: (string | null | Error)[] = [];
    let asked = 0;
    const deps = {
      database,
      secret,
      clock: () => now,
      log: pino({ level: "silent" }),
      async prepareAccount() {
        asked++;
        const answer = answers.shift() ?? null;
        if (answer instanceof Error) throw answer;
        return answer;
      },
    };
    const version = new SiteVersion(database, () => 0);
    return {
      database,
      id,
      answers,
      deps,
      prepare: () => prepareNextAccount(deps),
      asked: () => asked,
      pass: (ms: number) => {
        now += ms;
      },
      version: () => version.current(),
      async fault() {
        const [row] = await readAccounts(database.read);
        const { credentials } = (row && readableAccount(secret, row)) ?? {};
        return (credentials && "plansFault" in credentials && credentials.plansFault) || null;
      },
    };
  }

  test("happens once for an account that has all rights", async () => {
    const { prepare, fault: found, asked, version } = await open();
    const before = await version();
    expect([await prepare(), await prepare(), asked()]).toEqual([true, false, 1]);
    expect([await found(), await version()]).toEqual([null, before]);
  });

  test("notes a missing right for all processes, and looks every day whether it is there", async () => {
    const shop = await open();
    shop.answers.push(fault, fault);
    const before = await shop.version();
    await shop.prepare();
    expect([await shop.fault(), (await shop.version()) > before]).toEqual([fault, true]);
    expect(await shop.prepare()).toBe(false);
    shop.pass(dayMs);
    expect([await shop.prepare(), await shop.fault()]).toEqual([true, fault]);
    shop.pass(dayMs);
    expect([await shop.prepare(), await shop.fault()]).toEqual([true, null]);
    shop.pass(10 * dayMs);
    expect(await shop.prepare()).toBe(false);
  });

  test("is repeated after an outage, and after a process that died in the middle", async () => {
    const shop = await open();
    shop.answers.push(new Error("503"));
    await shop.prepare();
    expect(await shop.prepare()).toBe(false);
    shop.pass(60_000);
    const { promise: never } = Promise.withResolvers<null>();
    const { promise: claimed, resolve } = Promise.withResolvers<void>();
    const prepareAccount = () => {
      resolve();
      return never;
    };
    void prepareNextAccount({ ...shop.deps, prepareAccount });
    await claimed;
    expect(await shop.prepare()).toBe(false);
    shop.pass(3 * 60_000);
    expect(await shop.prepare()).toBe(true);
    expect([await shop.prepare(), shop.asked()]).toEqual([false, 2]);
  });

  test("does not touch an account that was disconnected meanwhile", async () => {
    const shop = await open();
    const prepareAccount = async () => {
      await switchOff(shop.database, shop.id);
      return fault;
    };
    await prepareNextAccount({ ...shop.deps, prepareAccount });
    expect(await shop.fault()).toBeNull();
    expect(await shop.prepare()).toBe(false);
  });
});
