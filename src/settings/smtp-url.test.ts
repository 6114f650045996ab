import { expect, test } from "vitest";
import { mailServerIn, smtpUrlOf } from "./smtp-url.ts";

const server = { host: "mail.example.com", port: 2525, encryption: "tls", user: "" } as const;

test.each([
  [server, "", "smtps://mail.example.com:2525"],
  [{ ...server, host: "::1", encryption: "none" }, "", "smtp://[::1]:2525?ignoreTLS=true"],
  [
    { ...server, user: "shop@example.com", encryption: "starttls" },
    "p:a/s#s?w%r@d",
    "smtp://shop%40example.com:p%3Aa%2Fs%23s%3Fw%25r%40d@mail.example.com:2525?requireTLS=true",
  ],
] as const)(
  "the settings of a mail server become an SMTP URL, and are read back from the URL unchanged",
  (facts, password, url) => {
    expect(smtpUrlOf(facts, password)).toBe(url);
    expect(mailServerIn(url)).toEqual({ ...facts, hasPassword: password !== "" });
  },
);

test("an SMTP URL without a port has the default port of its protocol", () => {
  expect(mailServerIn("smtps://mail.example.com")).toMatchObject({ port: 465, encryption: "tls" });
  const open = { port: 587, encryption: "if-offered", user: "", hasPassword: false };
  expect(mailServerIn("smtp://mail.example.com")).toMatchObject(open);
});
