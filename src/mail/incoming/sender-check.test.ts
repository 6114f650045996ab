import { describe, expect, test } from "vitest";
import { sampleMail } from "../../../tests/support/mail/sample-mails.ts";
import { parseIncomingMail } from "./parse-incoming-mail.ts";
import { checkSender, type SenderCheck } from "./sender-check.ts";

/** Checks an email from ada@example.com with these header values, the topmost first. */
async function check(...values: readonly string[]): Promise<SenderCheck> {
  const headers = values.map((value) => `Authentication-Results: ${value}`);
  const { authenticationResults, sender } = await parseIncomingMail(sampleMail({ headers }));
  return checkSender(authenticationResults, "mx.example.org", sender);
}

describe("The sender of an email", () => {
  test.each([
    [
      "Gmail",
      "mx.example.org;\r\n       dkim=pass header.i=@example.com header.s=s1 header.b=OK3jSF/p;\r\n       spf=pass (google.com: domain of ada@example.com designates 192.0.2.1 as permitted sender) smtp.mailfrom=ada@example.com;\r\n       dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=example.com",
    ],
    ["OpenDMARC", "mx.example.org; dmarc=pass (p=none dis=none) header.from=example.com"],
    [
      "Rspamd",
      'mx.example.org;\r\n\tdkim=pass header.d=example.com header.s=k header.b="a/b=";\r\n\tdmarc=pass (policy=none) header.from=example.com;\r\n\tspf=pass (mx.example.org: ok) smtp.mailfrom=ada@example.com',
    ],
    ["a server that writes a version", "mx.example.org 1; dmarc=pass"],
    ["a server that writes a version of a method", "mx.example.org; dmarc/1=pass"],
    ["a server that writes its name in quotation marks", '"mx.example.org"; dmarc=pass'],
    ["capitals", "MX.Example.ORG; DMARC=Pass Header.From=EXAMPLE.com"],
    [
      "comments",
      "(a (b\\) c)) mx.example.org (d) ; (e) dmarc (f) = (g) pass (h) header . from = example.com",
    ],
    ["a reason", 'mx.example.org; dmarc=pass reason="all; good" header.from=example.com'],
    ["a semicolon at the end", "mx.example.org; dmarc=pass header.from=example.com;"],
    [
      "a signature of the sender's domain",
      "mx.example.org; dkim=fail header.d=other.com; dkim=pass header.d=example.com",
    ],
    [
      "SPF of the sender's domain",
      "mx.example.org; dmarc=none; spf=pass smtp.mailfrom=bounce=x@example.com",
    ],
  ])("is verified by the header of %s", async (_server, value) => {
    expect(await check(value)).toBe("verified");
  });

  test.each([
    [
      "DMARC fails",
      "mx.example.org; dmarc=fail (p=reject) header.from=example.com",
      "dmarc-failed",
    ],
    [
      "DMARC fails although a signature is right",
      "mx.example.org; dkim=pass header.d=example.com; dmarc=fail",
      "dmarc-failed",
    ],
    [
      "DMARC passes for another domain",
      "mx.example.org; dmarc=pass header.from=evil.com",
      "dmarc-failed",
    ],
    ["DMARC passes and fails", "mx.example.org; dmarc=pass; dmarc=fail", "dmarc-failed"],
    ["DMARC could not be checked", "mx.example.org; dmarc=temperror", "not-checked"],
    ["DMARC has an unknown result", "mx.example.org; dmarc=perhaps", "not-checked"],
    ["SPF fails", "mx.example.org; dmarc=none; spf=fail smtp.mailfrom=example.com", "spf-failed"],
    ["SPF fails softly", "mx.example.org; spf=softfail smtp.mailfrom=example.com", "unprotected"],
    ["there are no results", "mx.example.org; none", "unprotected"],
    [
      "the domain has no policy",
      "mx.example.org; dmarc=none header.from=example.com",
      "unprotected",
    ],
    ["another domain has signed", "mx.example.org; dkim=pass header.d=evil.com", "unprotected"],
    ["a parent domain has signed", "mx.example.org; dkim=pass header.d=com", "unprotected"],
    [
      "another domain has sent",
      "mx.example.org; spf=pass smtp.mailfrom=ada@example.com.evil.com",
      "unprotected",
    ],
    ["the greeting alone passes", "mx.example.org; spf=pass smtp.helo=example.com", "unprotected"],
    ["a result is in a comment", "mx.example.org; none (; dmarc=pass)", "unprotected"],
    [
      "a result is in a quoted text",
      'mx.example.org; spf=none smtp.mailfrom="; dmarc=pass"@evil.com',
      "unprotected",
    ],
    ["a server named by the sender passes", "mx.evil.com; dmarc=pass", "not-checked"],
    ["the name only begins alike", "mx.example.org.evil.com; dmarc=pass", "not-checked"],
    ["the name is in a comment", "(mx.example.org) mx.evil.com; dmarc=pass", "not-checked"],
    ["there is no name", "dmarc=pass header.from=example.com", "not-checked"],
    ["the version is unknown", "mx.example.org 2; dmarc=pass", "not-checked"],
    ["a comment does not end", "mx.example.org; dmarc=pass (", "not-checked"],
    [
      "a text of the sender breaks the grammar",
      "mx.example.org; spf=none smtp.mailfrom=a; dmarc=pass header.from=example.com; b@evil.com",
      "not-checked",
    ],
    ["the header is empty", "", "not-checked"],
    ["the header is endless", `mx.example.org; dmarc=pass ${"a=b ".repeat(3000)}`, "not-checked"],
  ] as const)("is not verified when %s", async (_case, value, result) => {
    expect(await check(value)).toBe(result);
  });

  test("is verified only by the topmost header of the server", async () => {
    const pass = "mx.example.org; dmarc=pass header.from=example.com";
    expect(await check("mx.example.org; spf=none", pass)).toBe("unprotected");
    expect(await check("mx.example.org; dmarc=none", pass)).toBe("unprotected");
    expect(await check("mx.example.org; dmarc=?", pass)).toBe("not-checked");
    expect(await check("mx.evil.com; dmarc=fail", pass)).toBe("verified");
    expect(await check()).toBe("not-checked");
  });

  test("is rejected by any header of the server", async () => {
    const fail = "mx.example.org; dmarc=fail header.from=example.com";
    expect(await check("mx.example.org; dmarc=pass", fail)).toBe("dmarc-failed");
    expect(await check(fail, "mx.example.org; dmarc=pass")).toBe("dmarc-failed");
  });
});
