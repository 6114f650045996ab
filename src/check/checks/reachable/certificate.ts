import { defineCheck, found, sound } from "#check/engine/check.ts";
import { changed } from "#check/samples/sample-site.ts";

export const certificate = defineCheck({
  id: "certificate",
  family: "reachable",
  question: "Is the certificate valid?",
  counted: "Invalid certificate",
  scope: "site",
  why: "With an invalid certificate, browsers show a full-page warning instead of your site.",
  fix: "Renew the certificate for this name; most hosts do it free of charge.",
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
    return found("Your site's certificate is not valid, so browsers warn visitors away.", [
      { address: page.asked, snippet: secureFailure.sentence },
    ]);
  },
});
