import fc from "fast-check";
import type { JsonSchema, OpenApiDocument } from "#api/docs/openapi-document.ts";
import { hostileName, hostileValue } from "./hostile-texts.ts";

interface KnownSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
}

type Entry = readonly [name: string, value: string];

/** Values of a schema as JSON text. `example` is a value that the server accepts. */
export function jsonOf(
  schema: JsonSchema,
  document: OpenApiDocument,
  example?: unknown,
): fc.Arbitrary<string> {
  const known = resolved(schema, document);
  const fromSchema = fromKnown(known, document, example);
  if (example === undefined || isObject(example)) return fromSchema;
  return fc.oneof({ weight: 3, arbitrary: fc.constant(JSON.stringify(example)) }, fromSchema);
}

function fromKnown(
  schema: KnownSchema,
  document: OpenApiDocument,
  example: unknown,
): fc.Arbitrary<string> {
  const { type, items, anyOf, properties, minimum = -10, maximum = 10 } = schema;
  if (schema.enum !== undefined) return asJson(fc.constantFrom(...schema.enum));
  if (anyOf !== undefined) return fc.oneof(...anyOf.map((one) => jsonOf(one, document)));
  if (properties !== undefined) return objectOf(schema, document, example);
  if (Array.isArray(type)) {
    const kinds = type.map((one) => fromKnown({ ...schema, type: one }, document, example));
    return fc.oneof(...kinds);
  }
  if (type === "string") return asJson(textOf(schema));
  if (type === "boolean") return asJson(fc.boolean());
  if (type === "null") return fc.constant("null");
  if (type === "integer") return asJson(fc.integer(wholeRange(minimum, maximum)));
  if (type === "number") return asJson(fc.double({ min: minimum, max: maximum, noNaN: true }));
  if (type === "array" && items !== undefined) {
    const list = fc.array(jsonOf(items, document), { maxLength: 3 });
    return list.map((values) => `[${values.join(",")}]`);
  }
  return isObject(example) ? asJson(fc.constant(example)) : hostileValue;
}

/** Mostly valid objects; others with missing, wrong, duplicate or undeclared fields. */
function objectOf(
  { properties = {}, required = [] }: KnownSchema,
  document: OpenApiDocument,
  example: unknown,
): fc.Arbitrary<string> {
  const given = isObject(example) ? example : {};
  const names = Object.keys(properties);
  const good = names.map((name): fc.Arbitrary<Entry[]> => {
    const value = jsonOf(properties[name] ?? {}, document, given[name]);
    const entry = value.map((text): Entry[] => [[name, text]]);
    const isOptional = !required.includes(name) && !(name in given);
    return isOptional ? fc.oneof(fc.constant<Entry[]>([]), entry) : entry;
  });
  const bad = good.map((entries, at): fc.Arbitrary<Entry[]> => {
    const name = names[at] ?? "";
    const hostile = hostileValue.map((text): Entry[] => [[name, text]]);
    const twice = fc.tuple(entries, hostile).map(([one, other]) => [...one, ...other]);
    return fc.oneof(
      { weight: 6, arbitrary: entries },
      { weight: 1, arbitrary: fc.constant<Entry[]>([]) },
      { weight: 2, arbitrary: hostile },
      { weight: 1, arbitrary: twice },
    );
  });
  const foreign = fc.array(fc.tuple(hostileName, hostileValue), { maxLength: 1 });
  const asExample = fc.constant(
    Object.entries(given).map(([name, value]): Entry => [name, JSON.stringify(value)]),
  );
  return fc
    .oneof(
      { weight: 2, arbitrary: asExample },
      { weight: 2, arbitrary: fc.tuple(...good).map((parts) => parts.flat()) },
      { weight: 4, arbitrary: fc.tuple(...bad, foreign).map((parts) => parts.flat() as Entry[]) },
    )
    .map(objectText);
}

/** Writes the JSON itself, because an object cannot contain duplicate names. */
function objectText(entries: readonly Entry[]): string {
  return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
}

function textOf({ maxLength = 60, pattern }: KnownSchema): fc.Arbitrary<string> {
  const texts = [
    fc.string({ maxLength: Math.min(maxLength, 40) }),
    fc.constantFrom("149", "2026-01-02", "ada@example.com", "https://example.com/a.png", "/a"),
    fc.constantFrom("x".repeat(maxLength), "x".repeat(maxLength + 1)),
  ];
  if (pattern !== undefined) texts.push(fc.stringMatching(new RegExp(pattern)));
  return fc.oneof(...texts);
}

/** Includes the nearest values outside the range. */
function wholeRange(minimum: number, maximum: number) {
  const least = Math.max(minimum - 1, Number.MIN_SAFE_INTEGER);
  return { min: least, max: Math.min(maximum + 1, Number.MAX_SAFE_INTEGER) };
}

function resolved(schema: JsonSchema, { components }: OpenApiDocument): KnownSchema {
  const { $ref } = schema;
  if (typeof $ref !== "string") return schema;
  return (components.schemas[$ref.replace("#/components/schemas/", "")] ?? {}) as KnownSchema;
}

function asJson(values: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  return values.map((value) => JSON.stringify(value));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
