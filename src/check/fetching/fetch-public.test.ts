import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer, isIP } from "node:net";
import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isPublicAddress, type Resolve } from "#platform/network/public-address.ts";
import {
  redirectTo,
  sendBrotliBomb,
  sendGzipBomb,
  sendWithoutEnd,
} from "../../../tests/support/websites/hostile-answers.ts";
import { PublicFetcher } from "./fetch-public.ts";
import { readTypedAddress, shownHost } from "./typed-address.ts";

const own = { hosts: ["furrow.test"], addresses: ["203.0.113.9"] };

let received: { url: string; headers: Record<string, unknown> }[] = [];
let server: Server;
let port = 0;

const answers: Record<string, RequestListener> = {
  "/hello": (_, response) => response.end("Hello"),
  "/gzip-bomb": (_, response) => sendGzipBomb(response),
  "/brotli-bomb": (_, response) => sendBrotliBomb(response),
  "/broken-gzip": (_, response) =>
    response.writeHead(200, { "content-encoding": "gzip" }).end("not packed"),
  "/endless": (_, response) => sendWithoutEnd(response),
  "/large-head": (_, response) => response.writeHead(200, { "x-large": "x".repeat(70_000) }).end(),
  "/loop": redirectTo("/loop"),
  "/to-private": redirectTo("http://10.0.0.1/"),
  "/to-metadata": redirectTo("http://169.254.169.254/latest"),
  "/to-file": redirectTo("file:///etc/passwd"),
  "/to-user": redirectTo("http://a:b@site.test/"),
  "/to-port": redirectTo("http://site.test:22/"),
  "/to-own": redirectTo("http://furrow.test/"),
  "/to-other-host": redirectTo("http://other.test/hello"),
  "/to-hidden-host": redirectTo("http://hidden.test/hello"),
  "/to-fragment": (_, response) =>
    response.writeHead(302, { location: "/hello#part", "set-cookie": "a=1" }).end(),
};

