import { defineCheck, found, sound } from "#check/engine/check.ts";
import { isOk } from "#check/engine/facts.ts";
import { changed } from "#check/samples/sample-site.ts";

export const oneHost = defineCheck({
  id: "one-host",
  family: "reachable",
  question: "Do the names with and without “www.” lead to one site?",
  counted: "Two names without a redirect between them",
  why: "Two names with the same pages divide the links that count for you.",
  fix: "Choose one of the names and redirect the other to it, page by page, with status 301.",
  weight: 4,
  weightReason: "Search engines often guess right, but not always.",
  fixedByPlan: true,
  needs: ["otherHost"],
  good: [{ title: "has no second name", change: changed({ otherHost: "unknown" }) }],
  bad: [{ title: "serves both names", change: changed({ otherHost: "serves" }) }],
  run({ facts: { otherHost, page } }) {
    if (!isOk(otherHost)) return sound;
    const [here, there] = [new URL(page.address).hostname, new URL(otherHost.address).hostname];
    if (here === there) return sound;
    return found(`Your site answers as ${here} and as ${there}, and neither leads to the other.`, [
      { address: otherHost.address, snippet: "HTTP status 200, no redirect" },
    ]);
  },
});
