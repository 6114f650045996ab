import { expect, test } from "vitest";
import { readReceivedMail } from "#mail/incoming/read-incoming-mails.ts";
import type { WaitReason } from "#mail/incoming/wait-reasons.ts";
import type { Database } from "#platform/database/database.ts";
import { signatureOf } from "#platform/signatures.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { openReplies } from "../../../tests/support/mail/replies.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { sendOrderMessage } from "../messages/send-order-message.ts";
import { replyReferences } from "../news/reply-address.ts";
import { decideWaitingMail } from "./decide-waiting-mail.ts";

const dayMs = 24 * 60 * 60_000;
const results = "Authentication-Results: mx.example.org";
const pass = `${results}; dmarc=pass header.from=example.com`;
const fail = `${results}; dmarc=fail (p=reject) header.from=example.com`;
const none = `${results}; dmarc=none header.from=example.com; spf=none`;

/** What somebody may know from emails of the conversation. */
interface Seen {
  /** Reply addresses of Ada and of the owner. */
  readonly ada: string;
  readonly team: string;
  /** Message-IDs of the emails to Ada and to the owner. */
  readonly toAda: string;
  readonly toTeam: string;
  /** Reply addresses of the former kind, which name no person. */
  readonly formerAda: string;
  readonly formerTeam: string;
  /** The address of Ada from an email of 31 days ago. */
  readonly expiredAda: string;
  /** The address of the owner's mailbox while no account had it. */
  readonly ownerless: string;
}

const fromAda = "From: Ada <ada@example.com>";
const fromOwner = "From: Owner <own@example.com>";
const to = (address: string) => `To: ${address}`;

