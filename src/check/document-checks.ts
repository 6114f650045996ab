import { type CheckTexts, families, familyTitles } from "./engine/check.ts";
import { engineVersion } from "./engine/engine-version.ts";
import { type LighthouseAudit, lighthouseAudits } from "./lighthouse-audits.ts";
import { obstacles } from "./obstacles.ts";
import { checks } from "./registry.ts";

/** The text of docs/seo-checks.md, which a test compares with the file. */
export function documentChecks(): string {
  const parts = families.map((family) => {
    const own = checks.filter((check) => check.family === family);
    return `## ${familyTitles[family]}\n\n${own.map(describe).join("\n")}`;
  });
  return `# SEO checks

Generated from \`src/check/registry.ts\`; a test says how to write it again. Engine version
${engineVersion}, ${checks.length} checks. Weights go from 0 (stated only) to 10.

${parts.join("\n")}
## When the page cannot be read

A page that cannot be read is the result itself: one of these questions, or the certificate, the status
of the page, or a robots.txt that forbids it to search engines
([decision 0105](decisions/0105-an-obstacle-is-a-result.md)).

${obstacles.map(describe).join("\n")}
## Beside Lighthouse

A test compares the checks with Lighthouse’s SEO audits on the same pages.

| Audit | Checks | Difference |
| --- | --- | --- |
${lighthouseAudits.map(besideLighthouse).join("\n")}
`;
}

function besideLighthouse({ audit, checks, difference = "None." }: LighthouseAudit): string {
  return `| \`${audit}\` | ${checks.map((check) => `\`${check}\``).join(", ")} | ${difference} |`;
}

function describe({
  id,
  question,
  why,
  fix,
  weight,
  weightReason,
  fixedByPlan,
}: CheckTexts): string {
  const plan = fixedByPlan ? "A plan fixes this." : "No plan is needed for this.";
  return `### ${question}

\`${id}\`, weight ${weight}. ${weightReason}

- Why: ${why}
- How: ${fix} ${plan}
`;
}
