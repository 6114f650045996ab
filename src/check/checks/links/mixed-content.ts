import { defineCheck, found, sound } from "#check/engine/check.ts";
import { inHtml } from "#check/samples/sample-site.ts";

const loading: readonly (readonly [name: string, attribute: string])[] = [
  ["img", "src"],
  ["script", "src"],
  ["iframe", "src"],
  ["link", "href"],
  ["video", "src"],
  ["audio", "src"],
  ["source", "src"],
];
const loadingRels = /\b(stylesheet|icon|preload|manifest)\b/i;

export const mixedContent = defineCheck({
  id: "mixed-content",
  family: "links",
  question: "Is everything on the page loaded with encryption?",
  counted: "Pages with unencrypted parts",
  why: "Browsers block scripts and styles without encryption on an encrypted page, and mark the page as not fully secure.",
  fix: "Change http:// to https:// in these addresses.",
  weight: 5,
  weightReason: "Parts of the page are missing, and so is the lock in the browser.",
  fixedByPlan: true,
  good: [
    {
      title: "links to an http page",
      change: inHtml("https://maps.test/rye", "http://maps.test/rye"),
    },
  ],
  bad: [
    {
      title: "loads a picture without encryption",
      change: inHtml('src="/oven.jpg"', 'src="http://pictures.test/oven.jpg"'),
    },
  ],
  run({ page }) {
    if (page.address.startsWith("http:")) return sound;
    const plain = loading.flatMap(([name, attribute]) =>
      page.all(name).filter(({ attributes, isInert }) => {
        const isLoaded = name !== "link" || loadingRels.test(attributes.get("rel") ?? "");
        return isLoaded && !isInert && /^\s*http:\/\//i.test(attributes.get(attribute) ?? "");
      }),
    );
    if (plain.length === 0) return sound;
    return found(
      plain.length === 1
        ? "A part of your page is loaded without encryption."
        : `${plain.length} parts of your page are loaded without encryption.`,
      plain.map(({ place }) => place),
    );
  },
});
