import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { OpenApiDocument } from "../../src/api/docs/openapi-document.ts";

/** Finds what a value has that a schema of the document does not allow. */
export function openSchemas({ components }: OpenApiDocument) {
  // Formats are left out: what they mean is for readers, and the server checks more than they say.
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
