import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { schemaName, schemaTable, schemaType } from "./docs-schema.ts";
import { docsStyle } from "./docs-style.ts";
import type { Answer, OpenApiDocument, Operation, Parameter } from "./openapi-document.ts";

type Part = ReturnType<typeof html> | string;

const styleHash = createHash("sha256").update(docsStyle).digest("base64");

/** The page has no script, and loads nothing. */
export const docsContentSecurityPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

interface Call extends Operation {
  readonly method: string;
  readonly path: string;
}

/** The document as a page for people, grouped by tag. */
export function docsPage({ info, tags, paths, components }: OpenApiDocument): string {
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
<style>${raw(docsStyle)}</style>
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

/** The anchor is inside the details, so that a browser which goes there opens them. */
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

/** What stands between backticks is code, as in Markdown, which descriptions are in. */
function withCode(text: string): Part {
  return html`${text.split("`").map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function anchorOf(tag: string): string {
  return `group-${tag.toLowerCase().replace(/[^a-z\d]+/g, "-")}`;
}
