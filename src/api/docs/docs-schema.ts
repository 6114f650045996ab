import { html } from "hono/html";
import type { JsonSchema } from "./openapi-document.ts";

type Part = ReturnType<typeof html> | string;

const pointer = "#/components/schemas/";

/** The anchor of a named schema. */
export function schemaName(name: string): string {
  return `schema-${name}`;
}

/** The properties of an object, or what else a schema says, in one line. */
export function schemaTable(schema: JsonSchema): Part {
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

/** What a schema takes, in words. */
export function schemaType(schema: JsonSchema): Part {
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
  // Zod bounds every whole number by those that a double can hold.
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
