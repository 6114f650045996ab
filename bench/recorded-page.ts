import { writeFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";

/** Request headers of all page requests in the benchmarks, to Furrow and to the bare servers. */
export const pageHeaders = { accept: "text/html", "accept-encoding": "gzip" };

/** These headers are not recorded, because each server sets them itself for its connection. */
const connectionHeaders = new Set(["connection", "date", "keep-alive", "transfer-encoding"]);

/** Records the response of a page byte by byte, for the bare server to repeat. */
export async function recordPage(url: string, file: string, headers = pageHeaders): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).once("error", reject);
  });
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  if (response.statusCode !== 200) throw new Error(`${url} answers ${response.statusCode}.`);
  const body = Buffer.concat(parts);
  const answered = response.rawHeaders.flatMap((text, index, all) => {
    if (index % 2 === 1 || connectionHeaders.has(text.toLowerCase())) return [];
    return text.toLowerCase() === "content-length" ? [] : [text, all[index + 1] ?? ""];
  });
  answered.push("content-length", String(body.length));
  await writeFile(file, JSON.stringify({ headers: answered, body: body.toString("base64") }));
}
