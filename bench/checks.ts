import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { performance } from "node:perf_hooks";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { parseDocument } from "htmlparser2";
import { runChecks } from "#check/engine/run-checks.ts";
import { soundSite } from "#check/samples/sample-site.ts";
import { auditPage } from "../tests/support/screens/lighthouse.ts";
import { findFreePort } from "../tests/support/servers/free-port.ts";
import { type Measure, median } from "./measure.ts";
import { factsOfHtml } from "./page-facts.ts";

const rounds = 20;
const lighthouseRounds = 5;
const fullBytes = 2 * 1024 * 1024;

/**
 * Time of all checks of a page, compared with htmlparser2, which only parses. Both read the same
 * page, except a hostile page: htmlparser2 would need half a minute for deep nesting, so it reads
 * an ordinary page of the same size instead.
 */
export async function measureChecks(): Promise<Measure[]> {
  const sample = soundSite.answers["/"]?.body ?? "";
  const sections = '<section><h2>Bread</h2><p>Rye and <a href="/rye/">spelt</a>.</p></section>';
  const ordinary = sample.replace("</body>", `${sections.repeat(900)}</body>`);
  const full = (part: string) => sample + part.repeat((fullBytes - sample.length) / part.length);
  const many = full(sections);
  const hostile = {
    "nested elements": full("<div>"),
    "unclosed formatting": full("<b><i><a>"),
    "tables around links": full("<table><a>"),
  };
  const measures = [
    timeBeside("Check of a page of 70 kB", ordinary, ordinary, 300),
    timeBeside("Check of 2 MB of sections", many, many, 1000),
    ...Object.entries(hostile).map(([what, html]) =>
      timeBeside(`Check of 2 MB of ${what}`, html, many, 1000),
    ),
    await besideLighthouse(ordinary),
  ];
  const memory = { sections: many, ...hostile };
  for (const [what, html] of Object.entries(memory)) {
    measures.push(await memoryBeside(`Memory for a check of 2 MB of ${what}`, html, many));
  }
  return measures;
}

function timeBeside(name: string, html: string, parsed: string, atMost: number): Measure {
  const facts = factsOfHtml(html);
  const furrow = medianMs(() => runChecks(facts));
  const baseline = medianMs(() => parseDocument(parsed));
  return { name, furrow, baseline, unit: "ms", target: { of: "figure", atMost } };
}

function medianMs(run: () => unknown): number {
  return median(
    Array.from({ length: rounds }, () => {
      const startedAt = performance.now();
      run();
      return performance.now() - startedAt;
    }),
  );
}

async function memoryBeside(name: string, html: string, parsed: string): Promise<Measure> {
  const furrow = await memoryOfReading("check", html);
  const baseline = await memoryOfReading("parse", parsed);
  return { name, furrow, baseline, unit: "MB", target: { of: "figure", atMost: 100 } };
}

/** Maximum growth of a process that checks or parses a page, in MB. */
async function memoryOfReading(how: "check" | "parse", html: string): Promise<number> {
  const program = fileURLToPath(new URL("checked-page.ts", import.meta.url));
  const child = spawn(process.execPath, [program, how], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(html);
  return Number(await text(child.stdout));
}

/**
 * Time of the checks of a page, compared with Lighthouse's SEO category, which loads the same page
 * in a browser.
 */
async function besideLighthouse(html: string): Promise<Measure> {
  const server = createServer((_, response) =>
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const port = await findFreePort();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
    args: ["--no-sandbox", `--remote-debugging-port=${port}`],
  });
  try {
    const times: number[] = [];
    for (let round = 0; round < lighthouseRounds; round++) {
      const startedAt = performance.now();
      await auditPage(url, port, ["seo"]);
      times.push(performance.now() - startedAt);
    }
    const facts = factsOfHtml(html);
    const furrow = medianMs(() => runChecks(facts));
    const name = "Check of a page of 70 kB, beside Lighthouse's SEO category";
    return { name, furrow, baseline: median(times), unit: "ms" };
  } finally {
    await browser.close();
    server.close();
  }
}
