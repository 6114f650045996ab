import { defineCheck, found, sound } from "#check/engine/check.ts";
import { hasAnswered, headerOf } from "#check/engine/facts.ts";
import { robotsBytes } from "#check/engine/robots-status.ts";
import { withAnswer, without } from "#check/samples/sample-site.ts";

export const robotsFile = defineCheck({
  id: "robots-file",
  family: "indexable",
  question: "Can crawlers read robots.txt?",
  counted: "Unreadable robots.txt",
  scope: "site",
  why: "Crawlers ask for this file before every visit. When they get a web page or a file that is too long, they ignore your rules.",
  fix: "Serve robots.txt as plain text of less than 500 KiB, or answer 404 when you need no rules.",
  weight: 3,
  weightReason: "Crawlers continue without the rules.",
  fixedByPlan: true,
  good: [{ title: "has no robots.txt", change: without("/robots.txt") }],
  bad: [
    {
      title: "answers with a web page",
      change: withAnswer("/robots.txt", {
        status: 200,
        headers: { "content-type": "text/html" },
        body: "<!doctype html><title>Home</title>",
      }),
    },
    {
      title: "is too long",
      change: withAnswer("/robots.txt", {
        status: 200,
        headers: { "content-type": "text/plain" },
        body: `User-agent: *\n${"Disallow: /old-page/\n".repeat(26_000)}`,
      }),
    },
  ],
  run({ facts: { robots } }) {
    if (!hasAnswered(robots) || robots.status !== 200) return sound;
    const beginning = new TextDecoder().decode(robots.body.subarray(0, 300)).trimStart();
    if (/^<(!doctype|html|head)/i.test(beginning)) {
      return found("robots.txt is a web page instead of a list of rules.", [
        { address: robots.address, line: 1, snippet: beginning },
      ]);
    }
    if (robots.body.length <= robotsBytes && !robots.isCut) return sound;
    return found("robots.txt is longer than 500 KiB, and crawlers ignore the rest.", [
      {
        address: robots.address,
        snippet: `Content-Type: ${headerOf(robots, "content-type") ?? "none"}`,
      },
    ]);
  },
});
