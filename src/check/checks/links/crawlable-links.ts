import { defineCheck, found, sound } from "#check/engine/check.ts";
import { inHtml } from "#check/samples/sample-site.ts";

const link = '<a href="/buns/">';

export const crawlableLinks = defineCheck({
  id: "crawlable-links",
  family: "links",
  question: "Can crawlers follow the links?",
  counted: "Pages with links that crawlers cannot follow",
  why: "Crawlers follow only links with an address. A link that runs a script leads them nowhere.",
  fix: 'Give each link a real address: <a href="/page/">.',
  weight: 5,
  weightReason: "Pages behind such links may never be found.",
  fixedByPlan: true,
  good: [
    {
      title: "has an anchor without a link",
      change: inHtml(link, '<a id="buns"></a><a href="/buns/">'),
    },
    {
      title: "links to a phone number",
      change: inHtml(link, '<a href="tel:+4640123">Call</a><a href="/buns/">'),
    },
    {
      title: "links within the page",
      change: inHtml(link, '<a href="#top">Up</a><a href="/buns/">'),
    },
  ],
  bad: [
    {
      title: "links by script",
      change: inHtml(link, '<a href="javascript:open()">Open</a><a href="/buns/">'),
    },
    {
      title: "links by a click",
      change: inHtml(link, '<a onclick="go()">Go</a><a href="/buns/">'),
    },
  ],
  run({ page }) {
    const dead = page.all("a").filter(({ attributes, isInert }) => {
      if (isInert || attributes.get("role") === "button") return false;
      const href = attributes.get("href");
      if (href === undefined) return attributes.has("onclick");
      if (/^\s*javascript:/i.test(href)) return true;
      return URL.parse(href.trim(), page.base) === null;
    });
    if (dead.length === 0) return sound;
    return found(
      dead.length === 1
        ? "A link of your page leads crawlers nowhere."
        : `${dead.length} links of your page lead crawlers nowhere.`,
      dead.map(({ place }) => place),
    );
  },
});
