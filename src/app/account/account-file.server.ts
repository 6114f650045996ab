import { exportAccount } from "../../access/accounts/export-account.ts";
import type { Services } from "../../compose.ts";
import { streamedBody } from "../../http/streamed-body.ts";
import type { Actor } from "../../policy/actor.ts";

export async function accountFile(
  services: Services,
  actor: Actor,
  accountId: string,
): Promise<Response> {
  const { name, text } = await exportAccount(services, actor, accountId);
  return new Response(await streamedBody(text, services.log), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
    },
  });
}
