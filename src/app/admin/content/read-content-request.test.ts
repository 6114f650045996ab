import { describe, expect, test } from "vitest";
import { readContentRequest } from "./content-action.server.ts";

const sent = (body: string) =>
  new Request("http://localhost/admin/content", { method: "POST", body });

describe("A content request of the panel", () => {
  test.each([
    { intent: "publish-all", block: null },
    { intent: "move", block: "faq-item", id: "1", before: null, from: "2" },
    { intent: "undo", changes: [{ id: "1", revision: 3, moveBack: { before: "2", draft: true } }] },
    {
      intent: "draft",
      block: "banner",
      id: null,
      values: { bannerText: "x" },
      base: 1,
      seen: null,
    },
  ])("with the intent $intent is accepted", async (wanted) => {
    expect(await readContentRequest(sent(JSON.stringify(wanted)))).toEqual(wanted);
  });

  test.each([
    "",
    "{",
    "null",
    "[]",
    '{"intent":"drop"}',
    '{"intent":"restore","block":"banner","id":"1","revision":"1"}',
    '{"intent":"delete","block":"banner"}',
    '{"intent":"draft","block":"banner","id":null,"values":{"a":1},"base":null,"seen":null}',
  ])("of a form that the panel does not send is rejected as invalid: %s", async (body) => {
    await expect(readContentRequest(sent(body))).rejects.toMatchObject({ code: "invalid" });
  });
});
