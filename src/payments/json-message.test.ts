import { expect, test } from "vitest";
import { jsonFields } from "./json-message.ts";

test("the fields of a message are named by their paths, in the sequence of the message", () => {
  const message = {
    event_type: "PAYMENT.CAPTURE.COMPLETED",
    resource: { amount: { value: "149.00" }, final: true, links: [{ rel: "up" }], none: null },
  };
  expect(jsonFields(Buffer.from(JSON.stringify(message)))).toEqual([
    ["event_type", "PAYMENT.CAPTURE.COMPLETED"],
    ["resource.amount.value", "149.00"],
    ["resource.final", "true"],
    ["resource.links.0.rel", "up"],
  ]);
});

test("bytes that are not JSON, or are nested too deeply, have no fields", () => {
  const forged = `{"resource":${"[".repeat(30_000)}${"]".repeat(30_000)}}`;
  expect(jsonFields(Buffer.from(forged))).toEqual([]);
  expect(jsonFields(Buffer.from("<html>"))).toEqual([]);
});
