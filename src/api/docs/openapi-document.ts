import { z } from "zod";
import type { Audience, CallDescription } from "../call.ts";
import { blockTagPrefix } from "../content/content-schemas.ts";
import { problemTitles } from "../error-response.ts";

const conflict = z.strictObject({
  path: z.string(),
  yours: z.string(),
  theirs: z.string(),
  author: z.string(),
  at: z.iso.datetime(),
  sections: z
    .array(
      z.strictObject({
        id: z.string(),
        kind: z.string(),
        name: z.string(),
        yours: z.string(),
        theirs: z.string(),
      }),
    )
    .optional()
    .meta({
      description: "Values of sections that both changed, if the field is a list of sections",
    }),
});

const problemSchema = z
  .strictObject({
    type: z.literal("about:blank"),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: "What happened, as a sentence" }),
    requestId: z.string(),
    errors: z
      .array(z.strictObject({ path: z.string(), message: z.string() }))
      .optional()
      .meta({ description: "One per invalid field" }),
    currentPrice: z.string().optional().meta({ description: "Current price of the plan" }),
    block: z.string().optional(),
    _id: z.string().optional(),
    revision: z.int().optional().meta({ description: "Base revision for the next attempt" }),
    merged: z.record(z.string(), z.string()).optional(),
    conflicts: z
      .array(conflict)
      .optional()
      .meta({ description: "Fields that someone else has since changed" }),
  })
  .meta({ id: "Problem", description: "Problem details, RFC 9457" });

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly call: CallDescription;
}

export type JsonSchema = { readonly [name: string]: unknown };

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

type Content = Readonly<
  Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>
>;

export interface Answer {
  readonly description: string;
  readonly content?: Content;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  };
}

interface DocumentOptions {
  readonly publicUrl: string;
  readonly cookieName: string;
}

/** The schemas of the document are the Zod schemas that validate requests. */
export function openApiDocument(
  routes: readonly Route[],
  { publicUrl, cookieName }: DocumentOptions,
): OpenApiDocument {
  const components = createComponents();
  const paths: Record<string, Record<string, Operation>> = {};
  const tags = new Set<string>();
  for (const { method, path, call } of routes) {
    tags.add(call.tag);
    const operation = operationOf(method, path, call, components);
    const template = path.replace(/:(\w+)/g, "{$1}");
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Furrow", version: "1", description: introduction },
    servers: [{ url: publicUrl }],
    tags: [...tags].toSorted(blocksLast).map((name) => ({ name })),
    paths,
    components: {
      schemas: components.schemas,
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: cookieName },
        apiKey: { type: "http", scheme: "bearer", description: aboutKeys },
      },
    },
  };
}

function blocksLast(one: string, other: string): number {
  return Number(one.startsWith(blockTagPrefix)) - Number(other.startsWith(blockTagPrefix));
}

const aboutKeys =
  "An API key from the Security page of an account, as `Authorization: Bearer furrow_…`. It has at most " +
  "the rights of its person. It cannot confirm, so calls that need a confirmation refuse it. Cookies " +
  "beside a key do not count, and a write needs no origin.";

const introduction =
  "Requests and responses are JSON; errors are problem details (RFC 9457). Sign in at " +
  "/api/auth/sign-in/email and send the session cookie along; a write with a cookie must come from " +
  "the site's own origin. Programs send an API key instead, as `Authorization: Bearer furrow_…`. A list is in the owner's order, or oldest first, and whole unless `limit` and " +
  "`after` are given. " +
  "A call that needs a confirmation answers 403 with `confirmationRequired: true`, unless the session has " +
  "signed in or called /api/auth/confirm within the last ten minutes. " +
  "Any call may also return 500 or 503.";

function operationOf(
  method: string,
  path: string,
  call: CallDescription,
  components: Components,
): Operation {
  const { tag, summary, detail, who, body } = call;
  const description = [detail, sentencesAbout[who]].filter(Boolean).join(" ");
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z\d]+(\w|$)/g, (_, letter) => letter.toUpperCase())}`,
    tags: [tag],
    summary,
    ...(description === "" ? {} : { description }),
    security:
      who === "everyone" ? [] : [{ session: [] }, ...(call.withoutKeys ? [] : [{ apiKey: [] }])],
    parameters: parametersOf(path, call),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: body.optional !== true,
            content: contentOf(body.types, components.schemaOf(body.schema), body.example),
          },
        }),
    responses: responsesOf(method, path, call, components),
  };
}

const sentencesAbout: Readonly<Record<Audience, string>> = {
  everyone: "",
  "signed in": "Requires a session.",
  admin: "For admins.",
};

function parametersOf(path: string, { query, headers }: CallDescription): Parameter[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path" as const,
    required: true,
    schema: { type: "string" },
  }));
  return [...inPath, ...parametersIn("query", query), ...parametersIn("header", headers)];
}

function parametersIn(place: "query" | "header", schema: z.ZodObject | undefined): Parameter[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property as JsonSchema,
  }));
}

function responsesOf(
  method: string,
  path: string,
  call: CallDescription,
  components: Components,
): Record<string, Answer> {
  const { status = 200, type, schema } = call.answer;
  const content =
    schema && contentOf(type === undefined ? undefined : [type], components.schemaOf(schema));
  const problem = components.schemaOf(problemSchema);
  const refusals = refusalsOf(method, path, call).map((refusal): [string, Answer] => [
    String(refusal),
    {
      description: problemTitles[refusal] ?? "Refused",
      content: contentOf(["application/problem+json"], problem),
    },
  ]);
  const success = { description: "Done", ...(content === undefined ? {} : { content }) };
  return Object.fromEntries([[String(status), success], ...refusals]);
}

function refusalsOf(method: string, path: string, call: CallDescription): number[] {
  const { who, body, query, refusals = [] } = call;
  const all = new Set(refusals);
  if (who !== "everyone") all.add(401);
  if (who === "admin" || method !== "GET") all.add(403);
  if (path.includes("/:")) all.add(404);
  if (method !== "GET") all.add(413);
  if (query !== undefined || body !== undefined) all.add(400);
  if (body !== undefined) all.add(415);
  return [...all].toSorted((one, other) => one - other);
}

function contentOf(
  types: readonly string[] = ["application/json"],
  schema: JsonSchema,
  example?: unknown,
): Content {
  const medium = { schema, ...(example === undefined ? {} : { example }) };
  return Object.fromEntries(types.map((type) => [type, medium]));
}

interface Components {
  readonly schemas: Record<string, JsonSchema>;
  /** Converts a schema to JSON Schema. Moves parts with a name (`.meta({ id })`) to `schemas`. */
  schemaOf(schema: z.ZodType): JsonSchema;
}

/** Caches converted schemas, because many calls share a schema and a conversion is slow. */
function createComponents(): Components {
  const schemas: Record<string, JsonSchema> = {};
  const known = new Map<z.ZodType, JsonSchema>();
  return {
    schemas,
    schemaOf(schema) {
      const before = known.get(schema);
      if (before !== undefined) return before;
      const { $schema, $defs = {}, ...rest } = jsonSchema(schema);
      for (const [name, definition] of Object.entries($defs)) {
        const component = pointingToComponents(definition as JsonSchema);
        const other = schemas[name];
        if (other !== undefined && JSON.stringify(other) !== JSON.stringify(component)) {
          throw new Error(`Two schemas have the id ${name}: give one of them another id.`);
        }
        schemas[name] = component;
      }
      const made = pointingToComponents(rest);
      known.set(schema, made);
      return made;
    },
  };
}

function pointingToComponents(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

function jsonSchema(schema: z.ZodType) {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
}
