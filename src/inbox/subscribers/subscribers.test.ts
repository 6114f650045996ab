import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { deleteAllExpired } from "../../../tests/support/databases/delete-expired.ts";
import { type Inbox, openInbox, sender } from "../../../tests/support/mail/inbox.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { exportSubscribers, listSubscribers, pageOfSubscribers } from "./list-subscribers.ts";
import { linkedSubscriber, subscribe } from "./subscribe.ts";
import { putBackSubscriber, removeSubscriber } from "./subscriber.ts";

const dayMs = 24 * 60 * 60 * 1000;

const add = (inbox: Inbox, subemail: string) => subscribe(inbox, sender, { subemail });

async function onTheList(inbox: Inbox): Promise<string[]> {
  const emails: string[] = [];
  for await (const chunk of listSubscribers(inbox, owner)) {
    emails.push(...chunk.map(({ subemail }) => subemail));
  }
  return emails;
}

describeOnEachDatabase("Without a mail server, a subscriber", (openDatabase) => {
  const open = async () => openInbox(await openDatabase());

  test("is on the list without a confirmation, and only once after a second subscription in capitals", async () => {
    const inbox = await open();
    const first = await add(inbox, "Ann@Example.com");
    const again = await add(inbox, "ANN@example.com");
    expect(Object.keys(again)).toEqual(Object.keys(first));
    expect(again.subemail).toBe("ANN@example.com");
    expect(await onTheList(inbox)).toEqual(["Ann@Example.com"]);
    expect(await inbox.outbox()).toEqual([]);
  });

  test("is on the list once after simultaneous requests", async () => {
    const inbox = await open();
    await Promise.all(Array.from({ length: 10 }, () => add(inbox, "ann@example.com")));
    expect(await onTheList(inbox)).toEqual(["ann@example.com"]);
  });

  test("is rejected over the rate limit", async () => {
    const inbox = await open();
    const strict = { ...inbox, configuration: { ...inbox.configuration, rateLimitFactor: 1 } };
    for (let n = 0; n < 20; n++) await add(strict, `reader${n}@example.com`);
    await expect(add(strict, "one.more@example.com")).rejects.toMatchObject({ code: "too-many" });
    expect(await onTheList(inbox)).toHaveLength(20);
  });

  test("can be found and exported by the beginning of the address, and sorted by date or address", async () => {
    const inbox = await open();
    for (const name of ["Ben", "ada", "Adam", "eve"]) await add(inbox, `${name}@example.com`);
    const found = async (search: object) => {
      const all = { q: "", state: "", sort: "newest", ...search } as const;
      const { items, total, sort } = await pageOfSubscribers(inbox, owner, 1, 3, all);
      return { total, sort, names: items.map(({ subemail }) => subemail.split("@")[0]) };
    };
    expect(await found({ sort: "oldest" })).toEqual({
      total: 4,
      sort: "oldest",
      names: ["Ben", "ada", "Adam"],
    });
    expect(await found({ sort: "email-z-a" })).toMatchObject({ names: ["eve", "Ben", "Adam"] });
    const ada = { total: 2, sort: "email-a-z", names: ["ada", "Adam"] };
    for (const q of [" AD", "åd", "ａｄ"]) expect(await found({ q })).toEqual(ada);
    expect(await found({ q: "ad", sort: "email-z-a" })).toMatchObject({ names: ["Adam", "ada"] });
    for (const nobody of ["%", "_", "da", "\u0000"]) {
      expect(await found({ q: nobody })).toMatchObject({ total: 0, names: [] });
    }
    await inbox.database.write((tx) =>
      tx
        .updateTable("subscribers")
        .set({ confirmed_at: null })
        .where("email_key", "like", "a%")
        .execute(),
    );
    expect(await found({ state: "waiting" })).toMatchObject({ total: 2, names: ["Adam", "ada"] });
    expect(await found({ state: "waiting", q: "adam" })).toMatchObject({ names: ["Adam"] });
    const file = await Array.fromAsync(exportSubscribers(inbox, owner, "b"));
    expect(file.join("").match(/[^\s"]+@[^\s"]+/g)).toEqual(["Ben@example.com"]);
  });

  test("can be removed and restored, with an audit entry for each change", async () => {
    const inbox = await open();
    const { _id } = await add(inbox, "ann@example.com");
    const byAda = removeSubscriber(inbox, ada, _id);
    await expect(byAda).rejects.toMatchObject({ code: "forbidden" });
    await removeSubscriber(inbox, owner, _id);
    expect(await onTheList(inbox)).toEqual([]);
    expect(await pageOfSubscribers(inbox, owner, 1, 5)).toMatchObject({ total: 0 });
    const again = removeSubscriber(inbox, owner, _id);
    await expect(again).rejects.toMatchObject({ code: "not-found" });
    await putBackSubscriber(inbox, owner, _id);
    expect(await onTheList(inbox)).toEqual(["ann@example.com"]);
    expect(await inbox.auditLog()).toMatchObject([
      { action: "Remove subscriber", label: "ann@example.com", author: "own@example.com" },
      { action: "Put back subscriber" },
    ]);
  });

  test("can subscribe again after a removal, and is deleted after 30 days otherwise", async () => {
    const inbox = await open();
    const { _id } = await add(inbox, "ann@example.com");
    const gone = await add(inbox, "ben@example.com");
    await removeSubscriber(inbox, owner, _id);
    await removeSubscriber(inbox, owner, gone._id);
    await add(inbox, "ann@example.com");
    await expect(putBackSubscriber(inbox, owner, _id)).rejects.toMatchObject({ code: "not-found" });
    inbox.time.now += 30 * dayMs;
    await deleteAllExpired(inbox);
    const kept = await inbox.database.read.selectFrom("subscribers").select("email").execute();
    expect(kept).toEqual([{ email: "ann@example.com" }]);
  });

  test("is exported with an unsubscribe link, and no spreadsheet runs the address as a formula", async () => {
    const inbox = await open();
    await add(inbox, "+1@example.com");
    const { _id } = await add(inbox, "ann@example.com");
    const parts: string[] = [];
    for await (const part of exportSubscribers(inbox, owner)) parts.push(part);
    const [heading, formula, row, end] = parts.join("").split("\r\n");
    expect(heading).toBe('"Email","Subscribed","Unsubscribe"');
    expect(formula).toMatch(/^"'\+1@example\.com","2026-11-20T12:00:00\.000Z","https/);
    expect(row).toMatch(/^"ann@example\.com",/);
    expect(end).toBe("");
    const token = /token=([\w.-]+)"$/.exec(row ?? "")?.[1] ?? "";
    expect(linkedSubscriber(inbox.secret, token)).toBe(_id);
  });
});
