import { describe, expect, test } from "vitest";
import { AppError } from "#platform/errors.ts";
import type { Parse } from "#platform/parsing/parser.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { parseHere } from "../../../tests/support/parse-here.ts";
import { mailParsers } from "./mail-parsers.ts";
import type { IncomingMail } from "./parse-incoming-mail.ts";
import { receiveMail } from "./receive-mail.ts";
import { unparsedMail } from "./unparsed-mail.ts";

const raw = Buffer.from(
  [
    "From: Ada <ada@example.com>",
    "To: shop+c1@example.com",
    "Subject: =?utf-8?q?H=C3=B6?=",
    "Message-ID: <1@example.com>",
    "Content-Type: multipart/mixed; boundary=b",
    "",
    "--b",
    "",
    "Hello \u0007there",
    "--b--",
  ].join("\r\n"),
);

describe("An email whose parts exceed the limits", () => {
  test("is known by its headers, and kept as it arrived", async () => {
    expect(await unparsedMail(raw)).toMatchObject({
      sender: "ada@example.com",
      recipients: "shop+c1@example.com",
      subject: "Hö",
      attachments: 0,
      reason: null,
      isUnparsed: true,
      original: expect.stringMatching(/^From: Ada <ada@example\.com>[\s\S]*Hello there\r\n--b--$/),
      text: "[The text of this email could not be read. The team can see the email as it arrived.]",
    });
  });

  test("is the same email as the one that is read whole", async () => {
    const { key, contentHash } = await parseHere(mailParsers.whole, raw);
    expect(await unparsedMail(raw)).toMatchObject({ key, contentHash });
  });

  test("is read with headers that never end", async () => {
    const endless = Buffer.concat([
      raw.subarray(0, raw.indexOf("Content-Type")),
      Buffer.from(`X: ${"a".repeat(1_000_000)}`),
    ]);
    const mail = await unparsedMail(endless);
    expect(mail).toMatchObject({ subject: "Hö", recipients: "shop+c1@example.com" });
    expect(mail.original).toHaveLength(100_000);
  });
});

/** Refuses what needs one of these parsers, as a thread that has exceeded its limits. */
const refusing =
  (...names: readonly string[]): Parse =>
  async (parser, input) => {
    if (names.includes(parser.name)) throw new AppError("too-large", parser.excess);
    return parseHere(parser, input);
  };

describeStore("A received email that exceeds a limit", (openDatabase) => {
  async function receivedWith(parse: Parse) {
    const database = await openDatabase();
    const judged: IncomingMail[] = [];
    const judgeMail = async (_tx: unknown, mail: IncomingMail) => {
      judged.push(mail);
      return { state: "dropped", reason: mail.reason ?? "unknown-address" } as const;
    };
    const dependencies = { database, clock: () => 5, judgeMail, parse };
    const { reason } = await receiveMail(dependencies, raw);
    // The mailbox can deliver it again after a process has died.
    await receiveMail(dependencies, raw);
    expect(judged).toHaveLength(1);
    return { reason, mail: judged[0] };
  }

  test("is judged by its headers, once", async () => {
    const { mail } = await receivedWith(refusing(mailParsers.whole.name));
    expect(mail).toMatchObject({ subject: "Hö", isUnparsed: true });
  });

  test("is listed as unreadable when even its headers exceed it", async () => {
    const names = Object.values(mailParsers).map(({ name }) => name);
    expect((await receivedWith(refusing(...names))).reason).toBe("unreadable");
  });

  test("is not stored when the thread is busy, so that it is sent again", async () => {
    const busy: Parse = async () => {
      throw new AppError("unavailable", "Many files are being read at the moment.");
    };
    await expect(receivedWith(busy)).rejects.toMatchObject({ code: "unavailable" });
  });
});
