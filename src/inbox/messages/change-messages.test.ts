import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { openInbox, receive } from "../../../tests/support/mail/inbox.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { setMessageStatus } from "./change-message.ts";
import { changeMessages, undoMessageChanges } from "./change-messages.ts";
import { pagesOfMessages } from "./list-messages.ts";

const again = "The message was changed again.";

describeOnEachDatabase("Changing several messages", (openDatabase) => {
  async function openMessages() {
    const inbox = openInbox(await openDatabase());
    const ids = await receive(inbox, {}, {}, {});
    return {
      ids,
      inbox,
      async counts() {
        const request = { search: "", unreadPage: 1, readPage: 1, pageSize: 10 };
        const { unread, read } = await pagesOfMessages(inbox, owner, request);
        return { unread: unread.total, read: read.total };
      },
      undo: async (input: object) => {
        const { done, failed } = await undoMessageChanges(inbox, owner, input);
        return { undone: done.length, reasons: failed.map(({ reason }) => reason) };
      },
    };
  }

  test("marks as read only the messages that are unread, and can be undone once", async () => {
    const { inbox, ids, counts, undo } = await openMessages();
    const [first = "", second = "", third = ""] = ids;
    await setMessageStatus(inbox, owner, third, { messageStatus: "Read" });
    const change = "Read";
    const { done, failed } = await changeMessages(inbox, owner, { ids: [...ids, "none"], change });
    expect(done).toEqual([first, second]);
    expect(failed).toMatchObject([{ id: "none" }]);
    expect(await counts()).toEqual({ unread: 0, read: 3 });
    await setMessageStatus(inbox, owner, first, { messageStatus: "UnRead" });
    expect(await undo({ ids: done, change })).toEqual({ undone: 1, reasons: [again] });
    expect(await counts()).toEqual({ unread: 2, read: 1 });
    expect(await undo({ ids: done, change })).toEqual({ undone: 0, reasons: [again, again] });
    const actions = (await inbox.auditLog()).map(({ action }) => action);
    expect(actions.filter((action) => action === "Mark message UnRead")).toHaveLength(2);
    for (const operation of [changeMessages, undoMessageChanges]) {
      await expect(operation(inbox, ada, { ids, change })).rejects.toMatchObject({
        code: "forbidden",
      });
    }
  });

  test("moves messages to the trash, and an undo restores them once", async () => {
    const { inbox, ids, counts, undo } = await openMessages();
    const change = "delete";
    const { done } = await changeMessages(inbox, owner, { ids, change });
    expect(await counts()).toEqual({ unread: 0, read: 0 });
    expect(await undo({ ids: done, change })).toEqual({ undone: 3, reasons: [] });
    expect(await counts()).toEqual({ unread: 3, read: 0 });
    const reasons = [again, again, again];
    expect(await undo({ ids: done, change })).toEqual({ undone: 0, reasons });
  });
});
