import { expect, test } from "vitest";
import { clientAddress } from "./http-app.ts";

const proxies = ["10.0.0.1", "10.0.0.2", "::1"];

test.each([
  ["no proxy is trusted", "203.0.113.7", "198.51.100.9", [], "203.0.113.7"],
  ["an untrusted client sends the header", "203.0.113.7", "198.51.100.9", proxies, "203.0.113.7"],
  ["a proxy forwards the request", "10.0.0.1", "198.51.100.9", proxies, "198.51.100.9"],
  [
    "two proxies forward the request",
    "10.0.0.1",
    "198.51.100.9, 10.0.0.2",
    proxies,
    "198.51.100.9",
  ],
  [
    "the client wrote the left part of the header",
    "10.0.0.1",
    "1.1.1.1, 198.51.100.9",
    proxies,
    "198.51.100.9",
  ],
  [
    "the client wrote a proxy's address",
    "10.0.0.1",
    "10.0.0.2, 198.51.100.9",
    proxies,
    "198.51.100.9",
  ],
  [
    "the client is behind a proxy of its own",
    "10.0.0.1",
    "192.168.0.4,198.51.100.9",
    proxies,
    "198.51.100.9",
  ],
  ["a proxy sends no header", "10.0.0.1", undefined, proxies, "10.0.0.1"],
  ["a proxy sends an empty header", "10.0.0.1", "", proxies, "10.0.0.1"],
  ["a proxy sends no address", "10.0.0.1", "unknown", proxies, "10.0.0.1"],
  ["the header ends in no address", "10.0.0.1", "198.51.100.9, x", proxies, "10.0.0.1"],
  ["the header contains only proxies", "10.0.0.1", "10.0.0.2", proxies, "10.0.0.2"],
  ["a dual-stack socket names the client", "::ffff:203.0.113.7", undefined, [], "203.0.113.7"],
  [
    "a dual-stack socket names the proxy",
    "::ffff:10.0.0.1",
    "198.51.100.9",
    proxies,
    "198.51.100.9",
  ],
  ["a proxy writes IPv4 as IPv6", "10.0.0.1", "::ffff:198.51.100.9", proxies, "198.51.100.9"],
  ["all addresses are IPv6", "::1", "2001:db8::7", proxies, "2001:db8::7"],
  ["there is no socket", undefined, "198.51.100.9", proxies, "unknown"],
])("the client's address is found when %s", (_when, socket, forwarded, trusted, client) => {
  expect(clientAddress(socket, forwarded, trusted)).toBe(client);
});
