import fc from "fast-check";
import { blockTagPrefix } from "#api/content/content-schemas.ts";
import type { OpenApiDocument, Operation, Parameter } from "#api/docs/openapi-document.ts";
import { brokenJson, encoded, hostileAddressPart } from "./hostile-texts.ts";
import { jsonOf } from "./schema-values.ts";

export type FuzzActor = "visitor" | "customer" | "admin";

/**
 * A number that selects one of the records seen in responses, or the raw text of a path segment.
 */
export type AddressPart = { readonly known: number } | string;

export type FuzzBody =
  | { readonly kind: "none" }
  | { readonly kind: "text"; readonly type: string | null; readonly text: string }
  /** A body larger than every limit of the server; `chunked` sends no Content-Length. */
  | { readonly kind: "too large"; readonly type: string; readonly chunked: boolean };

export interface FuzzRequest {
  readonly actor: FuzzActor;
  readonly method: string;
  /** Path template in the OpenAPI document. */
  readonly path: string;
  /** OpenAPI tag, under which `fuzzed-site.ts` stores the records seen in responses. */
  readonly tag: string;
  readonly spelling: Spelling;
  readonly parts: readonly (readonly [name: string, value: AddressPart])[];
  readonly query: readonly (readonly [name: string, value: AddressPart])[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: FuzzBody;
}

export const spellings = {
  plain: (path: string) => path,
  "slash at the end": (path: string) => `${path}/`,
  "doubled slashes": (path: string) => path.replaceAll("/", "//"),
  "dot segments": (path: string) => path.replace("/api/", "/api/./x/../"),
  "encoded letter": (path: string) => path.replace(/[a-z]$/, (l) => `%${hex(l)}`),
  "capital letters": (path: string) => path.toUpperCase(),
  "NUL at the end": (path: string) => `${path}%00`,
  "parameter at the end": (path: string) => `${path};a=b`,
} as const;
type Spelling = keyof typeof spellings;

const oddSpellings = Object.keys(spellings).filter((name) => name !== "plain") as Spelling[];

/**
 * Requests to all operations of the OpenAPI document; most requests are invalid. An operation of a
 * block is chosen less often than other operations, because blocks have many similar operations.
 */
export function fuzzRequest(document: OpenApiDocument): fc.Arbitrary<FuzzRequest> {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      weight: operation.tags[0]?.startsWith(blockTagPrefix) ? 1 : 5,
      arbitrary: requestTo(document, method.toUpperCase(), path, operation),
    })),
  );
  return fc.oneof(...calls);
}

function requestTo(
  document: OpenApiDocument,
  method: string,
  path: string,
  operation: Operation,
): fc.Arbitrary<FuzzRequest> {
  const { parameters } = operation;
  const at = (place: Parameter["in"]) => parameters.filter((one) => one.in === place);
  return fc.record({
    // Admins are frequent, because most operations need an admin.
    actor: fc.constantFrom<FuzzActor[]>("admin", "admin", "admin", "customer", "visitor"),
    method: fc.oneof(
      { weight: 40, arbitrary: fc.constant(method) },
      { weight: 1, arbitrary: fc.constantFrom("HEAD", "OPTIONS", "PATCH", "QUERY") },
    ),
    path: fc.constant(path),
    tag: fc.constant(operation.tags[0] ?? ""),
    spelling: fc.oneof(
      { weight: 30, arbitrary: fc.constant("plain" as const) },
      { weight: 1, arbitrary: fc.constantFrom(...oddSpellings) },
    ),
    parts: fc.tuple(
      ...at("path").map(({ name }) => fc.tuple(fc.constant(name), addressPart({ knownWeight: 6 }))),
    ),
    query: fc.tuple(...at("query").map((one) => queryPart(document, one))).map((all) => all.flat()),
    headers: fc.tuple(...at("header").map(({ name }) => headerPart(name))).map((all) => all.flat()),
    body: bodyOf(document, operation),
  });
}

function addressPart({ knownWeight }: { readonly knownWeight: number }): fc.Arbitrary<AddressPart> {
  return fc.oneof(
    { weight: knownWeight, arbitrary: fc.record({ known: fc.nat(50) }) },
    { weight: 1, arbitrary: hostileAddressPart },
  );
}

type Pairs<Value> = (readonly [string, Value])[];

function queryPart(document: OpenApiDocument, { name, schema }: Parameter) {
  const asText = (json: string) => encoded(String(JSON.parse(json)));
  const value: fc.Arbitrary<AddressPart> = fc.oneof(
    jsonOf(schema, document).map(asText),
    addressPart({ knownWeight: 1 }),
  );
  const once = value.map((text): Pairs<AddressPart> => [[name, text]]);
  const twice = fc.tuple(once, once).map((both) => both.flat());
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant<Pairs<AddressPart>>([]) },
    { weight: 4, arbitrary: once },
    { weight: 1, arbitrary: twice },
  );
}

function headerPart(name: string): fc.Arbitrary<Pairs<string>> {
  const texts = fc.oneof(
    fc.integer({ min: 1, max: 1_000_000 }).map((number) => `key-${number}`),
    fc.constantFrom("key", "", " ", "a b", "é", "'; --", "x".repeat(101), "x".repeat(300), "%00"),
  );
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant<Pairs<string>>([]) },
    { weight: 4, arbitrary: texts.map((text): Pairs<string> => [[name, text]]) },
  );
}

const types = [
  "application/json",
  "application/json; charset=utf-16",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=x",
  "application/x-ndjson",
  "image/png",
  "x",
] as const;

function bodyOf(document: OpenApiDocument, { requestBody }: Operation): fc.Arbitrary<FuzzBody> {
  const none = fc.constant<FuzzBody>({ kind: "none" });
  const [[type, { schema = {}, example = undefined } = {}] = ["application/json"]] = Object.entries(
    requestBody?.content ?? {},
  );
  const text = (ofType: fc.Arbitrary<string | null>, texts: fc.Arbitrary<string>) =>
    fc.record({ kind: fc.constant("text" as const), type: ofType, text: texts });
  const wanted = text(fc.constant(type.replace("*", "png")), jsonOf(schema, document, example));
  const broken = text(fc.constant(type.replace("*", "png")), brokenJson);
  const wrongType = text(fc.constantFrom(null, ...types), jsonOf(schema, document, example));
  const tooLarge = fc.record({
    kind: fc.constant("too large" as const),
    type: fc.constant(type.replace("*", "png")),
    chunked: fc.boolean(),
  });
  if (requestBody === undefined) {
    return fc.oneof({ weight: 20, arbitrary: none }, { weight: 2, arbitrary: broken }, tooLarge);
  }
  return fc.oneof(
    { weight: 30, arbitrary: wanted },
    { weight: 4, arbitrary: broken },
    { weight: 4, arbitrary: wrongType },
    { weight: 1, arbitrary: none },
    { weight: 1, arbitrary: tooLarge },
  );
}

function hex(letter: string): string {
  return letter.charCodeAt(0).toString(16);
}
