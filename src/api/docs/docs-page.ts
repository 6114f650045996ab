import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import type { Look } from "#look/look.ts";
import { emailStack } from "#look/typefaces/typefaces.ts";
import type {
  Answer,
  JsonSchema,
  OpenApiDocument,
  Operation,
  Parameter,
} from "./openapi-document.ts";

/** Colours of the site, because the page is served without its style sheets. */
const shownColours = [
  "ground",
  "surface",
  "ink",
  "ink-soft",
  "line",
  "brand",
  "accent-text",
  "danger",
] as const;

/** The style sheet of the page, in the look of the site. */
export function docsStyle({ palettes, scheme, headingFont }: Look): string {
  const colours = (name: "light" | "dark") =>
    shownColours.map((token) => `--${token}: ${palettes[name][token]};`).join(" ");
  const font = "address" in headingFont ? "Device" : headingFont.name;
  const [first, schemes] =
    scheme === "Dark"
      ? (["dark", "dark"] as const)
      : (["light", scheme === "Both" ? "light dark" : "light"] as const);
  const night = `@media (prefers-color-scheme: dark) { :root { ${colours("dark")} } }`;
  return `
:root { color-scheme: ${schemes}; ${colours(first)} --font-heading: ${emailStack(font)}; }
${scheme === "Both" ? night : ""}${layout}`;
}

const layout = `
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0 auto; max-width: 82rem; padding: 2rem clamp(1.25rem, 4vw, 3rem) 6rem;
  background: var(--ground); color: var(--ink);
  font: 1rem/1.55 "Avenir Next", Avenir, "Segoe UI", Roboto, "Noto Sans", Ubuntu, "Helvetica Neue", Arial, sans-serif;
}
a { color: var(--brand); }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
h1, h2, h3 { font-family: var(--font-heading); line-height: 1.2; font-weight: 600; }
h1 { font-size: clamp(1.75rem, 1.4rem + 1.6vw, 2.75rem); margin: 0 0 1rem; }
h2 { margin: 3rem 0 0.75rem; font-size: 1.5rem; }
h3 { margin: 2rem 0 0.5rem; font-size: 1.125rem; overflow-wrap: anywhere; }
h4 { margin: 1.25rem 0 0.35rem; font-size: 0.9375rem; }
header p { max-width: 44rem; color: var(--ink-soft); }
nav ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; font-size: 0.9375rem; }
nav a { display: inline-block; padding: 0.2rem 0; }
main { min-width: 0; }
details { border-top: 1px solid var(--line); }
section details:last-of-type { border-bottom: 1px solid var(--line); }
summary { padding: 0.6rem 0; cursor: pointer; overflow-wrap: anywhere; }
.summary { display: block; padding-left: 4.5rem; color: var(--ink-soft); font-size: 0.9375rem; }
.method { display: inline-block; min-width: 4rem; font-size: 0.8125rem; font-weight: 700; color: var(--brand); }
.post, .put { color: var(--accent-text); }
.delete { color: var(--danger); }
code, pre { font: 0.875rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: 0.75rem 1rem; background: var(--surface); border: 1px solid var(--line); }
pre code { overflow-wrap: normal; }
.call { padding: 0 0 1.5rem; scroll-margin-top: 5rem; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
th { text-align: left; font-size: 0.8125rem; color: var(--ink-soft); }
th, td { padding: 0.35rem 1rem 0.35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: break-word; }
td:first-child { width: 38%; }
.words { display: block; color: var(--ink-soft); font-size: 0.875rem; }
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 16rem minmax(0, 1fr); gap: 0 3.5rem; }
  header { grid-column: 1 / -1; }
  nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 2rem 0; }
  nav ul { display: block; }
  summary .summary { padding-left: 4.5rem; }
  .call { padding-left: 4.5rem; }
}
`;

const pointer = "#/components/schemas/";

function schemaName(name: string): string {
  return `schema-${name}`;
}

function schemaTable(schema: JsonSchema): Part {
  const { properties, required = [] } = schema as {
    properties?: Record<string, JsonSchema>;
    required?: readonly string[];
  };
  if (properties === undefined) return html`<p>${schemaType(schema)}</p>`;
  return html`<table>
<thead><tr><th scope="col">Field</th><th scope="col">What it takes</th></tr></thead>
<tbody>${Object.entries(properties).map(
    ([name, property]) =>
      html`<tr><td><code>${name}</code>${required.includes(name) ? "" : " (optional)"}</td><td>${schemaType(property)}</td></tr>`,
  )}</tbody>
</table>`;
}

function schemaType(schema: JsonSchema): Part {
  const words = [schema.title, schema.description].filter(Boolean).join(". ");
  return html`${kindOf(schema)}${limitsOf(schema)}${words === "" ? "" : html` <span class="words">${words}</span>`}`;
}

function kindOf(schema: JsonSchema): Part {
  const { $ref, type, items, anyOf, enum: values, const: constant, properties } = schema;
  if (typeof $ref === "string") {
    const name = $ref.slice(pointer.length);
    return html`<a href="#${schemaName(name)}">${name}</a>`;
  }
  if (Array.isArray(anyOf)) {
    return html`${anyOf.map((one: JsonSchema, at) => html`${at > 0 ? " or " : ""}${kindOf(one)}`)}`;
  }
  if (constant !== undefined) return html`<code>${JSON.stringify(constant)}</code>`;
  if (Array.isArray(values)) {
    return html`${values.map((value, at) => html`${at > 0 ? " or " : ""}<code>${String(value)}</code>`)}`;
  }
  if (type === "array") return html`list of ${kindOf((items ?? {}) as JsonSchema)}`;
  if (type === "object" && properties)
    return html`object with ${Object.keys(properties).join(", ")}`;
  if (Array.isArray(type)) return type.join(" or ");
  return typeof type === "string" ? type : "anything";
}

