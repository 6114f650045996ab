// A bare server for the measurement of a start: answers with the bytes and headers of a file.
const { readFileSync } = require("node:fs");
const { createServer } = require("node:http");

const [, , file = "", port] = process.argv;
const { headers, body } = JSON.parse(readFileSync(file, "utf8"));
const bytes = Buffer.from(body, "base64");
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(bytes);
});
server.listen(Number(port), "127.0.0.1");
process.once("SIGTERM", () => process.exit(0));
