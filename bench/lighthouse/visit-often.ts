import { setTimeout as sleep } from "node:timers/promises";

/** How a browser asks. */
export const visitorHeaders = { accept: "text/html", "accept-encoding": "gzip, deflate, br" };

const mostVisits = 20;
const pauseMs = 20;

/** Brings a page to what most of its visitors get: it is in brotli once a few have looked at it. */
export async function visitOften(url: string): Promise<void> {
  for (let visit = 0; visit < mostVisits; visit++) {
    const answer = await fetch(url, { headers: visitorHeaders });
    await answer.arrayBuffer();
    if (answer.headers.get("content-encoding") === "br") return;
    await sleep(pauseMs);
  }
}
