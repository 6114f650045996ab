import type { CheckTexts } from "./engine/check.ts";
import { productToken } from "./engine/robots-status.ts";

/**
 * Questions about a site whose page could not be read. `fetching/find-obstacle.ts` answers them; no
 * check of the registry can, because each check reads the page.
 */
export const serverAnswers: CheckTexts = {
  id: "server-answers",
  family: "reachable",
  question: "Does the server answer?",
  counted: "Servers that do not answer",
  scope: "visit",
  why: "Nobody can open a site whose server does not answer, and search engines drop its pages after a few visits in vain.",
  fix: "Ask your host whether the server runs. If the site opens in your browser, a firewall turns programs away: have it let search engines in.",
  weight: 10,
  weightReason: "As long as it lasts, neither visitors nor search engines see the site.",
  fixedByPlan: false,
};

export const answerInTime: CheckTexts = {
  id: "answer-in-time",
  family: "reachable",
  question: "Does the server answer in time?",
  counted: "Servers that answer too slowly",
  scope: "visit",
  why: "Visitors leave after about three seconds. Search engines read fewer pages of a slow site, and none that takes too long.",
  fix: "Have the server cache finished pages, or move to a faster host. If the site is fast in your browser, a firewall holds programs up: have it let search engines in.",
  weight: 10,
  weightReason: "A page that does not come is not found. It is measured once, from our server.",
  fixedByPlan: true,
};

export const redirectsEnd: CheckTexts = {
  id: "redirects-end",
  family: "reachable",
  question: "Do the redirects end at a page?",
  counted: "Addresses that redirect in a circle",
  scope: "site",
  why: "Search engines and browsers give up on an address that leads back to itself, so nothing of the site is found.",
  fix: "Find the two rules that contradict each other, often one in the server’s settings and one in the website system, and remove one of them.",
  weight: 10,
  weightReason: "Search engines never reach the page.",
  fixedByPlan: true,
};

export const robotsAnswers: CheckTexts = {
  id: "robots-answers",
  family: "indexable",
  question: "Does robots.txt answer without an error?",
  counted: "robots.txt that answers with an error",
  scope: "site",
  why: "Search engines ask for robots.txt before every visit. If it answers with an error of the server, they turn back from the whole site, and drop its pages when the error stays.",
  fix: "Make robots.txt answer with status 200, or with 404 if you need no rules. The server’s error log says why it fails.",
  weight: 10,
  weightReason: "No page of the site is read any more.",
  fixedByPlan: true,
};

export const ownCrawler: CheckTexts = {
  id: "own-crawler",
  family: "indexable",
  question: "May our crawler read the page?",
  counted: "Pages that robots.txt does not let our crawler read",
  scope: "site",
  why: "robots.txt lets Google and Bing read the page, but not our crawler, which obeys it. That costs you nothing in search results; we only cannot say what a check would find.",
  fix: `To have the site checked, add two lines to robots.txt: “User-agent: ${productToken}” and “Allow: /”. You can remove them afterwards.`,
  weight: 0,
  weightReason: "It is the owner’s decision; we state it and do not judge it.",
  fixedByPlan: false,
};

export const obstacles: readonly CheckTexts[] = [
  serverAnswers,
  answerInTime,
  redirectsEnd,
  robotsAnswers,
  ownCrawler,
];
