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
  const body = ReadableStream.from(text).pipeThrough(new TextEncoderStream());
  return new Response(body, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
    },
  });
}
