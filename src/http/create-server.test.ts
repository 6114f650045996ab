import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { scaled } from "../../tests/support/time-limits.ts";
import { errorResponse } from "../api/error-response.ts";
import { readConfiguration } from "../platform/configuration.ts";
import { createServer, type ServerLimits, stopServer } from "./create-server.ts";
import { createHttpApp } from "./http-app.ts";
import { RequestMetrics } from "./request-metrics.ts";

/** Longer than any test may take, so that a connection that no other limit closes fails its test. */
const patient: ServerLimits = {
  headMs: 600_000,
  bodyMs: 600_000,
  requestMs: 600_000,
  silenceMs: 600_000,
  idleMs: 600_000,
  connections: 100,
  restMs: 600_000,
  restBytes: 100_000,
};

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** A server whose page `/slow` responds once `finish` is called. */
async function open(limits: Partial<ServerLimits> = {}, served?: Hono["fetch"]) {
  const app = new Hono();
  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let begun = 0;
  app.onError((_error, context) => context.text("", 400));
  app.get("/healthz", (context) => context.text("ok"));
  app.post("/echo", async (context) => context.text(await context.req.text()));
  app.get("/slow", async (context) => {
    begun += 1;
    await finished;
    return context.text("done");
  });
  const server: Server = createServer(getRequestListener(served ?? app.fetch), {
    ...patient,
    ...limits,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUps.push(() => server.closeAllConnections());
  cleanUps.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return {
    server,
    finish: () => finish(),
    begun: () => begun,
    health: async () =>
      (
        await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: "close" } })
      ).text(),
    async socket(sent = ""): Promise<Socket> {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      cleanUps.push(() => socket.destroy());
      await once(socket, "connect");
      if (sent !== "") socket.write(sent);
      return socket;
    },
  };
}

/** Everything that the server sends until the connection is closed, also if it is reset. */
function received(socket: Socket): Promise<string> {
  let all = "";
  socket.on("data", (bytes) => {
    all += bytes;
  });
  return new Promise((resolve) => socket.once("close", () => resolve(all)));
}

/** Resolves when the server has sent its whole refusal. */
async function refusalOn(socket: Socket): Promise<string> {
  let all = "";
  while (!all.endsWith("}")) all += (await once(socket, "data")).join("");
  return all;
}

const halfAHead = "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ";
const halfABody = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf";
const quickPage = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
const slowPage = "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n";

test("slow connections are closed while other requests get responses", async () => {
  const { socket, health } = await open({ headMs: scaled(300), bodyMs: scaled(300) });
  const slow = await Promise.all(
    Array.from({ length: 60 }, (_, index) => socket([halfAHead, halfABody, ""][index % 3])),
  );
  expect(await health()).toBe("ok");
  // Never resolves if the server leaves a connection open.
  await Promise.all(slow.map((each) => each.resume().closed || once(each, "close")));
  expect(await health()).toBe("ok");
});

test("a silent connection is closed, also during a response", async () => {
  const { socket } = await open({ silenceMs: 200 });
  const waiting = await socket(slowPage);
  await once(waiting.resume(), "close");
});

test("an idle connection stays open for longer than proxies keep idle connections", async () => {
  const longestOfProxiesMs = 120_000;
  const server = createServer((_request, response) => response.end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUps.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const { headers } = await fetch(`http://127.0.0.1:${port}/`);
  const [, seconds] = /timeout=(\d+)/.exec(headers.get("keep-alive") ?? "") ?? [];
  expect(Number(seconds) * 1000).toBeGreaterThan(longestOfProxiesMs);
});

test("at the connection limit, a new connection replaces a connection without a running request", async () => {
  const { socket, health, begun, finish } = await open({ connections: 20 });
  const asking = await socket(slowPage);
  await expect.poll(begun).toBe(1);
  const holding: Socket[] = [];
  for (let index = 0; index < 40; index++) {
    holding.push((await socket(index % 2 === 0 ? halfABody : "")).resume());
  }
  await Promise.all(holding.slice(0, 20).map((each) => each.closed || once(each, "close")));
  expect(await health()).toBe("ok");
  // A connection with a running request stays open.
  finish();
  expect(String(await once(asking, "data"))).toContain("200 OK");
});

test("at the connection limit, a new connection replaces a connection whose response is sent", async () => {
  const { socket, health } = await open({ connections: 2 });
  for (const open of [await socket(quickPage), await socket(quickPage)]) await once(open, "data");
  expect(await health()).toBe("ok");
});

test("no connection is accepted while all allowed connections have running requests", async () => {
  const { socket, begun, finish } = await open({ connections: 3 });
  const asking = await Promise.all([socket(slowPage), socket(slowPage), socket(slowPage)]);
  await expect.poll(begun).toBe(3);
  const refused = await socket(slowPage);
  await once(refused.resume(), "close");
  finish();
  for (const each of asking) expect(String(await once(each, "data"))).toContain("200 OK");
});

/** The real server, with its log and one route that echoes the body. */
function openHouse() {
  const logged: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void logged.push(line) });
  const app = createHttpApp({
    configuration: readConfiguration({}),
    log: pino({ level: "silent" }),
    metrics: new RequestMetrics(),
    checkReady: async () => {},
    acceptsOtherOrigins: () => false,
    largerBodies: () => undefined,
  });
  let asked = 0;
  app.use(async (_context, next) => {
    asked += 1;
    await next();
  });
  let failed = 0;
  app.onError((error, context) => {
    failed += 1;
    return errorResponse(error, context.var.facts.requestId, log);
  });
  app.post("/echo", async (context) => context.text(await context.req.text()));
  return { fetch: app.fetch, logged, asked: () => asked, failed: () => failed };
}

