const prefix = Buffer.from("cmd=_notify-validate&");
const timeoutMs = 10_000;
/** Enough for the longest right answer, and nothing near an error page. */
const longestAnswer = "VERIFIED".length;

/**
 * Sends the bytes of a notification back to PayPal, the same in the same order, and reads its one
 * word. Throws for anything else: another status, a redirect, an HTML page, silence.
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

/** As much of the body as tells a right answer from a wrong one, however long it is. */
async function readStart(response: Response): Promise<string> {
  let text = "";
  if (response.body === null) return text;
  for await (const chunk of response.body) {
    text += Buffer.from(chunk).toString("latin1");
    if (text.length > longestAnswer) break;
  }
  return text;
}
