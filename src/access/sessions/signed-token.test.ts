import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { signedToken } from "./session-lookup.server.ts";

const secret = "a secret of thirty-two characters";
const name = "furrow-session";

function signed(token: string, key = secret): string {
  const signature = createHmac("sha256", key).update(token).digest("base64");
  return encodeURIComponent(`${token}.${signature}`);
}

test("a token is read from a signed cookie at any position in the header", () => {
  for (let index = 0; index < 50; index++) {
    const token = `${"Zp4k".repeat(7)}${index}`;
    for (const cookies of [
      `${name}=${signed(token)}`,
      `a=1; ${name}=${signed(token)}; b=x=y`,
      `x-${name}=1;${name}=${signed(token)} `,
    ]) {
      expect(signedToken(cookies, name, secret)).toBe(token);
    }
  }
});

test("no token is read from a cookie with an invalid signature, or from two session cookies", () => {
  const token = "Zp4kZp4kZp4kZp4kZp4kZp4kZp4kZp4k";
  const good = signed(token);
  const first = (text: string) => `${text.startsWith("A") ? "B" : "A"}${text.slice(1)}`;
  const signature = good.slice(good.indexOf(".") + 1);
  // Reads the valid cookie first: a cached valid cookie must not make similar cookies valid.
  expect(signedToken(`${name}=${good}`, name, secret)).toBe(token);
  for (const value of [
    signed(token, "another secret of the same length"),
    first(good),
    `${token}.${first(signature)}`,
    `${token}.`,
    token,
    `.${signature}`,
    `"${good}"`,
    `${good}=`,
    `${good}%3D`,
    good.replace("%3D", ""),
    good.replace("%3D", "%"),
    "",
  ]) {
    expect(signedToken(`${name}=${value}`, name, secret), value).toBeUndefined();
  }
  expect(signedToken(`${name}=${good}; ${name}=${good}`, name, secret)).toBeUndefined();
  expect(signedToken(`${name}=${good}`, name, "another secret of the same length")).toBeUndefined();
  expect(signedToken(`${name}=${good}`, `__Host-${name}`, secret)).toBeUndefined();
});
