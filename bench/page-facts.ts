import type { Facts } from "#check/engine/facts.ts";

/** Facts of a website whose home page is `html`. */
export function factsOfHtml(html: string): Facts {
  const address = "https://sound.test/";
  const body = new TextEncoder().encode(html);
  const headers = [["content-type", "text/html; charset=utf-8"]] as const;
  const answer = { asked: address, hops: [], address, headers, isCut: false, firstByteMs: 20 };
  return {
    asked: address,
    at: 0,
    secureFailure: null,
    page: { ...answer, status: 200, body },
    robots: { ...answer, status: 404, body: new Uint8Array() },
  };
}
