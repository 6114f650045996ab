import { describe, expect, test } from "vitest";
import { createLog } from "#platform/metrics/log.ts";
import { withoutFaults } from "../open-site-checks.ts";
import { checks } from "../registry.ts";
import { defineCheck } from "./check.ts";
import type { FetchedResponse } from "./facts.ts";
import { runChecks } from "./run-checks.ts";

const address = "https://orchard.test/";

function responseOf(body: string, headers: Readonly<Record<string, string>> = {}): FetchedResponse {
  return {
    asked: address,
    hops: [],
    address,
    status: 200,
    headers: Object.entries({ "content-type": "text/html; charset=utf-8", ...headers }),
    body: new TextEncoder().encode(body),
    isCut: false,
    firstByteMs: 1,
  };
}

const factsOf = (page: FetchedResponse) => ({
  asked: address,
  at: 0,
  page,
  robots: responseOf("User-agent: *\nDisallow:"),
  secureFailure: null,
  sitemap: responseOf(`<urlset><url><loc>${address}</loc></url></urlset>`),
});

const page = responseOf("<!doctype html><html lang=en><title>Apples</title><h1>Apples</h1>");

const [first] = checks;
if (first === undefined) throw new Error("There are no checks.");
const failing = (error: unknown) =>
  defineCheck({
    ...first,
    id: "failing",
    question: "Does it work?",
    run() {
      throw error;
    },
  });

describe("A check that throws", () => {
  test.each([new Error("broken"), new RangeError("too deep"), "a text", undefined, null])(
    "has not seen the page, and ends no other check: %s",
    (error) => {
      const result = runChecks(factsOf(page), 20, [failing(error), ...checks]);
      const sound = runChecks(factsOf(page));
      expect(result.outcomes).toEqual([
        {
          check: "failing",
          outcome: { kind: "unseen", sentence: "Does it work? This check failed on our side." },
        },
        ...sound.outcomes,
      ]);
      expect(result.unseen).toEqual([
        "Does it work? This check failed on our side.",
        ...sound.unseen,
      ]);
      expect(result.summary).toEqual(sound.summary);
      expect(result.faults).toMatchObject([{ part: "failing" }]);
      expect(sound.faults).toBeUndefined();
    },
  );

  test("is logged with its page, and is not part of what is stored", () => {
    const lines: string[] = [];
    const log = createLog("info", { write: (line: string) => void lines.push(line) });
    const result = runChecks(factsOf(page), 20, [failing(new Error("broken pipe"))]);
    expect(withoutFaults(result, log)).not.toHaveProperty("faults");
    expect(lines.join("")).toContain("broken pipe");
    expect(lines.join("")).toContain(address);
    expect(lines.join("")).toContain("failing");
  });

  test("ends only the checks that need the part that cannot be parsed", () => {
    const facts = factsOf(page);
    const unreadable = new Proxy(facts.sitemap, {
      get(target, name) {
        if (name === "body") throw new Error("no body");
        return Reflect.get(target, name);
      },
    });
    const { outcomes, summary, faults = [] } = runChecks({ ...facts, sitemap: unreadable });
    const unseen = outcomes.flatMap(({ check, outcome }) =>
      outcome.kind === "unseen" && /our side/.test(outcome.sentence) ? [check] : [],
    );
    expect(unseen).toEqual(["sitemap-valid"]);
    expect(faults.map(({ part }) => part)).toEqual(["sitemap-valid", "listed"]);
    expect(summary).toMatchObject({ title: "Apples", listed: [] });
  });
});

test("Words of a website never look up members of Object", () => {
  const others = ["prototype", "then", "toJSON", "length", "caller"];
  for (const name of [...Object.getOwnPropertyNames(Object.prototype), ...others]) {
    const json = JSON.stringify({ "@type": [name, "Recipe"], [name]: name, image: "/a.jpg" });
    const source = `<!doctype html><html lang="${name}"><head><meta charset="${name}">
<title>Apples</title><meta name="${name}" content="${name}"><meta name="robots" content="${name}, ${name}: ${name}">
<link rel="${name} canonical" href="${name}"><link rel="alternate" hreflang="${name}" href="/${name}">
<script type="application/ld+json">${json.replaceAll("__proto__", "\\u005f_proto__")}</script></head>
<body ${name}="${name}"><h1>Apples</h1><a href="/${name}?${name}=1" rel="${name}">${name}</a></body>`;
    const facts = {
      ...factsOf(
        responseOf(source, {
          "content-type": `text/html; charset=${name}`,
          "x-robots-tag": `${name}: ${name}`,
          [name]: name,
          link: `<${name}>; rel=${name}`,
        }),
      ),
      robots: responseOf(
        `User-agent: ${name}\nDisallow: ${name}\n${name}: ${name}\nSitemap: ${name}`,
      ),
      sitemap: responseOf(
        `<urlset><${name}/><url ${name}="x"><loc>${address}</loc></url></urlset>`,
      ),
    };
    const { faults, outcomes, summary } = runChecks(facts);
    expect([name, faults, summary.title]).toEqual([name, undefined, "Apples"]);
    const found = outcomes.flatMap(({ check, outcome }) =>
      outcome.kind === "found" || outcome.kind === "stated" ? [check] : [],
    );
    expect(found).not.toContain("robots-meta");
    expect(found).not.toContain("robots-header");
    expect(found).not.toContain("structured-data-retired");
    // The recipe has no name; other types require nothing.
    const fields = outcomes.find(({ check }) => check === "structured-data-fields")?.outcome;
    expect(fields).toMatchObject({ kind: "found", places: [{ snippet: "Recipe without name" }] });
  }
});
