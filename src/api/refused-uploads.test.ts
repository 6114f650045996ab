import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callTable } from "../../tests/support/rights/authorisation-table.ts";
import { openSite, type TestSite } from "../../tests/support/servers/site.ts";
import { createServer } from "../http/create-server.ts";
import { createRootAppWithApi } from "../server/root-app-with-api.ts";

const limits = {
  headMs: 60_000,
  bodyMs: 60_000,
  requestMs: 60_000,
  silenceMs: 60_000,
  idleMs: 60_000,
  connections: 10,
  restMs: 60_000,
  restBytes: 10_000_000,
};

let site: TestSite;
let server: ReturnType<typeof createServer>;

beforeAll(async () => {
  site = await openSite({
    REPLY_ADDRESS: "reply@example.org",
    INCOMING_MAIL_SECRET: "a secret of thirty-two characters",
  });
  server = createServer(getRequestListener(createRootAppWithApi(site.services).fetch), limits);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await site.close();
});

const calls = Object.keys(callTable).filter((call) => !call.startsWith("GET "));
const length = 2_000_000;

async function headOf(socket: Socket): Promise<string> {
  let all = "";
  while (!all.includes("\r\n\r\n")) all += (await once(socket, "data")).join("");
  return all;
}

/** A body of 2 MB: more than most calls take, and less than an upload may have. */
test.each(calls)(
  "%s by a visitor is refused before its body, and the connection closes",
  async (call) => {
    const [method, path = ""] = call.split(" ");
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    const lines = [
      `${method} ${path.replaceAll(/\{\w+\}/g, "x")} HTTP/1.1`,
      "Host: localhost:3000",
      "Content-Type: application/octet-stream",
      `Content-Length: ${length}`,
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    const answer = text(socket);
    const head = await headOf(socket);
    expect(head).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(head).toMatch(/\r\nConnection: close\r\n/i);
    expect(head).not.toMatch(/keep-alive/i);
    socket.write(Buffer.alloc(length));
    expect(await answer).toContain(head);
  },
);
