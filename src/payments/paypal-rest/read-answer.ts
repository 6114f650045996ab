/** Many times what an answer has. */
const mostBytes = 512 * 1024;

/** The body of an answer, which may not be endless. */
export async function readAnswer(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > mostBytes) throw new Error("PayPal's answer has no end.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
