import { defineCheck, found, sound } from "#check/engine/check.ts";
import { withAnswer } from "#check/samples/sample-site.ts";

const fewestLetters = 80;
const shell =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Rye</title><meta name="description" content="Bread every morning."><link rel="canonical" href="https://sound.test/"></head><body><div id="root"></div><script src="/app.js"></script></body></html>';

export const emptyWithoutScript = defineCheck({
  id: "empty-without-script",
  family: "understood",
  question: "Is there text before a script runs?",
  counted: "Pages that are empty without a script",
  why: "Crawlers get the HTML first. Google runs scripts later, and most AI assistants never do: for them, the page is empty.",
  fix: "Have the server send the text of the page (server rendering or prerendering).",
  weight: 7,
  weightReason:
    "Google may find the page late; others see nothing. We judge the HTML only, not what scripts show.",
  fixedByPlan: true,
  good: [],
  bad: [
    {
      title: "is an empty frame for a script",
      change: withAnswer("/", {
        status: 200,
        headers: { "content-type": "text/html; charset=utf-8" },
        body: shell,
      }),
      alsoTrips: ["main-heading", "internal-links"],
    },
  ],
  run({ page }) {
    const letters = page.bodyText.length;
    const scripts = page.scripts.filter(
      ({ attributes }) => attributes.has("src") || !attributes.has("type"),
    );
    if (letters >= fewestLetters || scripts.length === 0) return sound;
    return found("Your page is almost empty until its scripts run.", [
      scripts[0]?.place ?? page.place(1, ""),
    ]);
  },
});
