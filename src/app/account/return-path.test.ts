import { expect, test } from "vitest";
import { cookieHeaders, fromOf, pathBackTo, whyLogIn, withFrom } from "./return-path.ts";

test("where to return to survives the way through the account pages", () => {
  for (const from of ["/my-order", "/order-now/1?a=1&b=2#c", "/a b", "//evil.example", ""]) {
    const link = withFrom("/register", from);
    expect(fromOf(new Request(`http://localhost:3000${link}`))).toBe(from);
  }
  expect(withFrom("/login", null)).toBe("/login");
  expect(fromOf(new Request("http://localhost:3000/login"))).toBeNull();
});

test("a form that was sent leads back to its page, with the word that it was not taken", () => {
  const back = (path: string, method: string) =>
    pathBackTo(new Request(`http://localhost:3000${path}`, { method }));
  expect(back("/my-order?page=2", "GET")).toBe("/my-order?page=2");
  expect(back("/pay-now/1", "POST")).toBe("/pay-now/1?unsent");
  expect(back("/pay-now/1?a=b", "POST")).toBe("/pay-now/1?a=b&unsent");
  expect(back("/pay-now/1?unsent", "POST")).toBe("/pay-now/1?unsent");
});

test("who comes from the provider signed out is led back without the proof that cancels", () => {
  const url = "http://localhost:3000/order-cancelled/1";
  expect(pathBackTo(new Request(`${url}?proof=a.b`))).toBe("/order-cancelled/1?left");
  expect(pathBackTo(new Request(url))).toBe("/order-cancelled/1");
});

test("who is interrupted is told what came of it, and nobody else anything", () => {
  expect(whyLogIn("/received-payment/1?token=2")).toContain("What you paid is not lost.");
  expect(whyLogIn("/account/password?unsent")).toContain("was not taken");
  expect(whyLogIn("/pay-now/1?unsent")).toContain("nothing was paid");
  expect(whyLogIn("/verify-address?token=2")).toContain("confirm your address");
  expect(whyLogIn("/order-cancelled/1?left")).toContain("your order is still open");
  for (const from of [
    null,
    "",
    "/order-now/1",
    "/order-cancelled/1",
    "/my-order",
    "//evil.example/order-now/1",
  ]) {
    expect(whyLogIn(from)).toBeNull();
  }
});

test("several cookies stay several", () => {
  const headers = cookieHeaders(["a=1; Path=/", "b=2; Expires=Thu, 01 Jan 1970 00:00:00 GMT"]);
  expect(headers.getSetCookie()).toHaveLength(2);
});
