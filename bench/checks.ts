import { performance } from "node:perf_hooks";
import { parseDocument } from "htmlparser2";
import type { Facts } from "../src/check/engine/facts.ts";
import { runChecks } from "../src/check/engine/run-checks.ts";
import { soundSite } from "../src/check/samples/sample-site.ts";
import type { Measure } from "./measure.ts";

const rounds = 20;
const fullBytes = 2 * 1024 * 1024;

/**
 * Time of all checks of a page, compared with htmlparser2, which only parses. Both read the same
 * page, but in place of a hostile page htmlparser2 reads an ordinary page of the same size, because
 * it needs half a minute for deep nesting.
 */
export async function measureChecks(): Promise<Measure[]> {
  const sample = soundSite.answers["/"]?.body ?? "";
  const sections = '<section><h2>Bread</h2><p>Rye and <a href="/rye/">spelt</a>.</p></section>';
  const ordinary = sample.replace("</body>", `${sections.repeat(900)}</body>`);
  const nested = sample + "<div>".repeat((fullBytes - sample.length) / 5);
  const formatted = sample + "<b><i><a>".repeat((fullBytes - sample.length) / 9);
  const tables = sample + "<table><a>".repeat((fullBytes - sample.length) / 10);
  const many = sample + sections.repeat((fullBytes - sample.length) / sections.length);
  return [
    beside("Check of a page of 70 kB", ordinary, ordinary, 300),
    beside("Check of 2 MB of sections", many, many, 1000),
    beside("Check of 2 MB of nested elements", nested, many, 1000),
    beside("Check of 2 MB of unclosed formatting", formatted, many, 1000),
    beside("Check of 2 MB of tables around links", tables, many, 1000),
  ];
}

function beside(name: string, html: string, parsed: string, atMost: number): Measure {
  const facts = factsOf(html);
  const furrow = medianMs(() => runChecks(facts));
  const baseline = medianMs(() => parseDocument(parsed));
  return { name, furrow, baseline, unit: "ms", target: { of: "figure", atMost } };
}

function medianMs(run: () => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const startedAt = performance.now();
    run();
    return performance.now() - startedAt;
  }).sort((one, other) => one - other);
  return times[rounds / 2] ?? 0;
}

function factsOf(html: string): Facts {
  const address = "https://sound.test/";
  const body = new TextEncoder().encode(html);
  const headers = [["content-type", "text/html; charset=utf-8"]] as const;
  const answer = { asked: address, hops: [], address, headers, isCut: false, firstByteMs: 20 };
  return {
    ...{ asked: address, at: 0, secureFailure: null },
    page: { ...answer, status: 200, body },
    robots: { ...answer, status: 404, body: new Uint8Array() },
  };
}
