import { expect, test } from "vitest";
import { fromOf, pathBackTo, whyLogIn, withFrom } from "./return-path.ts";

test("a link to the login or the registration carries the return path unchanged", () => {
  for (const from of ["/my-order", "/order-now/1?a=1&b=2#c", "/a b", "//evil.example", ""]) {
    const link = withFrom("/register", from);
    expect(fromOf(new Request(`http://localhost:3000${link}`))).toBe(from);
  }
  expect(withFrom("/login", null)).toBe("/login");
  expect(fromOf(new Request("http://localhost:3000/login"))).toBeNull();
});

test("the return path gets `unsent` when a form was submitted without a session", () => {
  const back = (path: string, method: string) =>
    pathBackTo(new Request(`http://localhost:3000${path}`, { method }));
  expect(back("/my-order?page=2", "GET")).toBe("/my-order?page=2");
  expect(back("/pay-now/1", "POST")).toBe("/pay-now/1?unsent");
  expect(back("/pay-now/1?a=b", "POST")).toBe("/pay-now/1?a=b&unsent");
  expect(back("/pay-now/1?unsent", "POST")).toBe("/pay-now/1?unsent");
});

test("the return path of a signed-out customer who cancels at the provider has `left` instead of the cancel token", () => {
  const url = "http://localhost:3000/order-cancelled/1";
  expect(pathBackTo(new Request(`${url}?proof=a.b`))).toBe("/order-cancelled/1?left");
  const spelled = "http://localhost:3000/ORDER-%63ancelled/1";
  expect(pathBackTo(new Request(`${spelled}?proof=a.b`))).toBe("/ORDER-%63ancelled/1?left");
  expect(pathBackTo(new Request(url))).toBe("/order-cancelled/1");
});

test("the login page has a notice only for a visitor whose action it interrupts", () => {
  expect(whyLogIn("/received-payment/1?token=2")).toContain("Your money is safe.");
  expect(whyLogIn("/account/password?unsent")).toContain("was not sent");
  expect(whyLogIn("/pay-now/1?unsent")).toContain("no payment was made");
  expect(whyLogIn("/verify-address?token=2")).toContain("confirm your email address");
  expect(whyLogIn("/order-cancelled/1?left")).toContain("Your order is still open");
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
