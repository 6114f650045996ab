// A bare server. It sends one page, whose bytes and headers are in a file, and static files of a
// directory.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

interface Answer {
  readonly headers: readonly string[];
  readonly body: string;
}

const [pageFile = "", directory = ""] = process.argv.slice(2);
const page: Answer = JSON.parse(readFileSync(pageFile, "utf8"));
const body = Buffer.from(page.body, "base64");
const types: Readonly<Record<string, string>> = {
  ".avif": "image/avif",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};
const server = createServer(({ url = "/" }, response) => {
  if (url === "/") {
    response.writeHead(200, [...page.headers]);
    response.end(body);
    return;
  }
  try {
    const file = readFileSync(join(directory, normalize(url)));
    response.writeHead(200, {
      "Content-Type": types[extname(url)] ?? "application/octet-stream",
      "Content-Length": file.length,
      "Cache-Control": "public, max-age=31536000, immutable",
    });
    response.end(file);
  } catch {
    response.writeHead(404);
    response.end();
  }
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
process.once("SIGTERM", () => process.exit(0));
