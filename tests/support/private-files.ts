import type { ReceivedFile } from "../../src/files/private-files.ts";
import { receiveFile } from "../../src/files/receive-file.ts";
import type { Database } from "../../src/platform/database/database.ts";

/** Bytes that repeat only after a long while, so that a wrong range is noticed. */
export function patternBytes(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) % 251);
}

/** The bytes in pieces, as a connection delivers them. */
export async function* inPieces(bytes: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

export function multipart(
  entries: readonly (readonly [field: string, value: string | File])[],
): Promise<{ readonly bytes: Uint8Array; readonly type: string }> {
  const form = new FormData();
  for (const [field, value] of entries) {
    if (typeof value === "string") form.append(field, value);
    else form.append(field, value, value.name);
  }
  const response = new Response(form);
  const type = response.headers.get("content-type") ?? "";
  return response.arrayBuffer().then((buffer) => ({ bytes: new Uint8Array(buffer), type }));
}

export function received(
  dependencies: Parameters<typeof receiveFile>[0] & { readonly database: Database },
  bytes: Uint8Array,
  { name = "report.bin", accountId = "account-ada" } = {},
): Promise<ReceivedFile> {
  return receiveFile(dependencies, {
    ...{ name, accountId, bytes: inPieces(bytes) },
    beginning: async () => {},
  });
}
