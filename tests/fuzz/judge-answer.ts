import type { OpenApiDocument } from "#api/docs/openapi-document.ts";
import { openSchemas } from "../support/declared-answers.ts";
import type { FuzzRequest } from "./fuzz-request.ts";
import type { RawAnswer } from "./send-raw.ts";

/** Internal details that no response may contain: stack traces and SQL errors. */
const insides =
  /node_modules|\n\s+at \S|SQLITE_|sqlite_|syntax error at|no such (table|column)|violates \w+ constraint|select \* from|insert into "/;

/** Returns a function that gives the fault of a response as a message, or null. */
export function createJudge(document: OpenApiDocument) {
  const { faultsOf } = openSchemas(document);
  return (request: FuzzRequest, answer: RawAnswer): string | null => {
    const { status, text } = answer;
    const operation = document.paths[request.path]?.[request.method.toLowerCase()];
    const declared = operation?.responses[status];
    if (status >= 500 && declared === undefined) return `It answers ${status}.`;
    if (status >= 400 && insides.test(text)) return "A refusal tells how the program is made.";
    // The OpenAPI document declares no responses to other spellings of a path or other methods.
    if (request.spelling !== "plain" || operation === undefined) return null;
    if (declared === undefined) return `It answers ${status}, which the document does not list.`;
    const type = String(answer.headers["content-type"] ?? "").split(";")[0] ?? "";
    const medium = declared.content?.[type];
    if (declared.content !== undefined && medium === undefined) {
      return `It answers ${status} as ${type || "nothing"}, which the document does not list.`;
    }
    if (!/\/(problem\+)?json$/.test(type) || medium === undefined) return null;
    const [fault] = faultsOf(medium.schema, JSON.parse(text));
    return fault === undefined ? null : `What it answers is not what it declares: ${fault}`;
  };
}
