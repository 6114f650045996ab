import { defineCheck, found, sound } from "#check/engine/check.ts";
import { headerOf } from "#check/engine/facts.ts";
import { both, inHtml, withHeaders } from "#check/samples/sample-site.ts";

const worthwhileBytes = 10_000;
const long = inHtml(
  "<h2>What we bake</h2>",
  `<h2>What we bake</h2><p>${"Rye bread. ".repeat(1200)}</p>`,
);

export const compression = defineCheck({
  id: "compression",
  family: "reachable",
  question: "Is the page sent compressed?",
  counted: "Pages sent without compression",
  why: "Text shrinks to about a quarter, and a phone shows the page that much sooner.",
  fix: "Switch on gzip or Brotli for text in the server’s settings.",
  weight: 3,
  weightReason: "It makes each visit slower, above all with a bad connection.",
  fixedByPlan: true,
  good: [{ title: "is long and compressed", change: long }],
  bad: [
    {
      title: "is long and not compressed",
      change: both(long, withHeaders({ "content-encoding": "" })),
    },
  ],
  run({ facts: { page } }) {
    if (page.body.length < worthwhileBytes || headerOf(page, "content-encoding") !== null)
      return sound;
    return found(
      `Your page is sent without compression: ${Math.round(page.body.length / 1000)} kB where a quarter would do.`,
      [{ address: page.address, snippet: "No Content-Encoding header" }],
    );
  },
});