const forged: readonly (readonly [string, (seen: Seen) => readonly string[], WaitReason])[] = [
  ["another sender", (s) => [pass, "From: x@example.com", to(s.ada)], "other-sender"],
  ["a sender without results", (s) => [fromAda, to(s.ada)], "not-checked"],
  ["a sender that fails DMARC", (s) => [fail, fromAda, to(s.ada)], "dmarc-failed"],
  [
    "a passing result of another server",
    (s) => ["Authentication-Results: mx.evil.com; dmarc=pass", fromAda, to(s.ada)],
    "not-checked",
  ],
  ["a passing result below a failing one", (s) => [fail, pass, fromAda, to(s.ada)], "dmarc-failed"],
  ["a failing result below a passing one", (s) => [pass, fail, fromAda, to(s.ada)], "dmarc-failed"],
  [
    "a passing result in the body of a header",
    (s) => [`X-Note: ${pass}`, fromAda, to(s.ada)],
    "not-checked",
  ],
  ["a passing result below the headers", (s) => [fromAda, to(s.ada), "", pass], "not-checked"],
  [
    "a passing result for another domain",
    (s) => [`${results}; dmarc=pass header.from=evil.com`, fromAda, to(s.ada)],
    "dmarc-failed",
  ],
  [
    "a failing SPF and no DMARC",
    (s) => [`${results}; spf=fail smtp.mailfrom=example.com`, fromAda, to(s.ada)],
    "spf-failed",
  ],
  ["a damaged result", (s) => [`${results}; dmarc=pass; "`, fromAda, to(s.ada)], "not-checked"],
  [
    "her address in brackets before another",
    (s) => [pass, "From: <ada@example.com> <x@evil.com>", to(s.ada)],
    "unclear-sender",
  ],
  [
    "her address and another",
    (s) => [pass, "From: ada@example.com, x@evil.com", to(s.ada)],
    "unclear-sender",
  ],
  [
    "her address as a name",
    (s) => [
      `${results}; dmarc=pass header.from=evil.com`,
      'From: "ada@example.com" <x@evil.com>',
      to(s.ada),
    ],
    "other-sender",
  ],
  [
    "her address as an encoded name",
    (s) => [none, "From: =?utf-8?Q?ada=40example.com?= <x@example.com>", to(s.ada)],
    "other-sender",
  ],
  [
    "her address before a comment",
    (s) => [pass, "From: ada@example.com (x@evil.com)", to(s.ada)],
    "unclear-sender",
  ],
  ["a group", (s) => [pass, "From: A: ada@example.com;", to(s.ada)], "unclear-sender"],
  ["a route", (s) => [pass, "From: <@evil.com:ada@example.com>", to(s.ada)], "unclear-sender"],
  ["two From headers", (s) => [pass, fromAda, "From: x@evil.com", to(s.ada)], "unclear-sender"],
  [
    "a From header before a space",
    (s) => ["From : x@evil.com", pass, fromAda, to(s.ada)],
    "unclear-sender",
  ],
  ["a bare CR", (s) => [pass, `X: a\r${fromAda}`, fromAda, to(s.ada)], "unclear-sender"],
  ["another Sender", (s) => [pass, fromAda, "Sender: x@evil.com", to(s.ada)], "unclear-sender"],
  [
    "a letter that looks alike",
    (s) => [pass, "From: аda@example.com", to(s.ada)],
    "unclear-sender",
  ],
  ["the team as sender to her address", (s) => [pass, fromOwner, to(s.ada)], "other-sender"],
  ["her as sender to the team's address", (s) => [pass, fromAda, to(s.team)], "other-sender"],
  ["an expired address", (s) => [pass, fromAda, to(s.expiredAda)], "old-address"],
  ["an address of the former kind", (s) => [pass, fromAda, to(s.formerAda)], "unnamed-address"],
  [
    "the team's address of the former kind",
    (s) => [pass, fromOwner, to(s.formerTeam)],
    "unnamed-address",
  ],
  [
    "the address of a mailbox without an account",
    (s) => [pass, fromOwner, to(s.ownerless)],
    "other-sender",
  ],
  [
    "the Message-ID alone, without DMARC",
    (s) => [none, fromAda, `In-Reply-To: <${s.toAda}@furrow>`],
    "no-address",
  ],
  [
    "the Message-ID of an email to somebody else",
    (s) => [pass, fromAda, `In-Reply-To: <${s.toTeam}@furrow>`],
    "other-sender",
  ],
  [
    "the Message-ID alone, for the team",
    (s) => [pass, fromOwner, `References: <${s.toTeam}@furrow>`],
    "no-address",
  ],
  [
    "a damaged address and the Message-ID, for the team",
    (s) => [pass, fromOwner, to(s.team.slice(1)), `References: <${s.toTeam}@furrow>`],
    "no-address",
  ],
  ["the team as sender without DMARC", (s) => [none, fromOwner, to(s.team)], "not-verified"],
  [
    "the team as sender with a signature of another domain",
    (s) => [`${results}; dkim=pass header.d=evil.com`, fromOwner, to(s.team)],
    "not-verified",
  ],
  [
    "her older email to somebody else, sent on with her address on top",
    (s) => [`X-Original-To: ${s.ada}`, pass, fromAda, to("ben@example.com")],
    "sent-on",
  ],
  [
    "her older email to somebody else, delivered to her address",
    (s) => [`Delivered-To: ${s.ada}`, pass, fromAda, to("ben@example.com"), "Cc: x@example.org"],
    "sent-on",
  ],
  [
    "her older email without recipients",
    (s) => [`Envelope-To: ${s.ada}`, pass, fromAda],
    "sent-on",
  ],
  [
    "her older email to an address that only looks alike",
    (s) => [`X-Original-To: ${s.ada}`, pass, fromAda, to("no-reply@example.org.evil.com")],
    "sent-on",
  ],
  [
    "her older email, with the Message-ID of an email to her",
    (s) => [`In-Reply-To: <${s.toAda}@furrow>`, pass, fromAda, to("ben@example.com")],
    "sent-on",
  ],
  [
    "her older email to somebody else, with a second To on top",
    (s) => [to(s.ada), pass, fromAda, to("ben@example.com")],
    "unclear-sender",
  ],
  [
    "her older reply, with a second Message-ID on top",
    (s) => ["Message-ID: <a@x>", pass, fromAda, to(s.ada), "Message-ID: <b@x>"],
    "unclear-sender",
  ],
  [
    "her older reply, with a second Content-Type on top",
    (s) => ["Content-Type: text/plain", pass, fromAda, to(s.ada), "Content-Type: text/plain"],
    "unclear-sender",
  ],
  [
    "her older reply, sent again by somebody else",
    (s) => ["Resent-From: ben@example.com", pass, fromAda, to(s.ada)],
    "sent-on",
  ],
  ["the team as sender without results", (s) => [fromOwner, to(s.team)], "not-checked"],
  [
    "the team as one of two senders",
    (s) => [pass, "From: own@example.com, x@evil.com", to(s.team)],
    "unclear-sender",
  ],
];

/** A site that believes mx.example.org, and what the emails of its conversation show. */
async function openConversation(database: Database) {
  const replies = await openReplies(database);
  const { shop, order, settings, emailAbout } = replies;
  const person = { accountId: "account-ada", email: "ada@example.com" };
  const { replyTo: expiredAda = "" } = replyReferences(shop.post, order, "customer", person);
  const nobody = { accountId: null, email: "own@example.com" };
  shop.time.now += 31 * dayMs;
  const { replyTo: ownerless = "" } = replyReferences(shop.post, order, "team", nobody);
  const toAda = await emailAbout();
  const toTeam = await emailAbout(ada);
  const former = (side: string, company: string | null) => {
    const claim = ["reply-address", side, order.id, company];
    const hex = Buffer.from(signatureOf(shop.secret, claim), "base64url").toString("hex");
    return `reply+${side[0]}${order.number}-${hex.slice(0, 24)}@example.org`;
  };
  const seen: Seen = {
    ada: toAda.reply_to,
    team: toTeam.reply_to,
    toAda: toAda.id,
    toTeam: toTeam.id,
    formerAda: former("customer", order.companyId),
    formerTeam: former("team", null),
    expiredAda,
    ownerless,
  };
  Object.assign(settings, { authservId: "mx.example.org", rateLimitFactor: 1000 });
  const send = (lines: readonly string[]) =>
    replies.receiveBytes(Buffer.from(`${lines.join("\r\n")}\r\n\r\nPretended.`));
  return { ...replies, seen, send };
}

