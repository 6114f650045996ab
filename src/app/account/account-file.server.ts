import { exportAccount } from "../../access/export-account.ts";
import type { Services } from "../../compose.ts";
import type { Actor } from "../../policy/actor.ts";

/** What the site keeps about a person, as a file that the browser saves. */
export async function accountFile(
  services: Services,
  actor: Actor,
  accountId: string,
): Promise<Response> {
  const { name, text } = await exportAccount(services, actor, accountId);
  return new Response(bytesOf(text), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
    },
  });
}

/** Made as the browser takes it, and no further when it breaks off. */
function bytesOf(text: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const part = await text.next();
      if (part.done) controller.close();
      else controller.enqueue(encoder.encode(part.value));
    },
    async cancel() {
      await text.return(undefined);
    },
  });
}
