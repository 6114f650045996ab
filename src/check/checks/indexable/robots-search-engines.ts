import { defineCheck, type Found, found, sound, unseen } from "#check/engine/check.ts";
import type { RobotsRule } from "#check/engine/robots.ts";
import { inAnswer } from "#check/samples/sample-site.ts";

export const robotsSearchEngines = defineCheck({
  id: "robots-search-engines",
  family: "indexable",
  question: "Does robots.txt let Google and Bing read the page?",
  counted: "Pages that robots.txt does not let Google or Bing read",
  why: "A search engine that may not read the page shows it without its text, or not at all.",
  fix: "Remove or narrow the rule in robots.txt, then ask for the page again in Google Search Console. In WordPress, the rule comes from Settings, Reading: “Discourage search engines from indexing this site”.",
  weight: 9,
  weightReason: "The page loses its title and text in search results, and mostly its place.",
  fixedByPlan: true,
  good: [
    { title: "forbids another folder", change: inAnswer("/robots.txt", "/till/", "/basket/") },
    {
      title: "forbids all but the home page",
      change: inAnswer("/robots.txt", "Disallow: /till/", "Disallow: /b\nAllow: /$"),
    },
  ],
  bad: [
    {
      title: "forbids Googlebot",
      change: inAnswer(
        "/robots.txt",
        "User-agent: *",
        "User-agent: Googlebot\nDisallow: /\n\nUser-agent: *",
      ),
    },
    {
      title: "forbids Bingbot by a pattern",
      change: inAnswer(
        "/robots.txt",
        "User-agent: *",
        "User-agent: bingbot\nDisallow: /*\n\nUser-agent: *",
      ),
    },
  ],
  run({ robots, facts: { robots: file } }) {
    if (robots === null)
      return unseen("Whether Google and Bing may read the page: robots.txt gave no answer.");
    const refused = searchEngines.flatMap((agent) => {
      const { isAllowed, rule } = robots.decide(agent);
      return isAllowed || rule === null ? [] : [{ agent, rule }];
    });
    if (refused.length === 0) return sound;
    return forbiddenTo(refused, file.asked);
  },
});

export const searchEngines = ["Googlebot", "Bingbot"] as const;

interface RefusedEngine {
  readonly agent: (typeof searchEngines)[number];
  readonly rule: RobotsRule;
}

export function forbiddenTo(refused: readonly RefusedEngine[], robotsFile: string): Found {
  const names = refused.map(({ agent }) => agent).join(" or ");
  const lines = new Map(refused.map(({ rule }) => [rule.line, rule.text]));
  return found(
    `robots.txt does not let ${names} read this page.`,
    [...lines].map(([line, snippet]) => ({ address: robotsFile, line, snippet })),
  );
}
