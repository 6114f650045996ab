import { defineCheck, found, sound } from "#check/engine/check.ts";
import { withAnswer } from "#check/samples/sample-site.ts";

const slowMs = 1800;

export const firstByte = defineCheck({
  id: "first-byte",
  family: "reachable",
  question: "Does the server answer quickly?",
  counted: "Pages with a slow answer",
  scope: "visit",
  why: "Everything else on the page waits for the first byte, and visitors leave after about three seconds.",
  fix: "Have the server cache finished pages, or move to a faster host.",
  weight: 5,
  weightReason:
    "Google calls more than 1.8 seconds poor. It is measured once, from our server, so it may differ for your visitors.",
  fixedByPlan: true,
  good: [],
  bad: [
    {
      title: "thinks for two seconds",
      change: (site) =>
        withAnswer("/", { ...(site.answers["/"] ?? site.otherwise), delayMs: slowMs + 200 })(site),
    },
  ],
  run({ facts: { page } }) {
    if (page.firstByteMs <= slowMs) return sound;
    const seconds = (page.firstByteMs / 1000).toFixed(1);
    return found(`Your server took ${seconds} seconds until the first byte.`, [
      { address: page.address, snippet: `First byte after ${Math.round(page.firstByteMs)} ms` },
    ]);
  },
});
