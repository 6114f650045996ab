import type { Exchange, Hop } from "../engine/facts.ts";
import type { FetchSession } from "../fetching/fetch-public.ts";
import { FetchRefusal } from "../fetching/fetch-public.ts";
import { sampleAnswer } from "./sample-answer.ts";
import type { SampleSite } from "./sample-site.ts";

/** Answers from a sample site in memory, in place of the network requests of `PublicFetcher`. */
export function sampleSession(site: SampleSite): FetchSession {
  let left = 12;
  return {
    get requestsLeft() {
      return left;
    },
    async get(asked, { maxBytes = Number.POSITIVE_INFINITY, beforeRequest, stopBefore } = {}) {
      const hops: Hop[] = [];
      let address = asked;
      try {
        for (;;) {
          await beforeRequest?.(address);
          if (left === 0) throw new FetchRefusal("too-many-requests", "The requests were used up.");
          left -= 1;
          if (address.startsWith("https:") && site.certificate === "untrusted") {
            throw new FetchRefusal(
              "certificate",
              "The certificate of sound.test is not valid (a part of the chain is missing).",
            );
          }
          const answer = sampleAnswer(site, address);
          if (answer === null)
            throw new FetchRefusal("unreachable", "The server of sound.test does not answer.");
          const whole = new TextEncoder().encode(answer.body ?? "");
          const exchange: Exchange = {
            asked,
            hops,
            address,
            status: answer.status,
            headers: Object.entries(answer.headers ?? {}),
            body: whole.subarray(0, maxBytes),
            isCut: whole.length > maxBytes,
            firstByteMs: answer.delayMs ?? 20,
          };
          const location = answer.headers?.location;
          if (location === undefined || answer.status < 300 || answer.status > 399) return exchange;
          hops.push({ address, status: answer.status, location });
          const next = new URL(location, address);
          if (stopBefore?.(next)) return exchange;
          address = next.href;
        }
      } catch (error) {
        if (!(error instanceof FetchRefusal)) throw error;
        return { asked, hops, failure: error.failure };
      }
    },
  };
}
