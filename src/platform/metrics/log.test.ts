import { expect, test } from "vitest";
import { capturedLog } from "../../../tests/support/captured-log.ts";
import { loggingRequest } from "./log.ts";

test("every log line of a request contains the request's id, even from nested asynchronous code", async () => {
  const { log, entries } = capturedLog();
  const deep = async () => {
    await new Promise(setImmediate);
    log.info({ once: true }, "deep");
    log.info("deeper");
  };
  await Promise.all(["one", "two"].map((id) => loggingRequest(id, deep)));
  log.info("outside");
  expect(entries().map(({ requestId }) => requestId)).toEqual([
    "one",
    "one",
    "two",
    "two",
    undefined,
  ]);
  // A field of one line must not appear in the next line.
  expect(entries().map(({ once }) => once)).toEqual([true, undefined, true, undefined, undefined]);
});

test("a logged error omits the values that a database or a mail server adds", () => {
  const { log, entries, text } = capturedLog();
  const cause = Object.assign(new Error("550 no such user zoë.marked@example.com"), {
    response: "marked",
  });
  const error = Object.assign(new Error("duplicate key at postgres://marked:marked@db/furrow"), {
    cause,
    code: "23505",
    detail: "Key (email)=(marked@example.com) already exists.",
  });
  log.error({ err: error }, "no");
  expect(entries()[0]?.err).toMatchObject({
    code: "23505",
    message: "duplicate key at postgres://[removed]@db/furrow",
    cause: { message: "550 no such user [address]" },
  });
  expect(entries()[0]?.err).toHaveProperty("stack", expect.stringContaining("log.test.ts"));
  expect(text()).not.toContain("marked");
});

test("a thrown object that is not an error is logged by its type and fields, without values", () => {
  const { log, entries, text } = capturedLog();
  class Refusal {
    readonly status = 502;
    readonly data = "marked";
  }
  for (const thrown of [new Refusal(), { words: "marked" }, Object.create(null), null, "a text"]) {
    log.error({ err: thrown }, "no");
  }
  expect(entries().map(({ err }) => err)).toEqual([
    { type: "Refusal", status: 502, fields: ["status", "data"] },
    { type: "Object", fields: ["words"] },
    { type: "Object", fields: [] },
    "null",
    "a text",
  ]);
  expect(text()).not.toContain("marked");
});

test("fields named like personal data or secrets are removed from the log", () => {
  const { log, text } = capturedLog();
  const person = { email: "marked", password: "marked", token: "marked", customerName: "marked" };
  log.warn(
    { ...person, order: person, reason: "<marked@example.com>: full, see ?token=marked" },
    "",
  );
  expect(text()).not.toContain("marked");
});

test("a long text without an address is logged at once", () => {
  const { log, entries } = capturedLog();
  // Takes minutes, and so fails, if the time grows with the square of the length.
  const long = "a.".repeat(150_000);
  log.warn({ reason: long, err: new Error(`${long} ada@example.com`) }, "no");
  expect(entries()[0]).toMatchObject({ reason: long, err: { message: `${long} [address]` } });
});
