import { setTimeout as sleep } from "node:timers/promises";

export const visitorHeaders = { accept: "text/html", "accept-encoding": "gzip, deflate, br" };

const mostVisits = 20;
const pauseMs = 20;

/**
 * Requests a page until the response is compressed with brotli, because the server uses brotli only
 * for pages with several visits.
 */
export async function visitOften(url: string): Promise<void> {
  for (let visit = 0; visit < mostVisits; visit++) {
    const answer = await fetch(url, { headers: visitorHeaders });
    await answer.arrayBuffer();
    if (answer.headers.get("content-encoding") === "br") return;
    await sleep(pauseMs);
  }
}
