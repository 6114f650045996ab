import { jsonIn } from "./resources.ts";

type Fields = (readonly [name: string, value: string])[];

/** Everything that a message says, each value with its path, such as "resource.amount.value". */
export function jsonFields(raw: Uint8Array): Fields {
  return fieldsIn(jsonIn(raw), "");
}

function fieldsIn(value: unknown, path: string): Fields {
  if (value === undefined || value === null) return [];
  if (typeof value !== "object") return [[path, String(value)]];
  return Object.entries(value).flatMap(([name, inner]) =>
    fieldsIn(inner, path === "" ? name : `${path}.${name}`),
  );
}
