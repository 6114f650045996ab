import { describe, expect, test } from "vitest";
import { decodeForm, readNotification } from "./read-notification.ts";

const read = (text: string) => readNotification(Buffer.from(text, "latin1"));

describe("Reading a form", () => {
  test.each([
    ["the encoding that the form names", "charset=Shift_JIS&name=%93%FA%96%7B", "日本"],
    ["bytes that were not escaped", "charset=Shift_JIS&name=\x93\xfa\x96{", "日本"],
    ["windows-1252 if the form names no encoding", "name=Zo%EB+%80", "Zoë €"],
    ["windows-1252 for an unknown encoding", "charset=klingon&name=Zo%EB", "Zoë"],
    ["utf-8", "charset=UTF-8&name=Zo%C3%AB", "Zoë"],
    ["invalid escapes as literal text", "name=100%&x=%zz", "100%"],
  ])("decodes %s", (_what, text, name) => {
    expect(decodeForm(Buffer.from(text, "latin1")).get("name")).toEqual([name]);
  });
});

describe("Reading a notification", () => {
  test("returns a provider-independent message", () => {
    const text =
      "mc_gross=-149.00&mc_currency=USD&payment_status=Refunded&txn_id=T2&parent_txn_id=T1&custom=A&invoice=O&business=a%40b.example&receiver_email=c%40d.example&test_ipn=1";
    expect(read(text)).toEqual({
      kind: "refunded",
      rawStatus: "Refunded",
      pendingReason: null,
      transactionId: "T2",
      parentTransactionId: "T1",
      attemptId: "A",
      orderReference: "O",
      checkoutReference: null,
      grossCents: -14900,
      currency: "USD",
      receivers: ["a@b.example", "c@d.example"],
      testMode: true,
      faults: [],
      needsDecision: null,
      subscription: null,
      decided: null,
    });
  });

  test.each([
    ["Completed", "completed"],
    ["Pending", "pending"],
    ["Processed", "pending"],
    ["Denied", "failed"],
    ["Failed", "failed"],
    ["Expired", "failed"],
    ["Voided", "failed"],
    ["Reversed", "reversed"],
    ["Canceled_Reversal", "reversal-cancelled"],
    ["completed", "other"],
    ["Shipped", "other"],
    ["", "other"],
  ])("treats the status %j as %s", (status, kind) => {
    expect(read(`payment_status=${status}`).kind).toBe(kind);
  });

  test.each(["0.1", "1e3", "149.001", "1,49", "+149.00", " 149", "NaN"])(
    "finds no amount in %j",
    (amount) => {
      expect(read(`mc_gross=${encodeURIComponent(amount)}`).grossCents).toBeNull();
    },
  );

  test("ignores and reports a field that occurs twice", () => {
    const message = read("mc_gross=149.00&mc_gross=0.01&payment_status=Completed");
    expect(message.grossCents).toBeNull();
    expect(message.faults).toEqual(["The field mc_gross occurs 2 times."]);
  });

  test.each([`txn_id=${"x".repeat(256)}`, "txn_id=a%00b"])(
    "ignores and reports an unreadable field",
    (text) => {
      expect(read(text)).toMatchObject({
        transactionId: null,
        faults: ["The field txn_id is not readable."],
        needsDecision: null,
        decided: null,
      });
    },
  );
});
