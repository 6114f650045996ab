/** Cache size: a share picture of each page, each size of the icon, and some previewed titles. */
const mostKept = 24;
const kept = new Map<string, Promise<Buffer>>();

/** Returns a generated picture, cached by `key`. A full cache drops its oldest picture. */
export function drawnOnce(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const drawing = draw();
  kept.set(key, drawing);
  drawing.catch(() => kept.delete(key));
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return drawing;
}

interface AnswerOptions {
  /** True for a picture whose URL changes with its content. */
  readonly isForEver: boolean;
  readonly type?: "image/png" | "image/svg+xml";
}

export function pictureAnswer(
  bytes: Buffer,
  { isForEver, type = "image/png" }: AnswerOptions,
): Response {
  const headers = {
    "Content-Type": type,
    "Content-Length": String(bytes.length),
    "Cache-Control": isForEver ? "public, max-age=31536000, immutable" : "public, max-age=300",
  };
  return new Response(new Uint8Array(bytes), { headers });
}
