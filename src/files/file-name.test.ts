import fc from "fast-check";
import { expect, test } from "vitest";
import { longestFileName } from "./file-limits.ts";
import { fileName } from "./file-name.ts";

test.each([
  ["report.pdf", "report.pdf"],
  ["C:\\Users\\Ada\\Soil survey.pdf", "Soil survey.pdf"],
  ["../../etc/passwd", "passwd"],
  ["Pru\u0308fung.txt", "Prüfung.txt"],
  ["\u202egpj.exe", "gpj.exe"],
  ["a\r\nSet-Cookie: b.txt", "aSet-Cookie: b.txt"],
  [".htaccess", "htaccess"],
  ["..", "file"],
  ["folder/", "file"],
  ["\u200b", "file"],
  ["👩‍🌾.png", "👩‍🌾.png"],
  [`${"x".repeat(300)}.docx`, `${"x".repeat(145)}.docx`],
  ["\ud800.txt", "\ufffd.txt"],
])("the name %j is stored as %j", (given, stored) => {
  expect(fileName(given)).toBe(stored);
});

test("any file name becomes a short name without a path, control characters and right-to-left overrides", () => {
  const parts = fc.constantFrom(
    ..."/\\.\u202e\u2066\u200f\u0000\r\n\u007f\u2028 e\u0301👩‍🌾".split(""),
  );
  const anything = fc.oneof(
    fc.string({ unit: "binary", maxLength: 400 }),
    fc.array(parts, { maxLength: 400 }).map((all) => all.join("")),
  );
  fc.assert(
    fc.property(anything, (given) => {
      const name = fileName(given);
      expect(name).not.toMatch(
        /[/\\\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
      );
      expect(name).not.toMatch(/^[.\s]|\s$/);
      expect(name).toBe(name.normalize("NFC"));
      expect(name.isWellFormed()).toBe(true);
      expect([...name].length).toBeGreaterThan(0);
      expect([...name].length).toBeLessThanOrEqual(longestFileName);
      expect(fileName(name)).toBe(name);
    }),
    { numRuns: 500 },
  );
});