beforeAll(async () => {
  server = createServer({ maxHeaderSize: 200_000 }, (request, response) => {
    received.push({ url: request.url ?? "", headers: request.headers });
    const answer = answers[request.url ?? ""];
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function fetcher(resolve: Resolve = async () => ["127.0.0.1"]) {
  const permission = { allows: (address: string) => address === "127.0.0.1", portFor: () => port };
  return new PublicFetcher({ userAgent: "FurrowCheck/1.0", own, resolve }, permission);
}

const get = (path: string) => fetcher().open().get(`http://site.test${path}`);

describe("A public request", () => {
  test("is sent with the site's name as its host, without cookies or credentials, also after a redirect", async () => {
    received = [];
    const exchange = await get("/to-fragment");
    expect(exchange).toMatchObject({ status: 200, address: "http://site.test/hello" });
    expect(received.map(({ url }) => url)).toEqual(["/to-fragment", "/hello"]);
    for (const { headers } of received) {
      expect(headers).toMatchObject({ host: "site.test", "user-agent": "FurrowCheck/1.0" });
      expect(headers).not.toHaveProperty("cookie");
      expect(headers).not.toHaveProperty("authorization");
    }
  });

  test("checks the IP addresses of another host to which a site redirects", async () => {
    received = [];
    const named: string[] = [];
    const resolve = async (name: string) => {
      named.push(name);
      return name === "hidden.test" ? ["10.0.0.8"] : ["127.0.0.1"];
    };
    const session = fetcher(resolve).open();
    expect(await session.get("http://site.test/to-other-host")).toMatchObject({
      status: 200,
      address: "http://other.test/hello",
      hops: [{ address: "http://site.test/to-other-host", location: "http://other.test/hello" }],
    });
    expect(named).toEqual(["site.test", "other.test"]);
    expect(received.map(({ headers }) => headers.host)).toEqual(["site.test", "other.test"]);
    const hidden = await session.get("http://site.test/to-hidden-host");
    expect(hidden.failure?.kind).toBe("private");
    expect(received.map(({ url }) => url)).toEqual(["/to-other-host", "/hello", "/to-hidden-host"]);
  });

  test.each(["/gzip-bomb", "/brotli-bomb", "/endless"])(
    "reads 2 MB of %s and leaves the rest",
    async (path) => {
      const exchange = await get(path);
      expect(exchange).toMatchObject({ status: 200, isCut: true });
      expect(exchange.failure ?? exchange.body.length).toBe(2 * 1024 * 1024);
    },
  );

  test.each([
    ["/broken-gzip", "unreadable", /broken/],
    ["/large-head", "too-large", /larger than 64 kB/],
    ["/loop", "too-many-redirects", /more than five redirects/],
    ["/to-private", "private", /private network/],
    ["/to-metadata", "private", /private network/],
    ["/to-file", "address", /http/],
    ["/to-user", "address", /password/],
    ["/to-port", "address", /80 and 443/],
    ["/to-own", "private", /this site itself/],
  ])("to %s fails with a message", async (path, kind, sentence) => {
    const { failure } = await get(path);
    expect(failure?.kind).toBe(kind);
    expect(failure?.sentence).toMatch(sentence);
  });

  test("follows at most five redirects, and a session sends at most twelve requests", async () => {
    received = [];
    const session = fetcher().open();
    await session.get("http://site.test/loop");
    expect(received).toHaveLength(6);
    for (let nth = 0; nth < 10; nth += 1) await session.get("http://site.test/hello");
    expect(received).toHaveLength(12);
    expect((await session.get("http://site.test/hello")).failure?.kind).toBe("too-many-requests");
  });

  test("fails with a message when the server never answers", async () => {
    const silent = createTcpServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const silentPort = (silent.address() as AddressInfo).port;
    const withLimits = (requestMs: number, sessionMs: number) =>
      new PublicFetcher(
        { userAgent: "x", own, resolve: async () => ["127.0.0.1"] },
        {
          allows: () => true,
          portFor: () => silentPort,
          limits: { requestMs, sessionMs },
        },
      ).open();
    const tooSlow = await withLimits(100, 60_000).get("http://site.test/");
    expect(tooSlow.failure?.sentence).toBe("The site did not answer within 10 seconds.");
    // The session sends no second request, because its time is over.
    const session = withLimits(60_000, 100);
    for (const sentence of [/within 10 seconds/, /within 25 seconds/]) {
      const { failure } = await session.get("http://site.test/");
      expect(failure).toMatchObject({
        kind: "too-slow",
        sentence: expect.stringMatching(sentence),
      });
    }
    silent.close();
  });

  test("is refused when any of the name's IP addresses is private", async () => {
    received = [];
    const exchange = await fetcher(async () => ["127.0.0.1", "10.1.2.3"])
      .open()
      .get("http://site.test/hello");
    expect(exchange.failure?.kind).toBe("private");
    expect(received).toEqual([]);
  });

  test("is never sent to the site itself, its proxy or another address of this machine", async () => {
    const production = (address: string) =>
      new PublicFetcher({ userAgent: "x", own, resolve: async () => [address] });
    for (const host of ["furrow.test", "FURROW.test.", "site.test"]) {
      const { failure } = await production("203.0.113.9").open().get(`http://${host}/`);
      expect(failure?.kind).toBe("private");
    }
    const proxied = (address: string) =>
      new PublicFetcher({
        userAgent: "x",
        own: { hosts: [], addresses: ["8.8.4.4", "2A00:1450::0:200E"] },
        resolve: async () => [address],
      });
    const spellings = [
      "8.8.4.4",
      "::ffff:8.8.4.4",
      "::ffff:808:404",
      "64:ff9b::8.8.4.4",
      "2002:808:404::1",
      "2a00:1450::200e",
      "2a00:1450:0:0:0:0:0:200e",
    ];
    for (const address of spellings) {
      for (const host of ["site.test", isIP(address) === 6 ? `[${address}]` : address]) {
        const { failure } = await proxied(address).open().get(`http://${host}/`);
        expect([host, failure?.sentence]).toEqual([
          host,
          expect.stringMatching(/this site itself/),
        ]);
      }
    }
  });

  test("says that a website does not exist only if the name service says so", async () => {
    const sentenceFor = async (code: string) => {
      const error = Object.assign(new Error("getaddrinfo"), { code, syscall: "getaddrinfo" });
      const session = fetcher(() => Promise.reject(error)).open();
      return (await session.get("http://example.com/")).failure?.sentence;
    };
    expect(await sentenceFor("ENOTFOUND")).toBe("There is no website called example.com.");
    expect(await sentenceFor("EAI_AGAIN")).toMatch(/^example\.com could not be reached from here/);
  });

  test("resolves a name once, so that a changed answer of the name server has no effect (DNS rebinding)", async () => {
    const asked: string[] = [];
    const dns = createSocket("udp4");
    dns.on("message", (query, { port: sender, address }) => {
      // A query ends with type and class; type 1 asks for IPv4.
      const end = query.indexOf(0, 12) + 5;
      const isIpv4 = query.readUInt16BE(end - 4) === 1;
      const ip = asked.length === 0 ? [127, 0, 0, 1] : [10, 0, 0, 1];
      if (isIpv4) asked.push(ip.join("."));
      const header = Buffer.from(query.subarray(0, 12));
      header.writeUInt16BE(0x8180, 2);
      header.writeUInt16BE(isIpv4 ? 1 : 0, 6);
      header.writeUInt16BE(0, 8);
      header.writeUInt16BE(0, 10);
      const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...ip]);
      dns.send(
        Buffer.concat([header, query.subarray(12, end), ...(isIpv4 ? [answer] : [])]),
        sender,
        address,
      );
    });
    await new Promise<void>((resolve) => dns.bind(0, "127.0.0.1", resolve));
    const resolver = new Resolver();
    resolver.setServers([`127.0.0.1:${dns.address().port}`]);
    const rebinding = fetcher((name) => resolver.resolve4(name)).open();
    expect(await rebinding.get("http://rebind.test/hello")).toMatchObject({ status: 200 });
    expect(asked).toEqual(["127.0.0.1"]);
    const second = await rebinding.get("http://rebind.test/hello");
    expect(second.failure?.kind).toBe("private");
    dns.close();
  });
});

describe("The check of an IP address", () => {
  test("knows the private networks in each notation", () => {
    const addresses: readonly (readonly [string, boolean])[] = [
      ["8.8.8.8", true],
      ["2a00:1450:4001:81b::200e", true],
      ["127.0.0.1", false],
      ["10.0.0.1", false],
      ["100.64.0.1", false],
      ["169.254.169.254", false],
      ["224.0.0.1", false],
      ["0.0.0.0", false],
      ["::1", false],
      ["::ffff:10.0.0.1", false],
      ["::10.0.0.1", false],
      ["64:ff9b::10.0.0.1", false],
      ["64:ff9b:1::a00:1", false],
      ["2002:a00:1::1", false],
      ["2001:0:4136:e378:8000:63bf:3fff:fdd2", false],
      ["fc00::1", false],
      ["fe80::1", false],
      ["fec0::1", false],
      ["ff02::1", false],
      ["not an address", false],
    ];
    expect(
      addresses.filter(([address, isPublic]) => isPublicAddress(address) !== isPublic),
    ).toEqual([]);
  });

  test("lets none of 10,000 generated addresses reach a private network", () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const privateV4 = fc.oneof(
      fc.tuple(fc.constant(10), byte, byte, byte),
      fc.tuple(fc.constant(127), byte, byte, byte),
      fc.tuple(fc.constant(0), byte, byte, byte),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
      fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
      fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
      fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
      fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
    );
    const hex = (n: number) => n.toString(16).padStart(2, "0");
    const written = privateV4.chain(([a, b, c, d]) => {
      const number = ((a * 256 + b) * 256 + c) * 256 + d;
      const tail = `${hex(a)}${hex(b)}:${hex(c)}${hex(d)}`;
      return fc.constantFrom(
        `${a}.${b}.${c}.${d}`,
        `${a}.${b}.${c * 256 + d}`,
        `${a}.${(b * 256 + c) * 256 + d}`,
        `${number}`,
        `0x${number.toString(16)}`,
        `0x${hex(a)}.0x${hex(b)}.0x${hex(c)}.0x${hex(d)}`,
        `0${a.toString(8)}.0${b.toString(8)}.0${c.toString(8)}.0${d.toString(8)}`,
        `${a}.${b}.${c}.${d}.`,
        `${a}。${b}．${c}｡${d}`,
        `[::ffff:${tail}]`,
        `[::ffff:${a}.${b}.${c}.${d}]`,
        `[64:ff9b::${tail}]`,
        `[2002:${tail}::1]`,
        `[::${tail}]`,
        `[fd${hex(a)}:${tail}::1]`,
        `[fe80::${tail}]`,
      );
    });
    const reached: string[] = [];
    const judge = (host: string) => {
      const typed = readTypedAddress(`http://${host}/`);
      if (!("address" in typed)) return;
      const name = new URL(typed.address).hostname.replace(/^\[|\]$/g, "");
      if (!ipaddr.isValid(name) || isPublicAddress(name)) reached.push(host);
    };
    for (const host of fc.sample(written, { numRuns: 10_000, seed: 25 })) judge(host);
    expect(reached).toEqual([]);
  });
});

describe("An address that a person typed", () => {
  test.each([
    ["example.com", "https://example.com/"],
    [" EXAMPLE.com/ü?x ", "https://example.com/%C3%BC?x"],
    ["http://example.com", "http://example.com/"],
    ["example.com.", "https://example.com/"],
    ["https://example.com./a#b", "https://example.com/a"],
    ["example.com:443", "https://example.com/"],
    ["münchen.de", "https://xn--mnchen-3ya.de/"],
    ["8.8.8.8", "https://8.8.8.8/"],
  ])("“%s” is read as %s", (typed, address) => {
    expect(readTypedAddress(typed)).toMatchObject({ address });
  });

  test.each([
    "javascript:alert(1)",
    "JavaScript://example.com/%0aalert(1)",
    "file:///etc/passwd",
    "http://user:secret@example.com",
    "https://example.com:8443",
    "localhost",
    "http://printer/",
    "http://",
    "exa mple.com",
    `example.com/${"a".repeat(2048)}`,
    "http://[::1",
  ])("“%s” is refused with a message", (typed) => {
    expect(readTypedAddress(typed)).toMatchObject({
      kind: "address",
      sentence: expect.stringMatching(/\.$/),
    });
  });

  test.each(["http://127.1", "0x7f.1", "http://[::ffff:10.0.0.1]", "2130706433", "http://0/"])(
    "%s is refused when the request is sent",
    async (typed) => {
      const read = readTypedAddress(typed);
      if (!("address" in read)) return;
      const production = new PublicFetcher({ userAgent: "x", own });
      expect((await production.open().get(read.address)).failure?.kind).toBe("private");
    },
  );

  test("shows an international host name in its own script, followed by its Punycode", () => {
    expect(shownHost("https://xn--mnchen-3ya.de/")).toBe("münchen.de (xn--mnchen-3ya.de)");
    expect(shownHost("https://example.com/")).toBe("example.com");
  });
});
