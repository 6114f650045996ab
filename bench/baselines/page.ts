// A bare server that answers every request with the same bytes and headers, read from a file.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface Answer {
  readonly headers: readonly string[];
  readonly body: string;
}

const answer: Answer = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const body = Buffer.from(answer.body, "base64");
const server = createServer((_request, response) => {
  response.writeHead(200, [...answer.headers]);
  response.end(body);
});
const port = Number(process.argv[3] ?? 0);
server.listen(port, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
process.once("SIGTERM", () => process.exit(0));