describeStore("A forged reply", (openDatabase) => {
  test("speaks for nobody and waits with a reason, in each of its forms", async () => {
    const { shop, seen, send, texts } = await openConversation(await openDatabase());
    const before = await texts();
    for (const [form, linesOf, reason] of forged) {
      const { id, state, reason: given } = await send(linesOf(seen));
      expect([form, state, given]).toEqual([form, "waiting", reason]);
      const { text } = await readReceivedMail(shop, owner, id);
      expect([form, text]).toEqual([form, expect.stringContaining("Pretended.")]);
    }
    expect(await texts()).toEqual(before);
  });

  test("differs from a genuine reply, which becomes a message", async () => {
    const { seen, send, texts } = await openConversation(await openDatabase());
    const before = await texts();
    const added = { state: "added", reason: null };
    const genuine = [
      [pass, fromAda, to(seen.ada)],
      [none, fromAda, to(seen.ada)],
      [`${results}; none`, fromAda, to(seen.ada)],
      [pass, fromAda, `In-Reply-To: <${seen.toAda}@furrow>`, to("reply@example.org")],
      [pass, fromAda, to(`${seen.team}, ${seen.ada}`)],
      [pass, fromOwner, to(seen.team)],
      [`${results}; dmarc=none; dkim=pass header.d=example.com`, fromOwner, to(seen.team)],
    ];
    for (const lines of genuine) expect(await send(lines)).toMatchObject(added);
    const sides = (await texts()).slice(before.length).map(([side]) => side);
    expect(sides).toEqual([...Array(5).fill("customer"), "team", "team"]);
  });

  test("is judged by address, sender and right where no mail server is named", async () => {
    const { settings, seen, send } = await openConversation(await openDatabase());
    settings.authservId = undefined;
    const added = { state: "added", reason: null };
    expect(await send([fromAda, to(seen.ada)])).toMatchObject(added);
    expect(await send([fromOwner, to(seen.team)])).toMatchObject(added);
    for (const [form, linesOf, reason] of forged) {
      const dependsOnServer = ["dmarc-failed", "spf-failed", "not-checked", "not-verified"];
      if (dependsOnServer.includes(reason)) continue;
      expect([form, (await send(linesOf(seen))).state]).toEqual([form, "waiting"]);
    }
  });

  test("does not keep out the replies of the person when many forged ones arrive", async () => {
    const { settings, seen, send } = await openConversation(await openDatabase());
    settings.rateLimitFactor = 1;
    const forgedAgain = (count: number) => send([fail, fromAda, to(seen.ada), `X-Count: ${count}`]);
    for (let count = 0; count < 20; count++) {
      expect(await forgedAgain(count)).toMatchObject({ state: "waiting" });
    }
    expect(await forgedAgain(20)).toMatchObject({ reason: "too-many" });
    expect(await send([pass, fromAda, to(seen.ada)])).toMatchObject({ state: "added" });
  });

  test("that the team adds says that nobody proved its sender, answers no question and names nobody of the team to the customer", async () => {
    const { shop, order, seen, send, texts } = await openConversation(await openDatabase());
    const add = (id: string) => decideWaitingMail(shop, owner, id, { decision: "add" });
    await sendOrderMessage(shop, owner, order.id, {
      text: "Go on?",
      key: "question-1",
      asks: true,
    });
    await add((await send([fail, fromAda, to(seen.ada)])).id);
    await add((await send([fail, fromOwner, to(seen.team)])).id);
    const [customer, team] = (await texts()).slice(-2);
    expect(customer).toEqual([
      "customer",
      expect.stringMatching(/^\[The team added this email\. It says that it is from ada@/),
    ]);
    expect(team).toEqual(["team", expect.stringMatching(/^\[The team added this email\.\]/)]);
    expect(team?.[1]).not.toContain("own@example.com");
    const events = await shop.database.read
      .selectFrom("order_question_events")
      .select(["kind", "author"])
      .orderBy("id")
      .execute();
    expect(events).toEqual([
      { kind: "asked", author: "own@example.com" },
      { kind: "closed", author: "own@example.com" },
    ]);
  });
});

test("a reply address has at most 64 characters before the @", () => {
  const post = { secret: "a secret of thirty-two characters", clock: () => Date.UTC(2090, 1, 1) };
  const replyAddress = `${"r".repeat(24)}@example.org`;
  const order = { id: "order", number: 999_999_999 };
  const person = { accountId: "account-ada", email: "ada@example.com" };
  const { replyTo } = replyReferences({ ...post, replyAddress }, order, "customer", person);
  expect(replyTo?.split("@")[0]).toHaveLength(64);
});