test("an endless body is refused with 413, and its connection is closed", async () => {
  const { socket } = await open({}, openHouse().fetch);
  const sending = await socket(
    "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
  );
  const chunk = `${(10_000).toString(16)}\r\n${"x".repeat(10_000)}\r\n`;
  const goOn = setInterval(() => sending.write(chunk), 1);
  const answer = await received(sending);
  clearInterval(goOn);
  expect(answer).toMatch(/^HTTP\/1\.1 413/);
});

const refusedUpload = (length: number) =>
  `POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

test("a refusal that is sent before the body says that the connection closes, and the body is read", async () => {
  const { socket } = await open({ restBytes: 2_000_000 }, openHouse().fetch);
  const sending = await socket(refusedUpload(1_000_000));
  const answer = text(sending);
  const refusal = await refusalOn(sending);
  expect(refusal).toMatch(/^HTTP\/1\.1 413 [\s\S]*\r\nConnection: close\r\n/i);
  expect(refusal).not.toMatch(/keep-alive/i);
  sending.write(Buffer.alloc(1_000_000));
  // Rejects if the connection is reset.
  expect(await answer).toBe(refusal);
});

test("the rest of a refused body is read up to a limit, then the connection is closed", async () => {
  const { socket } = await open({ restBytes: 100_000 }, openHouse().fetch);
  const sending = await socket(refusedUpload(1_000_000_000));
  const all = received(sending);
  await refusalOn(sending);
  sending.write(Buffer.alloc(200_000));
  expect(await all).toMatch(/"status":413.*\}$/);
});

test("the rest of a refused body is waited for up to a limit, then the connection is closed", async () => {
  const { socket } = await open({ restMs: 1 }, openHouse().fetch);
  const sending = await socket(refusedUpload(1_000_000));
  expect(await text(sending)).toMatch(/Connection: close[\s\S]*"status":413.*\}$/i);
});

test("an upload that is refused after its first bytes says that the connection closes", async () => {
  const app = new Hono();
  app.post("/import", async (context) => {
    const reader = context.req.raw.body?.getReader();
    await reader?.read();
    return context.text("The first line is wrong.", 400);
  });
  const { socket } = await open({ restBytes: 2_000_000 }, app.fetch);
  const sending = await socket(`${refusedUpload(1_000_000).replace("echo", "import")}first`);
  const answer = text(sending);
  const [head] = await once(sending, "data");
  expect(String(head)).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\nConnection: close\r\n/i);
  sending.write(Buffer.alloc(1_000_000 - "first".length));
  expect(await answer).toMatch(/The first line is wrong\.$/);
});

test("a connection stays open after a request whose body has arrived", async () => {
  const { socket } = await open({}, openHouse().fetch);
  const asking = await socket(`${refusedUpload(4)}body`);
  expect(String(await once(asking, "data"))).toMatch(/^HTTP\/1\.1 200 [\s\S]*keep-alive/i);
  asking.write(`${refusedUpload(4)}next`);
  expect(String(await once(asking, "data"))).toMatch(/^HTTP\/1\.1 200 [\s\S]*next$/);
});

test("a body that the client breaks off is not logged as an error", async () => {
  const { fetch, logged, asked, failed } = openHouse();
  const { socket } = await open({}, fetch);
  const sending = await socket(halfABody);
  await expect.poll(asked).toBe(1);
  sending.destroy();
  await expect.poll(failed).toBe(1);
  expect(logged).toEqual([]);
});

test("a stopping server refuses new connections, finishes running requests, and closes all connections", async () => {
  const { server, socket, begun, finish } = await open();
  const asking = await socket(slowPage);
  const answered = text(asking);
  await expect.poll(begun).toBe(1);
  let stopped = false;
  const stopping = stopServer(server, 60_000).then(() => {
    stopped = true;
  });
  await expect(socket()).rejects.toThrow("ECONNREFUSED");
  expect(stopped).toBe(false);
  finish();
  // The response ends only when the server closes the connection.
  expect(await answered).toMatch(/^HTTP\/1\.1 200 OK.*done$/s);
  await stopping;
});

test("a stopping server closes all remaining connections after the grace period", async () => {
  const { server, socket, begun } = await open();
  await socket(halfAHead);
  await socket(halfABody);
  await socket(slowPage);
  await expect.poll(begun).toBe(1);
  await stopServer(server, 300);
});
