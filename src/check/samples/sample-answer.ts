import { type SampleAnswer, type SampleSite, sampleHost } from "./sample-site.ts";

/** The answer of a sample site to an address; null when no server listens at the address. */
export function sampleAnswer(site: SampleSite, address: string): SampleAnswer | null {
  const url = new URL(address);
  const redirect = {
    status: 301,
    headers: { location: `https://${sampleHost}${url.pathname}${url.search}` },
  };
  if (url.hostname === `www.${sampleHost}`) {
    if (site.otherHost === "unknown") return null;
    if (site.otherHost === "redirects") return redirect;
  } else if (url.hostname !== sampleHost) return null;
  if (url.protocol === "http:") {
    if (site.plainHttp === "refuses") return null;
    if (site.plainHttp === "redirects") return redirect;
  }
  const path = url.pathname + url.search;
  return site.answers[url.hostname + path] ?? site.answers[path] ?? site.otherwise;
}
