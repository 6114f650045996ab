import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readSettingParts } from "#app/admin/settings/setting-parts.server.ts";
import { contentOfPages } from "#app/landing/content-of-pages.ts";
import { loader as keyFile } from "#app/seo/index-now-key.ts";
import { saveDraft } from "#content/drafts/save-draft.ts";
import { withdrawRecord } from "#content/drafts/withdraw-record.ts";
import { restoreFromTrash } from "#content/history/trash.ts";
import { blocks } from "#content/model/blocks.ts";
import type { Block } from "#content/model/define.ts";
import { createRecord, deleteRecord, updateRecord } from "#content/records/save-block.ts";
import type { Database } from "#platform/database/database.ts";
import { saveSettings } from "#settings/save-settings.ts";
import { capturedLog } from "../../../tests/support/captured-log.ts";
import { olga, openContent, refusal } from "../../../tests/support/content.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { openVerifier, type Verifier } from "../../../tests/support/payments/verifier.ts";
import { routeContext } from "../../../tests/support/screens/route-context.ts";
import { openSite } from "../../../tests/support/servers/site.ts";
import { canBeFound, indexNowKey } from "./index-now-key.ts";
import { noteChangedPages } from "./note-changed-pages.server.ts";
import { sendChangedPages } from "./send-changed-pages.ts";
import { sendingInWords } from "./sending-in-words.ts";

const publicUrl = "https://www.example.com";
const secret = "the secret of this installation, for tests";
const hourMs = 60 * 60_000;

test.each([
  ["https://www.example.com", true],
  ["https://example.co.uk:8443", true],
  ["http://localhost:3000", false],
  ["https://shop.localhost", false],
  ["http://127.0.0.1", false],
  ["https://93.184.215.14", false],
  ["https://[2606:4700::1111]", false],
  ["https://furrow", false],
  ["https://furrow.test", false],
  ["https://furrow.example.", false],
  ["https://shop.home.arpa", false],
])("whether search engines can reach %s: %s", (url, expected) => {
  expect(canBeFound(url)).toBe(expected);
});

test("the key has the form that the protocol asks for, and is another one for another secret", () => {
  expect(indexNowKey(secret)).toMatch(/^[a-f0-9]{64}$/);
  expect(indexNowKey("another")).not.toBe(indexNowKey(secret));
});

test("the key is at its address while the setting is on, and the settings say what is sent", async () => {
  const site = await openSite({ PUBLIC_URL: publicUrl });
  const { services } = site;
  const request = new Request(`${publicUrl}/indexnow-key.txt`);
  const read = async () => {
    const context = routeContext(site, request);
    const url = new URL(request.url);
    const response = await keyFile({
      request,
      context,
      url,
      params: {},
      pattern: "/indexnow-key.txt",
    });
    return [response.status, await response.text()];
  };
  const part = async () =>
    (await readSettingParts(services, { ...olga, email: "olga@example.com" }, ["index-now"]))[0];
  try {
    expect(await read()).toEqual([404, ""]);
    expect(await part()).toMatchObject({ saved: "nothing is sent", status: "" });
    await saveSettings(services, olga, { indexNow: true });
    expect(await read()).toEqual([200, indexNowKey(services.secret)]);
    await createRecord(services, olga, blocks.pages, blocks.pages.example);
    expect(await part()).toMatchObject({
      saved: "changes are sent",
      status: "Waiting: 1 address.",
      intro: expect.stringContaining(`${publicUrl}/indexnow-key.txt`),
    });
  } finally {
    await site.close();
  }
});

