import { expect, test } from "vitest";
import { cheapHashCost } from "../../../tests/support/rights/cheap-hashes.ts";
import { createPasswordHashes, usualHashCost } from "./password-hashes.ts";

const password = "hedgerow and barley";
const cheap = createPasswordHashes(cheapHashCost);

test("a hash has its own salt and the parameters that OWASP recommends", async () => {
  const usual = createPasswordHashes();
  const hash = await usual.hash(password);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await usual.verify({ hash, password })).toBe(true);
  expect(await usual.verify({ hash, password: `${password}.` })).toBe(false);
  expect(usual.isOutdated(hash)).toBe(false);
  const again = await cheap.hash(password);
  expect(again).not.toBe(await cheap.hash(password));
  expect(usualHashCost.memoryKiB).toBeGreaterThanOrEqual(19_456);
});

test("a hash with another cost than the configured one is accepted, and reported as outdated", async () => {
  const hash =
    "$argon2id$v=19$m=32,t=3,p=1$YSBzYWx0IGZvciB0ZXN0cw$zSsN4w+bP6qPzXK5FrhVI14LZXKXCC7noxf/yJxZPFA";
  expect(await cheap.verify({ hash, password })).toBe(true);
  expect(cheap.isOutdated(hash)).toBe(true);
});

test("a scrypt hash of an earlier version is accepted, and reported as outdated", async () => {
  const hash =
    "306022aecc20b48cf049fa02acc82a34:36eb1a0b4a1e018108104d03b94d2af2278155946e3280aa72103ceb0ae13c5643581aebad1e50d5636ef594c5bcb556b93ff4c9a8864568ae724136fe03262b";
  expect(await cheap.verify({ hash, password })).toBe(true);
  expect(await cheap.verify({ hash, password: "not the password" })).toBe(false);
  expect(cheap.isOutdated(hash)).toBe(true);
  expect(createPasswordHashes().isOutdated(await cheap.hash(password))).toBe(true);
});

test("a password may have spaces, any script and a thousand characters, and be empty", async () => {
  for (const text of [`${"hedgerow ".repeat(7)}x`, "ü 🌾 שלום 麦", "x".repeat(1024), ""]) {
    const hash = await cheap.hash(text);
    expect(await cheap.verify({ hash, password: text })).toBe(true);
    expect(await cheap.verify({ hash, password: `${text} ` })).toBe(false);
  }
});

test("a password matches whether ü is typed as one code point or two", async () => {
  const hash = await cheap.hash("gr\u00fcne Wiese");
  expect(await cheap.verify({ hash, password: "gru\u0308ne Wiese" })).toBe(true);
});

test("a prepared hash is used only for the same password and only within the same call of `preparing`", async () => {
  await cheap.preparing(async () => {
    await cheap.prepare(password);
    const hash = await cheap.hash(password);
    expect(await cheap.hash(password)).toBe(hash);
    expect(await cheap.hash("another")).not.toBe(hash);
    expect(await cheap.verify({ hash, password })).toBe(true);
    expect(await cheap.preparing(() => cheap.hash(password))).not.toBe(hash);
  });
});

test("hashing is refused with 'unavailable' while 40 passwords wait, and works again afterwards", async () => {
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => cheap.hash(password)));
  const refused = results.filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThanOrEqual(60 - 40 - 3);
  expect(refused[0]).toMatchObject({ reason: { code: "unavailable" } });
  expect(await cheap.hash(password)).toMatch(/^\$argon2id/);
});
