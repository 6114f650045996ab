import { defineCheck, type Found, found, sound } from "#check/engine/check.ts";
import type { Failure } from "#check/engine/facts.ts";
import { changed } from "#check/samples/sample-site.ts";

export const certificate = defineCheck({
  id: "certificate",
  family: "reachable",
  question: "Is the certificate valid?",
  counted: "Invalid certificate",
  scope: "site",
  why: "With an invalid certificate, browsers show a full-page warning instead of your site, and crawlers turn back.",
  fix: "Renew the certificate for this name; most hosts do it free of charge, and by themselves from then on.",
  weight: 10,
  weightReason: "Almost nobody continues past the warning.",
  fixedByPlan: false,
  good: [],
  bad: [
    {
      title: "has a certificate that nobody trusts",
      change: changed({ certificate: "untrusted", plainHttp: "serves" }),
      alsoTrips: ["https-redirect", "canonical-other", "hreflang-return"],
    },
  ],
  run({ facts: { secureFailure, page } }) {
    if (secureFailure?.kind !== "certificate") return sound;
    return invalidCertificate(page.asked, secureFailure);
  },
});

export function invalidCertificate(address: string, { sentence }: Failure): Found {
  return found("Your site’s certificate is not valid, so browsers warn visitors away.", [
    { address, snippet: sentence },
  ]);
}
