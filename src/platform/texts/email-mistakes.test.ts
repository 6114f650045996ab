import fc from "fast-check";
import { expect, test } from "vitest";
import { likelyEmail } from "./email-mistakes.ts";

const meantBy = (domain: string) => likelyEmail(`Ada.Field@${domain}`, "www.furrow.example");

test.each([
  ["gmail.com", "gmial.com gmal.com gamil.com gmaill.com gnail.com gmail.con gmail.co gmail.cm"],
  ["gmail.com", "gmail.om gmail.comm gmail.cmo gmail.vom gmial.con gmai.com GMIAL.com gmil.co"],
  ["hotmail.com", "hotmial.com hotmal.com hotmai.com hotmaill.com hotmail.co hotnail.com"],
  ["outlook.com", "outlok.com outloook.com outllook.com outlook.con outlook.co"],
  ["yahoo.com", "yaho.com yhaoo.com yahooo.com yahoo.cm yaoo.com"],
  ["icloud.com", "icloud.co icoud.com iclould.com iclud.com icloud.con"],
  ["yahoo.co.uk", "yaho.co.uk yahooo.co.uk"],
  ["hotmail.fr", "hotmial.fr"],
  ["aol.com", "aol.con"],
  ["furrow-farm.com", "furrow-farm.con furrow-farm.cpm furrow-farm.coom"],
])("asks whether %s was meant by %s", (meant, typed) => {
  for (const domain of typed.split(" ")) {
    expect([domain, meantBy(domain)]).toEqual([domain, `Ada.Field@${meant}`]);
  }
});

test.each([
  "gmail.com hotmail.com outlook.com yahoo.com icloud.com googlemail.com protonmail.com proton.me",
  "email.com mail.com ymail.com gmx.com gmx.net gmx.de gmx.at me.com mac.com msn.com live.com aol.de",
  "yahoo.co.uk yahoo.com.br yahoo.fr yahoo.co.in hotmail.co.uk hotmail.fr hotmail.se live.nl live.fr",
  "outlook.de outlook.com.br gmail.de web.de t-online.de mailbox.org posteo.de fastmail.com zoho.com",
  "cloud.com gcloud.com tmail.com comcast.net att.net orange.fr libero.it qq.com 163.com naver.com",
  "acme.com acme.co acme.cm acme.om acme.cam acme.co.uk gmail.acme.com hotmal.io mail.gmial.example",
])("asks about none of %s", (domains) => {
  for (const domain of domains.split(" ")) {
    expect([domain, meantBy(domain)]).toEqual([domain, null]);
  }
});

test("asks neither about the business's own domain nor about a text that is no address", () => {
  expect(likelyEmail("ada@gmal.com", "gmal.com")).toBeNull();
  expect(likelyEmail("ada@gmal.com", "www.gmal.com")).toBeNull();
  for (const text of ["", "gmial.com", "@gmial.com", "ada@", "ada@gmial"]) {
    expect(likelyEmail(text, "furrow.example")).toBeNull();
  }
});

test("an address that was suggested is asked about no more", () => {
  const letter = fc.constantFrom(..."abcghilmotuyk.");
  const mistyped = fc
    .tuple(fc.constantFrom("gmail.com", "yahoo.fr", "icloud.com"), fc.nat(12), letter, fc.nat(1))
    .map(([domain, at, other, cut]) => domain.slice(0, at) + other + domain.slice(at + cut));
  fc.assert(
    fc.property(mistyped, (domain) => {
      const meant = meantBy(domain);
      return meant === null || likelyEmail(meant, "furrow.example") === null;
    }),
  );
});
