import { defineCheck, found, sound, unseen } from "#check/engine/check.ts";
import { hasAnswered } from "#check/engine/facts.ts";
import { changed } from "#check/samples/sample-site.ts";

export const httpsRedirect = defineCheck({
  id: "https-redirect",
  family: "reachable",
  question: "Does the unencrypted address lead to the encrypted one?",
  counted: "Missing redirect to the encrypted address",
  why: "Without a redirect, old links show a page that browsers mark “Not secure”, and search engines see two sites instead of one.",
  fix: "Redirect every http:// address to the same address with https://, with status 301.",
  weight: 7,
  weightReason: "Visitors are warned, and links count for two different sites.",
  fixedByPlan: true,
  needs: ["plainHttp"],
  good: [{ title: "answers https only", change: changed({ plainHttp: "refuses" }) }],
  bad: [{ title: "serves the page on both", change: changed({ plainHttp: "serves" }) }],
  run({ facts: { plainHttp, page } }) {
    if (page.address.startsWith("http:")) {
      return found("Your page is sent without encryption, so browsers mark it “Not secure”.", [
        { address: page.address, snippet: page.address },
      ]);
    }
    if (!hasAnswered(plainHttp)) {
      return plainHttp?.failure.kind === "too-many-requests"
        ? unseen(
            "Whether the unencrypted address redirects: the requests of this check were used up.",
          )
        : sound;
    }
    const isLedOn = plainHttp.hops.some(({ location }) => /^https:/i.test(location));
    if (isLedOn || plainHttp.status >= 400) return sound;
    return found(
      "Your site also answers without encryption, and does not lead visitors to https.",
      [
        {
          address: plainHttp.asked,
          snippet: `HTTP status ${plainHttp.status}, no redirect to https`,
        },
      ],
    );
  },
});
