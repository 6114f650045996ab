import { expect, test } from "vitest";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { deleteAllExpired } from "../../../tests/support/databases/delete-expired.ts";
import { type Inbox, openInbox, sender } from "../../../tests/support/mail/inbox.ts";
import { owner } from "../../../tests/support/orders/shop.ts";
import { listSubscribers, pageOfSubscribers } from "./list-subscribers.ts";
import {
  confirmSubscription,
  findConfirmation,
  isOnList,
  subscribe,
  unsubscribe,
} from "./subscribe.ts";
import { subscriberTokenOf } from "./subscriber-token.ts";

const dayMs = 24 * 60 * 60 * 1000;
const smtpUrl = "smtp://mail.example";

const add = (inbox: Inbox, subemail: string) => subscribe(inbox, sender, { subemail });

async function onTheList(inbox: Inbox): Promise<string[]> {
  const emails: string[] = [];
  for await (const chunk of listSubscribers(inbox, owner)) {
    emails.push(...chunk.map(({ subemail }) => subemail));
  }
  return emails;
}

async function mailedTokens(inbox: Inbox) {
  const mail = (await inbox.outbox()).at(-1);
  const tokenIn = (text: string | null | undefined) =>
    /token=([\w.-]+)/.exec(text ?? "")?.[1] ?? "";
  return { confirm: tokenIn(mail?.text_body), leave: tokenIn(mail?.unsubscribe_url) };
}

describeStore("With a mail server, an email address", (openDatabase) => {
  const open = async () => openInbox(await openDatabase(), { smtpUrl });

  test("is on the list only after its confirmation", async () => {
    const inbox = await open();
    await add(inbox, "Ann@Example.com");
    expect(await inbox.outbox()).toMatchObject([
      {
        recipient: "Ann@Example.com",
        letter: "confirmSubscription",
        unsubscribe_url: expect.stringMatching(/^https:\/\/furrow\.example\/unsubscribe\?token=/),
      },
    ]);
    const { confirm } = await mailedTokens(inbox);
    const waiting = { email: "Ann@Example.com", isConfirmed: false };
    expect(await findConfirmation(inbox, confirm)).toEqual(waiting);
    expect(await onTheList(inbox)).toEqual([]);
    expect(await pageOfSubscribers(inbox, owner, 1, 5)).toMatchObject({
      items: [{ isWaiting: true }],
    });

    await confirmSubscription(inbox, confirm);
    expect(await onTheList(inbox)).toEqual(["Ann@Example.com"]);
    expect(await findConfirmation(inbox, confirm)).toEqual({ ...waiting, isConfirmed: true });
    await confirmSubscription(inbox, confirm);
    expect(await onTheList(inbox)).toEqual(["Ann@Example.com"]);
  });

  test("that is on the list gets no second email, and the response does not reveal the subscription", async () => {
    const inbox = await open();
    const first = await add(inbox, "ann@example.com");
    await confirmSubscription(inbox, (await mailedTokens(inbox)).confirm);
    const again = await add(inbox, "ANN@example.com");
    expect(Object.keys(again)).toEqual(Object.keys(first));
    expect(await inbox.outbox()).toHaveLength(1);
    expect(await onTheList(inbox)).toEqual(["ann@example.com"]);
  });

  test("gets at most three confirmation emails a day, however often somebody enters it", async () => {
    const inbox = await open();
    const strict = { ...inbox, post: { ...inbox.post, configuration: { rateLimitFactor: 1 } } };
    for (let n = 0; n < 10; n++) {
      const elsewhere = { clientAddress: `203.0.113.${n}` };
      await subscribe(strict, elsewhere, {
        subemail: n % 2 ? "ann@example.com" : "ANN@example.com",
      });
    }
    expect(await inbox.outbox()).toHaveLength(3);
  });

  test("that is not confirmed within a week is deleted, and its confirmation link then says that it has expired", async () => {
    const inbox = await open();
    await add(inbox, "ann@example.com");
    const { confirm } = await mailedTokens(inbox);
    inbox.time.now += 7 * dayMs - 1;
    await deleteAllExpired(inbox);
    expect(await findConfirmation(inbox, confirm)).toMatchObject({ isConfirmed: false });
    inbox.time.now += 1;
    const expired = confirmSubscription(inbox, confirm);
    await expect(expired).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringMatching(/expired/),
    });
    await deleteAllExpired(inbox);
    expect(await inbox.database.read.selectFrom("subscribers").selectAll().execute()).toEqual([]);
  });

  test("is unsubscribed by the link of an old email, and its old confirmation link does not subscribe it again", async () => {
    const inbox = await open();
    await add(inbox, "ann@example.com");
    const { confirm, leave } = await mailedTokens(inbox);
    await confirmSubscription(inbox, confirm);
    inbox.time.now += 300 * dayMs;
    expect(await isOnList(inbox, leave)).toBe(true);
    expect(await onTheList(inbox)).toEqual(["ann@example.com"]);
    await unsubscribe(inbox, leave);
    expect(await isOnList(inbox, leave)).toBe(false);
    await unsubscribe(inbox, leave);
    expect(await inbox.database.read.selectFrom("subscribers").selectAll().execute()).toEqual([]);
    inbox.time.now -= 300 * dayMs;
    const reused = confirmSubscription(inbox, confirm);
    await expect(reused).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringMatching(/already been used/),
    });
    expect(await onTheList(inbox)).toEqual([]);
  });

  test("is neither confirmed nor unsubscribed by a forged token or a token for another purpose", async () => {
    const inbox = await open();
    const { _id } = await add(inbox, "ann@example.com");
    const { confirm, leave } = await mailedTokens(inbox);
    const [id, expires, signature] = confirm.split(".");
    const otherSecret = "another secret of thirty-two chars";
    const forged = [
      "",
      "x",
      "..",
      leave,
      `${id}.${expires}.`,
      `${id}.${Number(expires) + dayMs}.${signature}`,
      `${id}..${signature}`,
      `${confirm.slice(0, -1)}${confirm.endsWith("A") ? "B" : "A"}`,
      subscriberTokenOf(otherSecret, "confirm-subscription", {
        subscriberId: _id,
        expiresAt: null,
      }),
    ];
    for (const token of forged) {
      await expect(confirmSubscription(inbox, token)).rejects.toMatchObject({ code: "invalid" });
    }
    for (const token of [confirm, "", `${leave}x`, leave.replace(_id, "somebody")]) {
      await expect(unsubscribe(inbox, token)).rejects.toMatchObject({ code: "invalid" });
    }
    expect(await pageOfSubscribers(inbox, owner, 1, 5)).toMatchObject({
      items: [{ isWaiting: true }],
    });
  });
});