describeOnEachDatabase("IndexNow", (openDatabase) => {
  let fake: Verifier;
  beforeAll(async () => {
    fake = await openVerifier();
  });
  afterAll(() => fake.close());

  let site: Awaited<ReturnType<typeof open>>;
  async function open() {
    const content = await openContent(await openDatabase());
    const choice = { isOn: true };
    const isIndexNowOn = async () => choice.isOn;
    const { log } = capturedLog();
    const watchPages = noteChangedPages({ publicUrl, isIndexNowOn, contentOfPages });
    const sending = { isIndexNowOn, publicUrl, secret, log, endpoint: fake.url };
    return { ...content, ...sending, choice, watchPages };
  }
  beforeEach(async () => {
    site = await open();
    (fake.asked as Buffer[]).splice(0);
    fake.answer = (response) => response.writeHead(200).end();
  });

  const answer = (status: number) => {
    fake.answer = (response) => response.writeHead(status).end();
  };
  const { pages, articles } = blocks;
  const page = (pageAddress: string, more: object = {}) => ({
    ...pages.example,
    pageAddress,
    ...more,
  });
  const add = async (block: Block, values: object) =>
    (await createRecord(site, olga, block, values))._id;
  const queued = async () => {
    const rows = await site.database.read
      .selectFrom("index_now_addresses")
      .select("address")
      .orderBy("address")
      .execute();
    return rows.map(({ address }) => address.replace(publicUrl, ""));
  };
  const pass = (ms: number) => {
    site.time.now += ms;
  };
  const send = (database: Database = site.database) => sendChangedPages({ ...site, database });
  const sent = () =>
    fake.asked.map((body) =>
      (JSON.parse(body.toString()).urlList as string[])
        .map((address) => address.replace(publicUrl, ""))
        .sort(),
    );
  const sendAll = async () => {
    pass(2 * 60_000);
    while (await send());
    const all = sent();
    (fake.asked as Buffer[]).splice(0);
    return all;
  };
  const inWords = () =>
    sendingInWords(site.database.read, { publicUrl, inWords: () => "Nov 20, 2026" });

  test("hears of a page that is published, changed, moved, withdrawn, deleted and put back", async () => {
    const id = await add(pages, page("/leeds/"));
    expect(await sendAll()).toEqual([["/leeds/"]]);
    await updateRecord(site, olga, pages, id, page("/leeds/", { pageTitle: "Leeds now" }));
    expect(await sendAll()).toEqual([["/leeds/"]]);
    await updateRecord(site, olga, pages, id, page("/york/"));
    expect(await sendAll()).toEqual([["/leeds/", "/york/"]]);
    await deleteRecord(site, olga, pages, id);
    expect(await sendAll()).toEqual([["/york/"]]);
    await restoreFromTrash(site, olga, id);
    expect(await sendAll()).toEqual([["/york/"]]);
    await withdrawRecord(site, olga, pages, id);
    expect(await sendAll()).toEqual([["/york/"]]);
    expect(await send()).toBe(false);
  });

  test("hears of a specified page by what it shows, of its move, and of articles with their list", async () => {
    const [plan] = await site.onSite(blocks.pricingPackages);
    const { _id, ...values } = plan as { _id: string };
    const dearer = { ...values, packageName: "Grove" };
    await updateRecord(site, olga, blocks.pricingPackages, _id, dearer);
    const [shown = []] = await sendAll();
    expect(shown).toContain("/pricing/");
    expect(shown).toContain("/");
    expect(shown).not.toContain("/privacy");
    const { _id: listing, ...texts } = (await site.onSite(blocks.listingPricing))[0] as {
      _id: string;
    };
    await updateRecord(site, olga, blocks.listingPricing, listing, {
      ...texts,
      pageAddress: "/plans/",
    });
    const [moved = []] = await sendAll();
    expect(moved).toEqual(expect.arrayContaining(["/plans/", "/pricing/"]));
    const article = articles.example as { pageAddress: string };
    await add(articles, article);
    expect(await sendAll()).toEqual([["/articles/", article.pageAddress].sort()]);
  });

  test("hears nothing of drafts, menus, emails, refused writes and pages that search engines leave out", async () => {
    const id = await add(pages, page("/leeds/"));
    await sendAll();
    await saveDraft(site, olga, pages, id, { values: { pageTitle: "Draft" } });
    const [entry] = await site.onSite(blocks.headerMenu);
    const { _id, ...values } = entry as { _id: string };
    await updateRecord(site, olga, blocks.headerMenu, _id, { ...values, entryLabel: "Elsewhere" });
    await refusal(add(pages, page("/pricing")));
    const hidden = await add(pages, page("/quiet/", { noIndex: "Yes" }));
    await deleteRecord(site, olga, pages, hidden);
    expect(await queued()).toEqual([]);
    await updateRecord(site, olga, pages, id, page("/leeds/", { pageTitle: "Other" }));
    expect(await queued()).toEqual(["/leeds/"]);
    await updateRecord(site, olga, pages, id, page("/leeds/", { noIndex: "Yes" }));
    expect(await queued()).toEqual([]);
  });

  test("gets one request with each address once, with the key and its place", async () => {
    const id = await add(pages, page("/leeds/"));
    await updateRecord(site, olga, pages, id, page("/leeds/", { pageTitle: "Leeds now" }));
    await add(pages, page("/york/", { pageTitle: "York" }));
    expect(await send()).toBe(false);
    pass(2 * 60_000);
    await Promise.all([send(), send()]);
    expect(await send()).toBe(false);
    expect(fake.asked.map((body) => JSON.parse(body.toString()))).toEqual([
      {
        host: "www.example.com",
        key: indexNowKey(secret),
        keyLocation: `${publicUrl}/indexnow-key.txt`,
        urlList: [`${publicUrl}/leeds/`, `${publicUrl}/york/`],
      },
    ]);
    expect(await inWords()).toBe("Last accepted: 2 addresses on Nov 20, 2026.");
  });

  test("gets at most 10,000 addresses in a request", async () => {
    await add(pages, page("/leeds/"));
    await site.database.write(async (tx) => {
      for (let part = 0; part < 11; part++) {
        const rows = Array.from({ length: 1000 }, (_, nth) => ({
          address: `${publicUrl}/page-${part}-${nth}/`,
          noted_at: site.time.now,
          batch: null,
        }));
        await tx.insertInto("index_now_addresses").values(rows).execute();
      }
    });
    const first = await sendAll();
    const second = await sendAll();
    expect([...first, ...second].map(({ length }) => length)).toEqual([10_000, 1001]);
  });

  test("gets an address again if it changes while its request is under way", async () => {
    const id = await add(pages, page("/leeds/"));
    fake.answer = (response) => {
      void updateRecord(site, olga, pages, id, page("/leeds/", { pageTitle: "Newer" })).then(() =>
        response.writeHead(202).end(),
      );
    };
    pass(2 * 60_000);
    await send();
    expect(await queued()).toEqual(["/leeds/"]);
    expect(await inWords()).toContain("It was still checking the key of this site.");
    answer(200);
    expect(await sendAll()).toEqual([["/leeds/"], ["/leeds/"]]);
  });

  test("is asked again at growing distances after refusals, and is given up after a day", async () => {
    await add(pages, page("/leeds/"));
    const meanings: Readonly<Record<number, string>> = {
      403: "the key was not found at https://www.example.com/indexnow-key.txt (403)",
      422: "the addresses do not belong to www.example.com",
      429: "too many requests",
      400: "wrong form",
      503: "the error 503",
    };
    pass(2 * 60_000);
    for (const [status, meaning] of Object.entries(meanings)) {
      answer(Number(status));
      expect(await send()).toBe(true);
      expect(await inWords()).toContain(meaning);
      expect(await send()).toBe(false);
      const { due_at } = await site.database.read
        .selectFrom("index_now")
        .select("due_at")
        .executeTakeFirstOrThrow();
      pass(Number(due_at) - site.time.now);
    }
    expect(fake.asked).toHaveLength(5);
    expect(await queued()).toEqual(["/leeds/"]);
    pass(25 * hourMs);
    await send();
    expect([await queued(), await send(), fake.asked.length]).toEqual([[], false, 5]);
  });

  test("that cannot be reached does no harm", async () => {
    await add(pages, page("/leeds/"));
    pass(2 * 60_000);
    fake.answer = (response) => response.destroy();
    expect(await send()).toBe(true);
    expect(await inWords()).toBe(
      "Last refused on Nov 20, 2026: nobody answered, so the addresses are sent again later. Waiting: 1 address.",
    );
  });

  test("is asked again by the next start when a stop ends the request, which is no refusal", async () => {
    await add(pages, page("/leeds/"));
    pass(2 * 60_000);
    const stopping = new AbortController();
    fake.answer = () => stopping.abort();
    await sendChangedPages(site, stopping.signal);
    expect(await inWords()).toBe("Waiting: 1 address.");
    answer(200);
    expect(await sendAll()).toEqual([["/leeds/"], ["/leeds/"]]);
  });

  test("hears the same once more after the process died between request and result", async () => {
    await add(pages, page("/leeds/"));
    pass(2 * 60_000);
    let writes = 0;
    const dying: Database = {
      ...site.database,
      write: (operation, options) => {
        writes++;
        // The third write is the one after the answer.
        if (writes > 2) return Promise.reject(new Error("The process is dead."));
        return site.database.write(operation, options);
      },
    };
    await expect(send(dying)).rejects.toThrow("The process is dead.");
    expect(await send()).toBe(false);
    pass(3 * 60_000);
    while (await send());
    expect(sent()).toEqual([["/leeds/"], ["/leeds/"]]);
  });

  test("hears nothing while it is off, on a private address, and after it was switched off", async () => {
    await add(pages, page("/leeds/"));
    site.choice.isOn = false;
    await add(pages, page("/york/", { pageTitle: "York" }));
    expect(await queued()).toEqual(["/leeds/"]);
    expect(await sendAll()).toEqual([]);
    expect([await queued(), await send()]).toEqual([[], false]);
    site.choice.isOn = true;
    const watchPages = noteChangedPages({
      ...site,
      publicUrl: "http://localhost:3000",
      contentOfPages,
    });
    await createRecord({ ...site, watchPages }, olga, pages, page("/hull/", { pageTitle: "Hull" }));
    expect(await queued()).toEqual([]);
  });
});
