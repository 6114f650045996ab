import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openVerifier, type Verifier } from "../../../tests/support/payments/verifier.ts";
import { verifyPostback } from "./paypal-standard.ts";

let verifier: Verifier;
beforeAll(async () => {
  verifier = await openVerifier();
});
afterAll(() => verifier.close());

const ask = (raw: Uint8Array = Buffer.from("a=1"), signal = new AbortController().signal) =>
  verifyPostback(verifier.url, raw, signal);

describe("The verification postback", () => {
  test.each([
    ["windows-1252", Buffer.from("first_name=Zo\xeb+%EB&b=%e9&a=1&a=2&&c", "latin1")],
    ["Shift_JIS", Buffer.from([0x61, 0x3d, 0x93, 0xfa, 0x96, 0x7b, 0x26, 0x62, 0x3d, 0x81, 0x5c])],
    ["all 256 bytes", Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
  ])("sends %s back byte for byte", async (_encoding, raw) => {
    verifier.answer = "VERIFIED";
    await expect(ask(raw)).resolves.toBe("verified");
    const expected = Buffer.concat([Buffer.from("cmd=_notify-validate&"), raw]);
    expect(verifier.asked.at(-1)?.equals(expected)).toBe(true);
    expect(verifier.headers.at(-1)).toMatchObject({
      "content-type": "application/x-www-form-urlencoded",
      "user-agent": expect.stringContaining("Furrow"),
    });
  });

  test("treats PayPal's answer INVALID as invalid", async () => {
    verifier.answer = "INVALID";
    await expect(ask()).resolves.toBe("invalid");
  });

  test.each([
    ["an HTML page", "<html>VERIFIED</html>"],
    ["more than one word", "VERIFIED\n"],
    ["an empty response", ""],
    ["lower case", "verified"],
  ])("does not accept %s as a result", async (_what, body) => {
    verifier.answer = body;
    await expect(ask()).rejects.toThrow("neither of its two words");
  });

  test.each([500, 404, 302, 204])("does not accept the status %i as a result", async (status) => {
    const location = verifier.url;
    verifier.answer = (response) => response.writeHead(status, { location }).end("VERIFIED");
    const before = verifier.asked.length;
    await expect(ask()).rejects.toThrow();
    expect(verifier.asked).toHaveLength(before + 1);
  });

  test("stops reading an endless response", async () => {
    verifier.answer = (response) => {
      const timer = setInterval(() => response.write("x".repeat(1000)), 1);
      response.on("close", () => clearInterval(timer));
    };
    await expect(ask()).rejects.toThrow("neither of its two words");
  });

  test("can be aborted, and fails if no server listens", async () => {
    verifier.answer = () => {};
    await expect(ask(undefined, AbortSignal.timeout(20))).rejects.toThrow();
    const nowhere = verifyPostback(
      "http://127.0.0.1:9/",
      Buffer.from("a"),
      AbortSignal.timeout(2000),
    );
    await expect(nowhere).rejects.toThrow();
  });
});
