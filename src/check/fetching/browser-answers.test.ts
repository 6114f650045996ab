import { createServer, type Server } from "node:net";
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { headerOf, headersOf } from "../engine/facts.ts";
import { decodedBody } from "./decode-body.ts";
import { PublicFetcher } from "./fetch-public.ts";
import { readHeaders } from "./read-headers.ts";

const text = "Barley, oats and rye. ".repeat(400);

interface RawAnswer {
  readonly head: string;
  readonly body?: string | Buffer | undefined;
}

/** Whole answer to the path "/", written to the socket byte for byte; other paths get no body. */
let answer: RawAnswer;
let asked: string[] = [];
let server: Server;
let port = 0;
beforeAll(async () => {
  server = createServer((socket) => {
    let request = "";
    socket.on("error", () => {});
    socket.on("data", (data) => {
      request += data.toString("latin1");
      if (!request.includes("\r\n\r\n")) return;
      const path = request.split(" ")[1] ?? "";
      asked.push(path);
      const { head, body = "" } = path === "/" ? answer : { head: ok("Content-Type: text/plain") };
      socket.write(Buffer.from(head, "latin1"));
      socket.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  port = address.port;
});
afterAll(() => server.close());

const ok = (...lines: readonly string[]) =>
  `${["HTTP/1.1 200 OK", ...lines, "Connection: close"].join("\r\n")}\r\n\r\n`;

function fetchOf(given: RawAnswer, allows = (_address: string) => true) {
  answer = given;
  asked = [];
  const own = { hosts: [], addresses: [] };
  const fetcher = new PublicFetcher(
    { userAgent: "FurrowCheck/1.0", own, resolve: async () => ["127.0.0.1"] },
    { allows, portFor: () => port },
  );
  return fetcher.open().get("http://mill.test/");
}

async function bodyOf(given: RawAnswer) {
  const exchange = await fetchOf(given);
  return exchange.failure ? exchange.failure.sentence : new TextDecoder().decode(exchange.body);
}

const packers = {
  gzip: gzipSync,
  "x-gzip": gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
} as const;
const packedBy = Object.entries(packers);

describe("A body", () => {
  test.each<[string, string, string | Buffer]>([
    ...packedBy.map(([name, pack]): [string, string, Buffer] => [name, name, pack(text)]),
    ["raw deflate", "deflate", deflateRawSync(text)],
    ["bytes after gzip", "gzip", Buffer.concat([gzipSync(text), Buffer.from("\0\0trailing")])],
    ["bytes after deflate", "deflate", Buffer.concat([deflateSync(text), Buffer.from("x")])],
    [
      "gzip in two members",
      "gzip",
      Buffer.concat([gzipSync(text.slice(0, 50)), gzipSync(text.slice(50))]),
    ],
    [
      "gzip with a wrong checksum",
      "gzip",
      Buffer.concat([gzipSync(text).subarray(0, -8), Buffer.alloc(8)]),
    ],
    ["capital letters", "GZip", gzipSync(text)],
    ["gzip inside Brotli", "gzip, br", brotliCompressSync(gzipSync(text))],
    ["two headers", "gzip\r\nContent-Encoding: br", brotliCompressSync(gzipSync(text))],
    ["identity", "identity", text],
    ["a name of Object", "constructor, __proto__", text],
    ["gzip and an unknown encoding", "none, gzip", gzipSync(text)],
    ["no name", "", text],
  ])("with %s is read", async (_, encoding, body) => {
    expect(await bodyOf({ head: ok(`Content-Encoding: ${encoding}`), body })).toBe(text);
  });

  test("that is empty needs no decoding, whatever the status", async () => {
    for (const [name] of packedBy) {
      for (const status of ["204 No Content", "304 Not Modified", "404 Not Found"]) {
        const head = ok(`Content-Encoding: ${name}`, "Content-Length: 0").replace("200 OK", status);
        expect(await fetchOf({ head })).toMatchObject({
          status: Number.parseInt(status, 10),
          body: new Uint8Array(),
          isCut: false,
        });
      }
    }
  });

  test("that ends too early counts up to its end", async () => {
    // Random letters, so that the packed body has several blocks.
    const letters = fc.string({ minLength: 200_000, maxLength: 200_000 });
    const [long = ""] = fc.sample(letters, { numRuns: 1, seed: 4 });
    for (const [name, pack] of packedBy) {
      const packed = pack(long);
      const body = packed.subarray(0, Math.floor(packed.length * 0.9));
      const read = await bodyOf({ head: ok(`Content-Encoding: ${name}`), body });
      expect(read.length).toBeGreaterThan(1000);
      expect([name, long.startsWith(read)]).toEqual([name, true]);
    }
  });

  test("that is not encoded as its head says is refused with a message", async () => {
    for (const name of ["gzip", "br", "zstd"]) {
      const head = ok(`Content-Encoding: ${name}`);
      expect(await bodyOf({ head, body: "<p>not packed</p>" })).toMatch(/is broken/);
    }
  });

  test("is decoded however the network splits it", async () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 });
    const names = fc.array(fc.constantFrom("gzip", "deflate", "br", "zstd"), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.string(), names, cuts, async (content, applied, sizes) => {
        let packed = Buffer.from(content);
        for (const name of applied) packed = packers[name as keyof typeof packers](packed);
        async function* sent() {
          for (let at = 0, nth = 0; at < packed.length; nth += 1) {
            const size = sizes[nth % sizes.length] ?? 1;
            yield packed.subarray(at, at + size);
            at += size;
          }
        }
        const read = await Array.fromAsync(decodedBody(sent(), applied.join(", ")));
        expect(Buffer.concat(read).toString()).toBe(content);
      }),
      { numRuns: 60 },
    );
  });
});

