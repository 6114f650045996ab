import { expect, test } from "vitest";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { openInbox, receive } from "../../../tests/support/mail/inbox.ts";
import { owner } from "../../../tests/support/orders/shop.ts";
import { deleteMessage, setMessageStatus } from "./change-message.ts";
import { mostLookedThrough, pagesOfMessages } from "./list-messages.ts";
import { searchTextOf } from "./message-search.ts";

const firstPages = { search: "", unreadPage: 1, readPage: 1, pageSize: 3 };

describeOnEachDatabase("The inbox", (openDatabase) => {
  test("shows unread and read messages in separate pages, newest first, and corrects page numbers out of range", async () => {
    const inbox = openInbox(await openDatabase());
    const ids = await receive(inbox, {}, {}, {}, {}, {});
    await setMessageStatus(inbox, owner, ids[0] ?? "", { messageStatus: "Read" });
    const pageOf = async (unreadPage: number) => {
      const { unread, read } = await pagesOfMessages(inbox, owner, { ...firstPages, unreadPage });
      expect(read.items.map(({ _id }) => _id)).toEqual([ids[0]]);
      return { page: unread.page, ids: unread.items.map(({ _id }) => _id) };
    };
    const newest = { page: 1, ids: [ids[4], ids[3], ids[2]] };
    const oldest = { page: 2, ids: [ids[1]] };
    for (const page of [1, 0, -1, Number.NaN]) expect(await pageOf(page)).toEqual(newest);
    for (const page of [2, 3, 1e9, Infinity]) expect(await pageOf(page)).toEqual(oldest);
  });

  test("finds messages by name, email, subject and text, in upper or lower case", async () => {
    const inbox = openInbox(await openDatabase());
    const [named, mailed, titled, worded] = await receive(
      inbox,
      { name: "Ærlig BLÅBÆR" },
      { email: "Turnip@Example.com" },
      { subject: "100% turnips_" },
      { message: "First line\nof O'Brien's (field)" },
    );
    const found = async (search: string) => {
      const { unread } = await pagesOfMessages(inbox, owner, { ...firstPages, search });
      return unread.items.map(({ _id }) => _id);
    };
    expect(await found("blåbær")).toEqual([named]);
    expect(await found("BLÅBÆR  ærlig")).toEqual([named]);
    expect(await found("blabaer aerlig")).toEqual([named]);
    expect(await found("O’Brien’s")).toEqual([worded]);
    expect(await found("turnip@example")).toEqual([mailed]);
    expect(await found("TURNIP")).toEqual([titled, mailed]);
    expect(await found("0%")).toEqual([titled]);
    expect(await found("s_")).toEqual([titled]);
    expect(await found("o'brien (field)")).toEqual([worded]);
    expect(await found("turnips clayless")).toEqual([]);
    expect(await found("   ")).toHaveLength(3);
    expect(await found("a\u0000b")).toHaveLength(3);
  });

  test("shows the results of a search in pages, without deleted messages", async () => {
    const inbox = openInbox(await openDatabase());
    const ids = await receive(inbox, ...Array.from({ length: 5 }, () => ({ subject: "Kale" })), {});
    await setMessageStatus(inbox, owner, ids[4] ?? "", { messageStatus: "Read" });
    await deleteMessage(inbox, owner, ids[3] ?? "");
    const request = { search: "kale", unreadPage: 2, readPage: 9, pageSize: 2 };
    const { unread, read } = await pagesOfMessages(inbox, owner, request);
    expect(unread).toMatchObject({ total: 3, page: 2, pageCount: 2, items: [{ _id: ids[0] }] });
    expect(read).toMatchObject({ total: 1, page: 1, items: [{ _id: ids[4] }] });
  });

  test("lets other requests run between the chunks of a search, and continues an unfinished search where it stopped", async () => {
    const inbox = openInbox(await openDatabase());
    const [oldest] = await receive(inbox, { subject: "Kale" });
    await fill(inbox.database, 2 * mostLookedThrough);
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 0);
    const looks: { readonly found: number; readonly after: string | null }[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const request = { ...firstPages, search: "kale", after };
      const { unread, continuesAfter } = await pagesOfMessages(inbox, owner, request);
      looks.push({ found: unread.total, after: continuesAfter });
      if (unread.total > 0) expect(unread.items.map(({ _id }) => _id)).toEqual([oldest]);
      after = continuesAfter;
    }
    clearInterval(counting);
    expect(looks.map(({ found }) => found)).toEqual([0, 0, 1]);
    expect(turns).toBeGreaterThan(2);
    const all = await pagesOfMessages(inbox, owner, { ...firstPages, search: "beet 17" });
    expect(all.unread.total).toBeGreaterThan(0);
    expect(all.continuesAfter).not.toBeNull();
  });
});

async function fill(database: Database, count: number): Promise<void> {
  const texts = { name: "Ann", email: "ann@example.com", subject: "Beet", message: "" };
  for (let start = 0; start < count; start += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => {
      const message = `Row ${start + index} of beets. ${"Clay and sand. ".repeat(20)}`;
      const stored = { ...texts, message };
      const state = { status: "UnRead" as const, received_at: 0, deleted_at: null };
      return { id: newId(), ...stored, number: "", search_text: searchTextOf(stored), ...state };
    });
    await database.write((tx) => tx.insertInto("messages").values(rows).execute());
  }
}
