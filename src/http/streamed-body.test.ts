import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { afterEach, expect, test, vi } from "vitest";
import { capturedLog } from "../../tests/support/captured-log.ts";
import { readSourceFiles } from "../../tests/support/source-files.ts";
import { loggingRequest } from "../platform/metrics/log.ts";
import { streamedBody, streamedFile } from "./streamed-body.ts";

const cleanUps: (() => unknown)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

async function serve(parts: () => AsyncGenerator<string>) {
  const captured = capturedLog();
  const answer = () =>
    loggingRequest(
      "request-1",
      async () => new Response(await streamedBody(parts(), captured.log)),
    );
  const server = createServer(getRequestListener(answer));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUps.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return { ...captured, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

test("a body contains all its parts", async () => {
  const { url } = await serve(async function* () {
    for (const part of ["a field ", "of ", "rüben"]) yield part;
  });
  expect(await (await fetch(url)).text()).toBe("a field of rüben");
});

test("an error while a body is sent cuts the connection and appears only in the log", async () => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  cleanUps.push(() => printed.mockRestore());
  const { url, entries } = await serve(async function* () {
    yield "a".repeat(100_000);
    await sleep(20);
    throw Object.assign(new Error("Nothing is read."), { detail: "ada@example.com" });
  });
  const answer = await fetch(url);
  await expect(answer.text()).rejects.toThrow();
  expect(entries()).toMatchObject([
    { requestId: "request-1", err: { message: "Nothing is read." } },
  ]);
  const words = printed.mock.calls.flat().map((value) => JSON.stringify({ ...Object(value) }));
  expect([...words, ...printed.mock.calls.flat().map(String)].join()).not.toContain("ada@");
});

test("an error of the first part is thrown before the response begins", async () => {
  const { log } = capturedLog();
  // biome-ignore lint/correctness/useYield: it refuses before it has anything to say.
  const refusing = async function* (): AsyncGenerator<string> {
    throw new Error("Not for you.");
  };
  await expect(streamedBody(refusing(), log)).rejects.toThrow("Not for you.");
  const file = { name: "a.csv", type: "text/csv", parts: refusing() };
  await expect(streamedFile(file, log)).rejects.toThrow("Not for you.");
});

test("a file is named only where its first part or its bytes are there", () => {
  const naming = readSourceFiles("src", [".ts", ".tsx"])
    .filter(({ path, text }) => !path.includes(".test.") && /content-disposition/i.test(text))
    .map(({ path }) => path);
  expect(naming).toEqual([
    "src/api/content/look-file-routes.ts",
    "src/app/admin/money/books/month-file.ts",
    "src/app/admin/money/books/sandbox-statement.ts",
    "src/app/admin/orders/my-work/due-calendar.ts",
    "src/app/admin/settings/backups/download-backup.ts",
    "src/app/check/report-file.ts",
    "src/app/ordering/invoices/pro-forma.ts",
    "src/app/ordering/months/pdf-answer.server.ts",
    "src/files/file-response.ts",
    "src/http/streamed-body.ts",
  ]);
});

test("no further part is produced after the client has left", async () => {
  let left: () => void = () => {};
  const hasLeft = new Promise<void>((resolve) => {
    left = resolve;
  });
  const { url, entries } = await serve(async function* () {
    try {
      for (;;) {
        yield "more ".repeat(20_000);
        await sleep(1);
      }
    } finally {
      left();
    }
  });
  const leaving = new AbortController();
  const answer = await fetch(url, { signal: leaving.signal });
  await answer.body?.getReader().read();
  leaving.abort();
  await hasLeft;
  expect(entries()).toEqual([]);
});
