import { expect, test } from "vitest";
import { scaled } from "../../../tests/support/time-limits.ts";
import type { Parser } from "./parser.ts";
import { openParsing, parsingLimits } from "./parsing-threads.ts";

/** A thread that answers with what the code gives for the input `input`. */
const threadOf = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from "node:worker_threads";
      parentPort.on("message", async ({ parser, input }) => { parentPort.postMessage(${code}) });`)}`,
  );

const parserIn = (lane: "files" | "websites"): Parser<unknown, unknown> => ({
  name: `of ${lane}`,
  lane,
  excess: "It takes too long.",
  load: () => Promise.reject(new Error("The main thread loads no parser.")),
});
const files = parserIn("files");
const websites = parserIn("websites");

const open = (code: string, stopping = new AbortController().signal) =>
  openParsing(threadOf(code), stopping);

test("a parser answers in a thread, which gets its name and a copy of the input", async () => {
  const parse = open("{ answer: { parser, input } }");
  const input = { text: "a", bytes: new Uint8Array([1, 2]) };
  expect(await parse(files, input)).toEqual({ parser: "of files", input });
  expect(input.bytes).toHaveLength(2);
});

test("a refusal of a parser arrives as an AppError with its fields", async () => {
  const issues = [{ path: "file", message: "No." }];
  const refusal = { code: "invalid", message: "No.", issues };
  const parsing = open(`{ refusal: ${JSON.stringify(refusal)} }`)(files, 1);
  await expect(parsing).rejects.toMatchObject({ name: "AppError", ...refusal });
});

test("a fault of a parser is an error of the program", async () => {
  const parsing = open(`{ fault: "TypeError: x at y" }`)(files, 1);
  await expect(parsing).rejects.toThrow('The parser "of files" failed: TypeError: x at y');
});

test("an input that uses up the memory or the time is refused with a sentence, and the next is read", async () => {
  const limits = { ...parsingLimits.files, memoryMb: 20, parsingMs: scaled(1000) };
  const hungry = "(() => { const all = []; for (;;) all.push(new Array(1e5).fill(0.5)) })()";
  for (const code of [hungry, "(() => { for (;;); })()"]) {
    const thread = threadOf(`{ answer: input === 1 ? 1 : ${code} }`);
    const { signal } = new AbortController();
    const parse = openParsing(thread, signal, { files: limits, websites: limits });
    const excessive = parse(files, 2);
    const next = parse(files, 1);
    await expect(excessive).rejects.toMatchObject({
      code: "too-large",
      message: "It takes too long.",
    });
    expect(await next).toBe(1);
  }
});

test("the inputs of one lane are parsed one after the other", async () => {
  const parse = open(
    "{ answer: await new Promise((resolve) => { globalThis.open = (globalThis.open ?? 0) + 1; setTimeout(() => resolve(globalThis.open--), 20); }) }",
  );
  expect(await Promise.all([1, 2, 3].map((one) => parse(files, one)))).toEqual([1, 1, 1]);
});

test("websites do not wait for a file", async () => {
  const parse = open("{ answer: input === 1 ? 1 : await new Promise(() => {}) }");
  void parse(files, 2).catch(() => {});
  expect(await parse(websites, 1)).toBe(1);
});

test("an input is refused when as many files wait already as the limit says", async () => {
  const stopping = new AbortController();
  const parse = open("{ answer: await new Promise(() => {}) }", stopping.signal);
  const first = parse(files, 0);
  // The first input leaves the queue in a microtask.
  await Promise.resolve();
  const waiting = Array.from({ length: parsingLimits.files.mostWaiting }, (_, nth) =>
    parse(files, nth),
  );
  const refused = expect(parse(files, 9)).rejects.toMatchObject({
    code: "unavailable",
    message: "Many files are being read at the moment. Try again in a minute.",
  });
  const ended = Promise.allSettled([first, ...waiting]);
  await refused;
  stopping.abort(new Error("stopped"));
  for (const { status } of await ended) expect(status).toBe("rejected");
});
