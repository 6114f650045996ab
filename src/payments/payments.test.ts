import { describe, expect, test } from "vitest";
import { cancelTokenOf, isCancelToken } from "./payments.ts";

const secret = "a secret of thirty-two characters";
const token = cancelTokenOf(secret, "attempt", "order");

describe("A cancel token", () => {
  test("is valid only for its order, and only with the secret that signed the token", () => {
    expect(isCancelToken(secret, token, "order")).toBe(true);
    expect(isCancelToken(secret, token, "another")).toBe(false);
    expect(isCancelToken("another secret", token, "order")).toBe(false);
  });

  test.each([
    "",
    ".",
    "attempt",
    "attempt.",
    `x${token}`,
    `${token}x`,
    `other.${token.split(".")[1]}`,
  ])("is refused when its value is %j", (other) => {
    expect(isCancelToken(secret, other, "order")).toBe(false);
  });
});