function limitsOf(schema: JsonSchema): string {
  const { type, minimum, maximum, maxLength, format, pattern, default: otherwise } = schema;
  // Zod limits every integer to the safe integers of JavaScript; the page does not show such
  // limits.
  const isBound = (limit: unknown) =>
    typeof limit === "number" &&
    Number.isSafeInteger(limit) &&
    Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  const limits = [
    typeof format === "string" ? format : null,
    typeof maxLength === "number" ? `up to ${maxLength} characters` : null,
    type !== "string" && isBound(minimum) ? `from ${minimum}` : null,
    type !== "string" && isBound(maximum) ? `to ${maximum}` : null,
    typeof pattern === "string" && format === undefined ? `as ${pattern}` : null,
    otherwise === undefined ? null : `${JSON.stringify(otherwise)} if left out`,
  ].filter((limit) => limit !== null);
  return limits.length === 0 ? "" : `, ${limits.join(", ")}`;
}

type Part = ReturnType<typeof html> | string;

/** Allows the inline style sheet and nothing else. */
export function docsContentSecurityPolicy(style: string): string {
  const hash = createHash("sha256").update(style).digest("base64");
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

interface Call extends Operation {
  readonly method: string;
  readonly path: string;
}

export function docsPage(
  { info, tags, paths, components }: OpenApiDocument,
  style: string,
): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
  const schemas = Object.entries(components.schemas).toSorted(([a], [b]) => a.localeCompare(b));
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} · REST interface</title>
<style>${raw(style)}</style>
</head>
<body>
<header>
<h1>${info.title}: the REST interface</h1>
<p>${withCode(info.description)}</p>
<p><a href="/api/openapi.json">openapi.json</a> says the same to programs. <a href="/">To the site</a></p>
</header>
<nav aria-label="Groups of calls">
<ul>
${tags.map(({ name }) => html`<li><a href="#${anchorOf(name)}">${name}</a></li>`)}
<li><a href="#schemas">Schemas</a></li>
</ul>
</nav>
<main>
${tags.map(({ name }) => group(name, calls))}
<section>
<h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => html`<h3 id="${schemaName(name)}">${name}</h3>${schemaTable(schema)}`)}
</section>
</main>
</body>
</html>`;
  return String(page);
}

function group(tag: string, calls: readonly Call[]): Part {
  const ofTag = calls.filter(({ tags }) => tags.includes(tag));
  return html`<section>
<h2 id="${anchorOf(tag)}">${tag}</h2>
${ofTag.map(callDetails)}
</section>`;
}

/**
 * The anchor is inside the `details` element, so that a browser opens the element when a link leads
 * to the anchor.
 */
function callDetails(call: Call): Part {
  const { method, path, summary, description, operationId, parameters, responses } = call;
  return html`<details>
<summary><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>
<span class="summary">${summary}</span></summary>
<div class="call" id="${operationId}">
<p>${withCode(description ?? "")} <a href="#${operationId}">Link to this call</a></p>
${parameters.length > 0 ? parameterTable(parameters) : ""}
${bodyOf(call)}
<h4>Answers</h4>
<table>
<tbody>${Object.entries(responses).map(([status, answer]) => answerRow(status, answer))}</tbody>
</table>
</div>
</details>`;
}

function parameterTable(parameters: readonly Parameter[]): Part {
  return html`<h4>Parameters</h4>
<table>
<thead><tr><th scope="col">Name</th><th scope="col">Where</th><th scope="col">What it takes</th></tr></thead>
<tbody>${parameters.map(
    ({ name, in: place, required, schema }) =>
      html`<tr><td><code>${name}</code>${required ? "" : " (optional)"}</td><td>${place}</td><td>${schemaType(schema)}</td></tr>`,
  )}</tbody>
</table>`;
}

function bodyOf({ requestBody }: Call): Part {
  if (requestBody === undefined) return "";
  const types = Object.keys(requestBody.content);
  const { schema = {}, example } = requestBody.content[types[0] ?? ""] ?? {};
  return html`<h4>Body${requestBody.required ? "" : " (optional)"}</h4>
<p>${types.map((type) => html`<code>${type}</code> `)} ${schema.$ref ? schemaType(schema) : ""}</p>
${schema.properties ? schemaTable(schema) : ""}
${example === undefined ? "" : html`<pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>`}`;
}

function answerRow(status: string, { description, content = {} }: Answer): Part {
  const [[type, medium] = []] = Object.entries(content);
  const shown = medium && (type?.includes("json") ? schemaType(medium.schema) : type);
  return html`<tr><td><code>${status}</code></td><td>${description}</td><td>${shown ?? "nothing"}</td></tr>`;
}

/** Renders text in backticks as code, as in Markdown. */
function withCode(text: string): Part {
  return html`${text.split("`").map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function anchorOf(tag: string): string {
  return `group-${tag.toLowerCase().replace(/[^a-z\d]+/g, "-")}`;
}
