import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { OpenApiDocument } from "#api/docs/openapi-document.ts";

export function openSchemas({ components }: OpenApiDocument) {
  // Ignores `format`, because the formats in the OpenAPI document only inform readers.
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ components }, "document");
  const validators = new Map<string, ValidateFunction>();
  return {
    faultsOf(schema: object, value: unknown): string[] {
      const text = JSON.stringify(schema).replaceAll('"#/', '"document#/');
      const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
      validators.set(text, validate);
      return validate(value) ? [] : (validate.errors ?? []).map((error) => JSON.stringify(error));
    },
  };
}
