import { expect, test } from "vitest";
import { parseIncomingMail } from "./parse-incoming-mail.ts";

const ada = "ada@example.com";

/** Parses an email whose header lines are given as they stand on the wire. */
async function senderOf(...lines: readonly string[]): Promise<string> {
  const { sender } = await parseIncomingMail(
    Buffer.from(`${lines.join("\r\n")}\r\nTo: reply@example.org\r\n\r\nHello.`),
  );
  return sender;
}

test.each([
  ["an address alone", "ada@example.com"],
  ["brackets", "<ada@example.com>"],
  ["a name", "Ada Field <ada@example.com>"],
  ["a name with a dot", "Ada F. Field <ada@example.com>"],
  ["a quoted name", '"Field, Ada (Shop)" <ada@example.com>'],
  ["the address as name", '"ada@example.com" <ada@example.com>'],
  [
    "another address as name, which no program takes for the sender",
    '"x@evil.com" <ada@example.com>',
  ],
  ["an encoded name", "=?utf-8?Q?Ada_F=C3=B8lt?= <ada@example.com>"],
  ["a name in UTF-8", "Ada Følt <ada@example.com>"],
  ["a name in a comment", "ada@example.com (Ada Field)"],
  ["a folded header", "Ada\r\n\t<ada@example.com>"],
])("a From header with %s names its sender", async (_form, from) => {
  expect(await senderOf(`From: ${from}`)).toBe(ada);
});

test("a Sender header with the same address changes nothing", async () => {
  expect(await senderOf(`From: ${ada}`, "Sender: Ada <Ada@example.com>")).toBe(ada);
});

test("a line of the mbox format above the headers changes nothing", async () => {
  expect(await senderOf("From x@evil.com Fri Nov 20 12:00:00 2026", `From: ${ada}`)).toBe(ada);
});

test.each([
  ["two addresses", ["From: ada@example.com, x@evil.com"]],
  ["two addresses with a semicolon", ["From: ada@example.com; x@evil.com"]],
  ["an address in brackets before another", ["From: <ada@example.com> <x@evil.com>"]],
  ["an address in brackets after another", ["From: x@evil.com <ada@example.com>"]],
  ["text after the brackets", ["From: <ada@example.com>x@evil.com"]],
  ["another address after a space", ["From: ada@example.com x@evil.com"]],
  ["another address in a comment", ["From: ada@example.com (x@evil.com)"]],
  ["another address in a comment before it", ["From: (<x@evil.com>) ada@example.com"]],
  ["a nested comment", ["From: Ada (a (b) c) <ada@example.com>"]],
  ["a group", ["From: Team: ada@example.com;"]],
  ["an empty group", ["From: undisclosed:;"]],
  ["a route", ["From: <@evil.com:ada@example.com>"]],
  ["an open bracket", ["From: <ada@example.com"]],
  ["an open quotation mark", ['From: "ada@example.com <ada@example.com>']],
  ["an escaped quotation mark", ['From: "x\\" <ada@example.com>']],
  ["a quoted local part", ['From: "ada"@example.com']],
  ["a space in the address", ["From: ada @example.com"]],
  ["an encoded address", ["From: =?utf-8?Q?ada=40example.com?="]],
  ["an encoded address in brackets", ["From: <=?utf-8?Q?ada?=@example.com>, x@evil.com"]],
  ["a Cyrillic letter in the address", ["From: аda@example.com"]],
  ["a Kelvin sign, whose lower case is a k", ["From: \u212Aim@example.com"]],
  ["full-width letters in the domain", ["From: ada@ｅxample.com"]],
  ["a domain of numbers", ["From: ada@[192.0.2.1]"]],
  ["no address", ["From: Ada"]],
  ["no text", ["From:"]],
  ["a second From header", ["From: ada@example.com", "From: x@evil.com"]],
  ["a second From header in capitals", ["From: ada@example.com", "FROM: x@evil.com"]],
  ["a space before the colon of a second", ["From: ada@example.com", "From : x@evil.com"]],
  ["a space before the colon of a first", ["From : x@evil.com", "From: ada@example.com"]],
  [
    "a second From header after a bare CR",
    ["Subject: a\rFrom: x@evil.com", "From: ada@example.com"],
  ],
  ["a second From header after LF CR", ["Subject: a\n\rFrom: x@evil.com", "From: ada@example.com"]],
  ["a zero byte", ["From: ada@example.com\0"]],
  ["a zero byte in the name of another header", ["Fr\0om: x@evil.com", "From: ada@example.com"]],
  ["a first line that is folded", [" From: x@evil.com", "From: ada@example.com"]],
  ["a line without a colon", ["From: ada@example.com", "From"]],
  ["a line of spaces, which ends the headers for some", ["X: a", "  ", "From: ada@example.com"]],
  ["another Sender", ["From: ada@example.com", "Sender: x@evil.com"]],
  ["a Sender that cannot be read", ["From: ada@example.com", "Sender: a, b"]],
  ["no From header", ["Subject: Hello"]],
] as const)("an email with %s has no certain sender", async (_form, lines) => {
  expect(await senderOf(...lines)).toBe("");
});

test("an email without a certain sender shows its From headers", async () => {
  const mail = await parseIncomingMail(
    Buffer.from("From: <ada@example.com>\r\n <x@evil.com>\r\nFrom: y@evil.com\r\n\r\nHello."),
  );
  expect(mail.fromLine).toBe("<ada@example.com> <x@evil.com> | y@evil.com");
});
