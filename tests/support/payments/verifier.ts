import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Answer = string | ((response: ServerResponse) => void);

/** A real server in place of a provider's verification service. */
export interface Verifier {
  readonly url: string;
  /** Received requests, byte for byte. */
  readonly asked: readonly Buffer[];
  readonly headers: readonly NodeJS.Dict<string | string[]>[];
  /** Response from now on: a body with status 200, or a handler. */
  answer: Answer;
  close(): Promise<void>;
}

/**
 * Opens a verifier. Port 0 means any free port. To restart a verifier, a test closes the verifier
 * and passes its port.
 */
export async function openVerifier(first: Answer = "VERIFIED", port = 0): Promise<Verifier> {
  const asked: Buffer[] = [];
  const headers: NodeJS.Dict<string | string[]>[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      asked.push(Buffer.concat(chunks));
      headers.push(request.headers);
      if (typeof verifier.answer === "string") response.end(verifier.answer);
      else verifier.answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const verifier: Verifier = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/cgi-bin/webscr`,
    asked,
    headers,
    answer: first,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return verifier;
}
