const prefix = Buffer.from("cmd=_notify-validate&");
const timeoutMs = 10_000;
/** The longest valid response, and shorter than any error page. */
const longestAnswer = "VERIFIED".length;

/**
 * Sends the raw bytes of a notification back to PayPal and reads its one-word response. Throws for
 * anything else: another status, a redirect, an HTML page, no response.
 */
export async function verifyPostback(
  verifyUrl: string,
  raw: Uint8Array,
  signal: AbortSignal,
): Promise<"verified" | "invalid"> {
  const response = await fetch(verifyUrl, {
    method: "POST",
    body: Buffer.concat([prefix, raw]),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "user-agent": "Furrow-IPN-Verification/1.0",
    },
    redirect: "manual",
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  const answer = await readStart(response);
  if (response.status === 200 && answer === "VERIFIED") return "verified";
  if (response.status === 200 && answer === "INVALID") return "invalid";
  throw new Error(`The verification answered ${response.status} and neither of its two words.`);
}

/** Reads only as much of the body as a valid response has. */
async function readStart(response: Response): Promise<string> {
  let text = "";
  if (response.body === null) return text;
  for await (const chunk of response.body) {
    text += Buffer.from(chunk).toString("latin1");
    if (text.length > longestAnswer) break;
  }
  return text;
}
