import { publicPages } from "../found/public-pages.ts";

/**
 * Which links a browser may fetch ahead when they are about to be followed (speculation rules): the
 * public pages alone, because fetching one of them changes nothing and counts as nothing.
 */
export const nextPageRules = JSON.stringify({
  prefetch: [{ where: { href_matches: Object.values(publicPages) }, eagerness: "moderate" }],
});

export function NextPages() {
  return (
    <script
      type="speculationrules"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own rules, which the page's policy knows by their hash
      dangerouslySetInnerHTML={{ __html: nextPageRules }}
    />
  );
}
