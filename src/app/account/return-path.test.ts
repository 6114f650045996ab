import { expect, test } from "vitest";
import { cookieHeaders, fromOf, withFrom } from "./return-path.ts";

test("where to return to survives the way through the account pages", () => {
  for (const from of ["/my-order", "/order-now/1?a=1&b=2#c", "/a b", "//evil.example", ""]) {
    const link = withFrom("/register", from);
    expect(fromOf(new Request(`http://localhost:3000${link}`))).toBe(from);
  }
  expect(withFrom("/login", null)).toBe("/login");
  expect(fromOf(new Request("http://localhost:3000/login"))).toBeNull();
});

test("several cookies stay several", () => {
  const headers = cookieHeaders(["a=1; Path=/", "b=2; Expires=Thu, 01 Jan 1970 00:00:00 GMT"]);
  expect(headers.getSetCookie()).toHaveLength(2);
});
