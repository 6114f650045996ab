import { exportAccount } from "#access/accounts/export-account.ts";
import type { Services } from "#compose.ts";
import { streamedFile } from "#http/streamed-body.ts";
import type { Actor } from "#policy/actor.ts";

export async function accountFile(
  services: Services,
  actor: Actor,
  accountId: string,
): Promise<Response> {
  const { name, text } = await exportAccount(services, actor, accountId);
  const type = "application/json; charset=utf-8";
  return streamedFile({ name, type, parts: text }, services.log);
}
