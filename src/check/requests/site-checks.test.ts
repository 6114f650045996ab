import { expect, test, vi } from "vitest";
import { seoCheck } from "#content/blocks/seo-check.ts";
import { seedContent } from "#content/records/seed-content.ts";
import type { Database } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { createLog } from "#platform/metrics/log.ts";
import { pathOfControl } from "#platform/texts/plain-text.ts";
import { actorWithRole } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { deleteAllExpired } from "../../../tests/support/databases/delete-expired.ts";
import { openInbox, sender } from "../../../tests/support/mail/inbox.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { parseHere } from "../../../tests/support/parse-here.ts";
import { engineVersion } from "../engine/engine-version.ts";
import type { Facts } from "../engine/facts.ts";
import { runChecks } from "../engine/run-checks.ts";
import { sampleSession } from "../samples/sample-session.ts";
import { both, inHtml, type SampleSite, soundSite, withAnswer } from "../samples/sample-site.ts";
import { requestCheckFor, sendCheckResult, tagCheck } from "./check-for-person.ts";
import { personalChecks } from "./personal-checks.server.ts";
import { allChecks, pageOfChecks, readCheckFigures, readResult } from "./read-checks.ts";
import { askForReport, confirmReport, linkOrder, readReportToken } from "./report-mail.ts";
import { requestCheck } from "./request-check.ts";
import { checkNextSite, readAgain } from "./run-site-checks.ts";

const dayMs = 24 * 60 * 60 * 1000;
const poor = both(
  inHtml('<meta name="description"', '<meta name="note"'),
  inHtml('<html lang="en">', "<html>"),
)(soundSite);

async function open(database: Database, site: SampleSite = poor) {
  await seedContent(database, Date.now);
  const inbox = openInbox(database);
  let now = Date.now();
  const opened = vi.fn(() => sampleSession(site));
  const stopping = new AbortController();
  const services = {
    ...inbox,
    configuration: { ...inbox.configuration, rateLimitFactor: 1 },
    siteChecks: { wake() {} },
    clock: () => now,
    log: createLog("silent"),
    loadFetcher: async () => ({ open: opened }),
    stopping: stopping.signal,
    parse: parseHere,
    read: async (facts: Facts) => runChecks(facts),
  };
  return {
    services,
    opened,
    stopping,
    ask: (website: string, clientAddress = sender.clientAddress) =>
      requestCheck(services, { clientAddress }, { website }),
    work: () => checkNextSite(services),
    /** The newest checks of a search, as the owner sees them. */
    listed: async (search = {}) => {
      const { items } = await pageOfChecks(services, owner, { ...search, page: 1, pageSize: 9 });
      return items;
    },
    wait: (ms: number) => {
      now += ms;
    },
    outbox: inbox.outbox,
  };
}

