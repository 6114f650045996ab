import { expect, test } from "vitest";
import { encryptText } from "../platform/encrypted-text.ts";
import { decryptPassword, encryptPassword } from "./encrypted-password.ts";

const secret = "a secret of thirty-two characters";
const login = { host: "mail.example.com", port: 465, encryption: "tls", user: "shop" } as const;

test.each(["hedgerow", "", "pä:ss/w@rd 🌾"])(
  "a password is stored encrypted and can be read with the same secret: %j",
  (password) => {
    const stored = encryptPassword(secret, login, password);
    expect(stored).toMatch(/^[\w-]+$/);
    if (password !== "") expect(Buffer.from(stored, "base64url").includes(password)).toBe(false);
    expect(decryptPassword(secret, login, stored)).toBe(password);
    // Each encryption uses a new nonce, so that equal passwords cannot be recognised.
    expect(encryptPassword(secret, login, password)).not.toBe(stored);
  },
);

test("a password cannot be read with another secret, for another destination, or after a change", () => {
  const stored = encryptPassword(secret, login, "hedgerow");
  const otherSecret = `${secret}!`;
  expect(decryptPassword(otherSecret, login, stored)).toBeNull();
  const elsewhere = [
    { host: "evil.example" },
    { port: 587 },
    { encryption: "starttls" as const },
    { encryption: "none" as const },
    { encryption: "if-offered" as const },
    { user: "other" },
  ];
  for (const change of elsewhere) {
    expect(decryptPassword(secret, { ...login, ...change }, stored)).toBeNull();
  }
  const bytes = Buffer.from(stored, "base64url");
  for (const place of [0, 12, 28, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(decryptPassword(secret, login, changed.toString("base64url"))).toBeNull();
  }
  for (const cut of ["", stored.slice(0, 20), stored.slice(0, -4)]) {
    expect(decryptPassword(secret, login, cut)).toBeNull();
  }
});

test("a password that an earlier version bound to host and user can still be read", () => {
  const key = { secret, purpose: "furrow: password of the mail server" };
  const stored = encryptText(key, [login.host, login.user], "hedgerow");
  expect(decryptPassword(secret, login, stored)).toBe("hedgerow");
  expect(decryptPassword(secret, { ...login, host: "evil.example" }, stored)).toBeNull();
  expect(decryptPassword(secret, { ...login, user: "other" }, stored)).toBeNull();
});
