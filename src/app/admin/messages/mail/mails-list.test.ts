import { describe, expect, test } from "vitest";
import { mailRow } from "./mail-row.server.ts";
import { outcomeOf } from "./mails-list.tsx";

const mail = {
  id: "1",
  letter: null,
  recipient: "ada@example.com",
  subject: "Your order",
  state: "waiting",
  attempts: 0,
  createdAt: 1,
  nextAttemptAt: 2,
  sentAt: null,
  lastError: null,
} as const;
const reader = { timeZone: "UTC" } as Parameters<typeof mailRow>[1];

describe("The result of a waiting email", () => {
  test.each([
    [true, "Will be sent shortly"],
    [false, "Will be sent when a mail server is set up"],
  ])("(a mail server is set up: %s) is: %s", (hasServer, result) => {
    expect(outcomeOf(mailRow(mail, reader, hasServer))).toBe(result);
  });
});