describeOnEachDatabase("A check of a website", (openDatabase) => {
  test("runs in the background, and lists its findings by cost", async () => {
    const { services, ask, work } = await open(await openDatabase());
    const { key } = await ask("Sound.test");
    expect((await readResult(services, key)).state).toBe("waiting");
    expect(await work()).toBe(true);
    expect(await work()).toBe(false);
    const result = await readResult(services, key);
    expect(result).toMatchObject({ state: "done", summary: { address: "https://sound.test/" } });
    expect(result.findings.map(({ check }) => check.id)).toEqual([
      "description-missing",
      "page-language",
    ]);
    expect(key).toHaveLength(24);
  });

  test("stores no control character of the page", async () => {
    const hostile = inHtml('<html lang="en">', '<html data-note="bell\u0007 \u009b2J">');
    const { services, ask, work } = await open(await openDatabase(), hostile(soundSite));
    const { key } = await ask("sound.test");
    await work();
    const result = await readResult(services, key);
    expect(JSON.stringify(result.findings)).toContain("bell 2J");
    expect(pathOfControl(result)).toBeUndefined();
  });

  test("returns the stored result when the same host was checked within ten minutes", async () => {
    const { services, listed, ask, work, opened, wait } = await open(await openDatabase());
    const first = await ask("sound.test");
    // A second request at the same time waits for the result of the first check.
    const second = await ask("sound.test");
    await work();
    expect(await work()).toBe(false);
    const third = await ask("sound.test/bread/");
    expect(opened).toHaveBeenCalledTimes(1);
    for (const { key } of [first, second, third]) {
      expect(await readResult(services, key)).toMatchObject({ state: "done" });
    }
    expect((await listed({ finding: "page-language" })).length).toBe(3);
    wait(11 * 60_000);
    await ask("sound.test");
    await work();
    expect(opened).toHaveBeenCalledTimes(2);
  });

  test("runs once for two requests at the same time", async () => {
    const { ask, work, opened } = await open(await openDatabase());
    await Promise.all([ask("sound.test", "192.0.2.1"), ask("sound.test", "192.0.2.2")]);
    await Promise.all([work(), work()]);
    await work();
    expect(opened).toHaveBeenCalledTimes(1);
  });

  test("has a robots.txt that forbids the site as its result, with report and order", async () => {
    const forbidden = withAnswer("/robots.txt", {
      status: 200,
      body: "User-agent: *\nDisallow: /",
    });
    const { services, ask, work, listed, outbox, opened } = await open(
      await openDatabase(),
      forbidden(soundSite),
    );
    const { key } = await ask("sound.test");
    await work();
    const check = await readResult(services, key);
    expect(check).toMatchObject({
      state: "done",
      summary: { address: "https://sound.test/" },
      findings: [{ check: { id: "robots-search-engines" }, outcome: { places: [{ line: 2 }] } }],
    });
    expect(check.obstacle).toBe(check.findings[0]);
    const sentence = "robots.txt does not let Googlebot or Bingbot read this page.";
    await askForReport(services, sender, key, { email: "ann@example.com" });
    const [, encoded = ""] = /token=([\w.%-]+)/.exec((await outbox())[0]?.text_body ?? "") ?? [];
    await confirmReport(services, decodeURIComponent(encoded));
    expect((await outbox())[1]?.text_body.replaceAll("\n", " ")).toContain(sentence);
    await linkOrder(services, { key, orderId: "order-1", accountId: "account-1" });
    expect(await listed({ finding: "robots-search-engines", filter: "ordered" })).toMatchObject([
      { email: "ann@example.com", findings: 1, orderId: "order-1" },
    ]);
    // Nobody waits ten minutes after mending it.
    await ask("sound.test");
    await work();
    expect(opened).toHaveBeenCalledTimes(2);
  });

  test("is taken over by another process when its process dies, and ends after three attempts", async () => {
    const { services, ask, work, wait, opened } = await open(await openDatabase());
    const { key } = await ask("sound.test");
    opened.mockImplementation(() => {
      throw new Error("killed");
    });
    for (let nth = 0; nth < 3; nth += 1) {
      await expect(work()).rejects.toThrow("killed");
      expect(await work()).toBe(false);
      wait(121_000);
    }
    await work();
    expect(await readResult(services, key)).toMatchObject({
      state: "refused",
      refusal: expect.stringMatching(/interrupted/),
    });
  });

  test("ignores the result of a process that lost its lease", async () => {
    const { services, ask, work, wait, opened } = await open(await openDatabase());
    const { key } = await ask("sound.test");
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const slow = sampleSession(soundSite);
    opened.mockImplementationOnce(() => ({
      ...slow,
      requestsLeft: 12,
      get: async (...asked) => gate.then(() => slow.get(...asked)),
    }));
    const late = work();
    await vi.waitFor(() => expect(opened).toHaveBeenCalledTimes(1));
    wait(121_000);
    await work();
    goOn();
    await late;
    expect((await readResult(services, key)).findings).toHaveLength(2);
  });

  test("is limited to three in ten minutes for a network, and five a day for a host", async () => {
    const { ask, wait } = await open(await openDatabase());
    for (const name of ["a.test", "b.test", "c.test"]) await ask(name);
    await expect(ask("d.test")).rejects.toMatchObject({ code: "too-many" });
    wait(11 * 60_000);
    await ask("d.test");
    for (let nth = 0; nth < 5; nth += 1) {
      await ask("host.test", `192.0.2.${nth + 10}`);
      wait(11 * 60_000);
    }
    await expect(ask("host.test", "192.0.2.99")).rejects.toThrow(/five times today/);
  });

  test("refuses an invalid address, and every address while checks are switched off", async () => {
    const database = await openDatabase();
    const { ask } = await open(database);
    await expect(ask("anna@sound.test")).rejects.toMatchObject({
      extra: { website: "sound.test" },
    });
    await expect(ask("javascript:alert(1)")).rejects.toMatchObject({
      code: "invalid",
      issues: [{ path: "website" }],
    });
    await database.write(async (tx) => {
      const [values] = seoCheck.seed;
      await tx
        .updateTable("content_records")
        .set({ field_values: JSON.stringify({ ...values, isOn: "Switched off" }) as never })
        .where("block", "=", seoCheck.name)
        .execute();
    });
    await expect(ask("sound.test")).rejects.toMatchObject({ code: "not-found" });
  });

  test("is computed again by a newer engine from the stored responses", async () => {
    const database = await openDatabase();
    const { services, ask, work, opened } = await open(database);
    const { key } = await ask("sound.test");
    await work();
    const before = await readResult(services, key);
    await database.write((tx) =>
      tx
        .updateTable("site_checks")
        .set({ engine_version: engineVersion - 1, result: "" })
        .execute(),
    );
    expect(await readAgain(services)).toBe(true);
    expect(await readAgain(services)).toBe(false);
    expect(await readResult(services, key)).toEqual(before);
    expect(opened).toHaveBeenCalledTimes(1);
  });

  test("keeps its result when a newer engine cannot read its page within the limits", async () => {
    const { services, ask, work } = await open(await openDatabase());
    const { key } = await ask("sound.test");
    await work();
    const before = await readResult(services, key);
    await services.database.write((tx) =>
      tx
        .updateTable("site_checks")
        .set({ engine_version: engineVersion - 1 })
        .execute(),
    );
    const read = () => Promise.reject(new AppError("too-large", "It takes too long to read."));
    expect(await readAgain({ ...services, read })).toBe(true);
    expect(await readAgain({ ...services, read })).toBe(false);
    expect(await readResult(services, key)).toEqual(before);
  });

  test("sends its report once, and only to a confirmed address", async () => {
    const { services, listed, ask, work, outbox } = await open(await openDatabase());
    const { key } = await ask("sound.test");
    await work();
    await askForReport(services, sender, key, { email: "ann@example.com" });
    const [asking] = await outbox();
    expect((await listed())[0]?.email).toBe("");
    const token = decodeURIComponent(
      /token=([^\s"&]+)/.exec(JSON.stringify(asking))?.[1] ?? "",
    ).replace(/\\.*$/, "");
    expect(() => readReportToken(services, `${token}x`)).toThrow(/not complete/);
    await confirmReport(services, token);
    await confirmReport(services, token);
    expect(await outbox()).toHaveLength(2);
    expect(await listed({ filter: "confirmed" })).toMatchObject([{ email: "ann@example.com" }]);
    expect((await readResult(services, key)).isConfirmed).toBe(true);
  });

  test("is linked to the first order it leads to, and the list shows that order", async () => {
    const { services, listed, ask, work } = await open(await openDatabase());
    const { key } = await ask("sound.test");
    await work();
    await linkOrder(services, { key, orderId: "order-1", accountId: "account-1" });
    await linkOrder(services, { key, orderId: "order-2", accountId: "account-2" });
    expect(await listed({ filter: "ordered" })).toMatchObject([{ orderId: "order-1" }]);
    expect(await readCheckFigures(services, owner)).toMatchObject({
      checks: 1,
      confirmed: 0,
      ordered: 1,
      findings: [{ sites: 1 }, { sites: 1 }],
    });
    await expect(pageOfChecks(services, ada, { page: 1, pageSize: 9 })).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(allChecks(services, ada, {}).next()).rejects.toMatchObject({ code: "forbidden" });
  });

  test("belongs to the account with its confirmed address, and is deleted with that account", async () => {
    const database = await openDatabase();
    const { services, ask, work } = await open(database);
    const { key } = await ask("sound.test");
    await work();
    await database.write((tx) =>
      tx
        .updateTable("site_checks")
        .set({ email: "Ann@example.com", email_confirmed_at: 1 })
        .execute(),
    );
    const person = { accountId: "account-1", email: "ann@example.com", emailVerified: true };
    const recordsOf = async (one: typeof person) =>
      (await Array.fromAsync(personalChecks.records(database.read, one))).flat();
    expect(await recordsOf(person)).toMatchObject([{ email: "Ann@example.com" }]);
    expect(await recordsOf({ ...person, emailVerified: false })).toEqual([]);
    await database.write((tx) => personalChecks.forget(tx, person));
    await expect(readResult(services, key)).rejects.toMatchObject({ code: "not-found" });
  });

  test("can be asked for by the team, also while visitors may not, and its result is sent", async () => {
    const { services, listed, work, outbox } = await open(await openDatabase());
    const worker = actorWithRole("Worker", { accountId: "wim", email: "wim@example.com" });
    const website = "sound.test";
    const person = { personEmail: "Mia@Example.com", personName: "Mia Meyer" };
    const { id, key } = await requestCheckFor(services, owner, { website, ...person });
    const early = sendCheckResult(services, owner, id, { email: "mia@example.com" });
    await expect(early).rejects.toMatchObject({ code: "conflict" });
    await work();
    expect((await readResult(services, key)).state).toBe("done");
    await sendCheckResult(services, owner, id, { email: "mia@example.com" });
    const mails = await outbox();
    expect(mails.map(({ letter, recipient }) => [letter, recipient])).toEqual([
      ["checkResult", "mia@example.com"],
    ]);
    expect(mails[0]?.text_body).toContain(`/seo-check/${key}`);
    const newest = async () => (await listed())[0];
    expect(await newest()).toMatchObject({ requestedBy: "own@example.com", person: "Mia Meyer" });
    await tagCheck(services, owner, id, { personEmail: "mo@example.com", personName: "" });
    expect(await newest()).toMatchObject({ person: "mo@example.com" });
    for (const refused of [
      requestCheckFor(services, worker, { website }),
      tagCheck(services, worker, id, {}),
      sendCheckResult(services, worker, id, { email: "mia@example.com" }),
    ]) {
      await expect(refused).rejects.toMatchObject({ code: "forbidden" });
    }
    const wrong = { website, personEmail: "Mia", personName: "" };
    await expect(requestCheckFor(services, owner, wrong)).rejects.toMatchObject({
      issues: [{ path: "personEmail" }],
    });
    expect(await outbox()).toHaveLength(1);
  });

  test("of the team is in the personal data of the person whom it concerns", async () => {
    const { services } = await open(await openDatabase());
    const { database } = services;
    const asked = { website: "sound.test", personEmail: "Mia@Example.com" };
    const { key } = await requestCheckFor(services, owner, asked);
    const mia = { accountId: "mia", email: "mia@example.com", emailVerified: true };
    const records = await Array.fromAsync(personalChecks.records(database.read, mia));
    expect(records.flat()).toHaveLength(1);
    await database.write((tx) => personalChecks.forget(tx, mia));
    await expect(readResult(services, key)).rejects.toMatchObject({ code: "not-found" });
  });

  test("is deleted after 90 days", async () => {
    const { services, ask, work, wait } = await open(await openDatabase());
    const { key } = await ask("sound.test");
    await work();
    wait(89 * dayMs);
    await deleteAllExpired(services);
    expect((await readResult(services, key)).state).toBe("done");
    wait(2 * dayMs);
    await deleteAllExpired(services);
    await expect(readResult(services, key)).rejects.toMatchObject({ code: "not-found" });
  });
});
