import { expect, test } from "vitest";
import { isLoopback, isOwnOrigin } from "./origins.ts";

test.each(["localhost", "shop.localhost", "127.0.0.1", "127.8.9.10", "::1", "[::1]"])(
  "%s is a loopback host",
  (hostname) => {
    expect(isLoopback(hostname)).toBe(true);
  },
);

test.each([
  "furrow.example",
  "localhost.evil.example",
  "notlocalhost",
  "127.0.0.1.evil.example",
  "x127.0.0.1",
  "128.0.0.1",
  "0.0.0.0",
  "10.0.0.1",
  "[::2]",
  "",
])("%j is not a loopback host", (hostname) => {
  expect(isLoopback(hostname)).toBe(false);
});

test("a public site accepts only its PUBLIC_URL as origin", () => {
  const site = "https://furrow.example";
  expect(isOwnOrigin(site, site)).toBe(true);
  for (const origin of [
    "http://furrow.example",
    "https://furrow.example:8443",
    "https://www.furrow.example",
    "https://furrow.example.evil.example",
    "https://localhost",
    "http://127.0.0.1",
    "null",
    "",
  ]) {
    expect([origin, isOwnOrigin(origin, site)]).toEqual([origin, false]);
  }
});

test("a site on a loopback address accepts every loopback name with the site's port", () => {
  const site = "http://localhost:3000";
  for (const origin of ["http://127.0.0.1:3000", "http://[::1]:3000", "http://a.localhost:3000"]) {
    expect([origin, isOwnOrigin(origin, site)]).toEqual([origin, true]);
  }
  for (const origin of [
    "http://localhost:3001",
    "http://localhost",
    "https://localhost:3000",
    "http://localhost.evil.example:3000",
    "http://furrow.example:3000",
    "null",
    "file://",
  ]) {
    expect([origin, isOwnOrigin(origin, site)]).toEqual([origin, false]);
  }
});