describe("A redirect", () => {
  const to = (location: string, ...lines: readonly string[]) =>
    ok(`Location: ${location}`, ...lines).replace("200 OK", "301 Moved");
  const inBytes = (words: string) => Buffer.from(words, "utf-8").toString("latin1");

  test.each([
    [inBytes("/рожь?q=é"), "/%D1%80%D0%BE%D0%B6%D1%8C?q=%C3%A9"],
    ["/m\xfchle/", "/m%FChle/"],
    ["/m%c3%bchle/", "/m%c3%bchle/"],
    ["http://mill.test/rye", "/rye"],
    ["//mill.test/rye", "/rye"],
    ["rye/bread", "/rye/bread"],
    ["?rye", "/?rye"],
    ["/a/../rye", "/rye"],
    ["  /rye bread ", "/rye%20bread"],
    ["http:\\\\mill.test\\rye", "/rye"],
    ["/rye#top", "/rye"],
    [inBytes("http://мельница.test/rye"), "/rye"],
    ["HTTP://MILL.test./rye", "/rye"],
  ])("to %j is followed", async (location, path) => {
    const exchange = await fetchOf({ head: to(location, "Content-Length: 0") });
    expect(exchange.failure).toBeUndefined();
    expect(asked).toEqual(["/", path]);
  });

  test.each([
    ["Content-Encoding: br", ""],
    ["Content-Encoding: gzip", "moved"],
    ["Content-Length: 999", "moved"],
    ["Transfer-Encoding: chunked", "zz\r\nmoved"],
  ])("with “%s” and the body “%s” is followed", async (line, body) => {
    expect(await fetchOf({ head: to("/rye", line), body })).toMatchObject({ status: 200 });
    expect(asked).toEqual(["/", "/rye"]);
  });

  test("shows its target in the words of the site, and is a page without one", async () => {
    const { hops } = await fetchOf({ head: to(inBytes("/рожь")) });
    expect(hops).toMatchObject([{ status: 301, location: "/рожь" }]);
    expect(await fetchOf({ head: to(""), body: "moved" })).toMatchObject({ status: 301, hops: [] });
  });

  test.each([
    ["http://10.0.0.1/", "private"],
    ["http://user:word@mill.test/", "address"],
    ["http://mill.test:22/", "address"],
    ["file:///etc/hostname", "address"],
    ["http://[::", "address"],
  ])("to %s is still refused", async (location, kind) => {
    const exchange = await fetchOf({ head: to(location) }, (address) => address === "127.0.0.1");
    expect(exchange.failure?.kind).toBe(kind);
  });
});

describe("A head", () => {
  test.each<[string, string]>([
    ["without a reason", "HTTP/1.1 200\r\n"],
    ["of another version", "HTTP/1.7 200 OK\r\n"],
    ["with bare line ends", "HTTP/1.1 200 OK\nA: b\n"],
    ["with a folded line", "HTTP/1.1 200 OK\r\nA: b\r\n\tc\r\n"],
    ["with control characters", "HTTP/1.1 200 OK\r\nA: b\x01\x7fc\r\n"],
    ["with a space before a colon", "HTTP/1.1 200 OK\r\nA : b\r\n"],
    ["with a space in a name", "HTTP/1.1 200 OK\r\nPowered by: rye\r\n"],
    ["with a line without a colon", "HTTP/1.1 200 OK\r\nWarning in\r\n line 7\r\n"],
    ["with a line without a name", "HTTP/1.1 200 OK\r\n: b\r\n"],
    ["with raw bytes", "HTTP/1.1 200 OK\r\nA: \xff\xfe\r\n"],
    ["with the same length twice", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n"],
    ["with a length and an encoding", "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n"],
    [
      "after early hints",
      "HTTP/1.1 103 Early Hints\r\nLink : <a>\r\n\r\nHTTP/1.1 200 OK\r\nB : c\r\n",
    ],
    ["with 400 lines", `HTTP/1.1 200 OK\r\n${"Set-Cookie: a=b; Path=/\r\n".repeat(400)}`],
    ["with names of Object", "HTTP/1.1 200 OK\r\n__proto__: a\r\nconstructor: b\r\n"],
  ])("%s is read", async (_, lines) => {
    const end = lines.includes("OK\nA") ? "Content-Length: 3\n\n" : "Content-Length: 3\r\n\r\n";
    expect(await bodyOf({ head: lines + end, body: "rye" })).toBe("rye");
  });

  test.each<[string, string, RegExp]>([
    ["with two different lengths", ok("Content-Length: 3", "Content-Length: 2"), /broken/],
    ["that is none", "SSH-2.0-mill\r\n\r\n", /broken/],
    ["of 70 kB", ok(`A: ${"x".repeat(70_000)}`), /larger than 64 kB/],
    ["of 1 MB", ok(`A: ${"x".repeat(1_000_000)}`), /larger than 64 kB/],
  ])("%s is refused with a message", async (_, head, sentence) => {
    expect(await bodyOf({ head, body: "rye" })).toMatch(sentence);
  });

  test("has the values of headers in UTF-8", async () => {
    const received = await fetchOf({ head: ok("A: b") });
    if (received.failure !== undefined) throw new Error(received.failure.sentence);
    const link = Buffer.from("<http://mill.test/рожь>").toString("latin1");
    const headers = readHeaders(["Link", link, "Link", "</\xfc>", "X", "\xfc"]);
    const response = { ...received, headers };
    expect(headersOf(response, "link")).toEqual(["<http://mill.test/рожь>", "</%FC>"]);
    expect(headerOf(response, "x")).toBe("\xfc");
    expect(headerOf(response, "constructor")).toBeNull();
  });
});
