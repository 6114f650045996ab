import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pageRequestHeaders } from "./page-cache.ts";

type PageRequestHeaders = ReturnType<typeof pageRequestHeaders>;

let read: (headers: PageRequestHeaders) => void = () => {};
const server = createServer((request: IncomingMessage, response) => {
  read(pageRequestHeaders(request));
  response.end();
});

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
});

afterAll(() => server.close());

/** Headers that the cache reads from a request with these lines. */
async function readOf(lines: readonly string[]): Promise<PageRequestHeaders> {
  const headers = new Promise<PageRequestHeaders>((resolve) => {
    read = resolve;
  });
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.write(["GET / HTTP/1.1", "Host: a.example", ...lines, "", ""].join("\r\n"));
  try {
    return await headers;
  } finally {
    socket.destroy();
  }
}

test("only the headers that pages use are read, in upper or lower case, each with all its values", async () => {
  const lines = ["COOKIE: a=1; b=2", "X-Cookie: c=3", "Accept-Encoding:gzip, br"];
  expect(await readOf([...lines, "Accept: text/html", 'if-none-match:  "tag" '])).toEqual({
    cookie: "a=1; b=2",
    "accept-encoding": "gzip, br",
    "if-none-match": '"tag"',
  });
  const none = { cookie: undefined, "accept-encoding": undefined, "if-none-match": undefined };
  expect(await readOf([])).toEqual(none);
  const between = { cookie: "; ", "accept-encoding": ", ", "if-none-match": ", " } as const;
  for (const name of ["cookie", "accept-encoding", "if-none-match"] as const) {
    const headers = await readOf([`${name}: first`, `${name.toUpperCase()}: second`]);
    expect(headers[name]).toBe(`first${between[name]}second`);
  }
});
