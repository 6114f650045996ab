import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Answer = string | ((response: ServerResponse) => void);

/** A payment provider's verification service, as a real server on a port of its own. */
export interface Verifier {
  readonly url: string;
  /** What it was asked, byte for byte. */
  readonly asked: readonly Buffer[];
  readonly headers: readonly NodeJS.Dict<string | string[]>[];
  /** What it says from now on: a body with status 200, or a response written by hand. */
  answer: Answer;
  close(): Promise<void>;
}

/** On the port given, so that one that was closed can come back. */
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
