import { expect, test } from "vitest";
import { z } from "zod";
import { parseOrThrow } from "./validation.ts";

// A schema that asks nothing of its texts, as one would be that forgets to.
const careless = z.object({
  name: z.string(),
  lines: z.array(z.object({ text: z.string().trim() })).default([]),
  anything: z.record(z.string(), z.unknown()).default({}),
});

test.each(["\u0000", "\u0007", "\u001b[2J", "\u007f", "\u009b", "\ud800", "x\udc00"])(
  "a text with %j is refused in every field, whatever its schema asks",
  (text) => {
    for (const [input, path] of [
      [{ name: text }, "name"],
      [{ name: "", lines: [{ text: "" }, { text: `a${text}b` }] }, "lines.1.text"],
      [{ name: "", anything: { deep: [{ er: text }] } }, "anything.deep.0.er"],
    ] as const) {
      expect(() => parseOrThrow(careless, input)).toThrow(
        expect.objectContaining({
          code: "invalid",
          issues: [{ path, message: expect.stringContaining("cannot be shown") }],
        }),
      );
    }
    expect(() => parseOrThrow(careless, { name: "", anything: { [`k${text}`]: 1 } })).toThrow(
      "cannot be shown",
    );
  },
);

test("line ends, tabs, joined emoji and right-to-left marks are accepted", () => {
  const name = "one\r\ntwo\tthree 👩\u200d🌾 \u200fשלום";
  expect(parseOrThrow(careless, { name })).toMatchObject({ name });
});
