import { addUserRecord, listAdmins } from "#access/admins/admins.ts";
import { ensureFirstAdmin } from "#access/admins/first-admin.ts";
import { acceptInvitation } from "#access/admins/invitations.server.ts";
import { signIn } from "#access/sessions/sign-in.ts";
import type { Actor } from "#policy/actor.ts";
import { type Access, headersFrom, openAccess } from "./access.ts";

export const owner = { email: "owner@example.com", password: "a long and rather dull password" };
export const colleague = "Colleague@Example.com";
export const password = "hedgerow and barley";
export const anyone = headersFrom("203.0.113.7");

export async function openPeople(openDatabase: () => Promise<Access["database"]>) {
  const opened = await openAccess(await openDatabase());
  const time = { ahead: 0 };
  const clock = () => Date.now() + time.ahead;
  const access = { ...opened, clock, access: opened, time };
  await ensureFirstAdmin(access, owner);
  const actor = await actorOf(access, owner);
  return { access, actor };
}

export async function actorOf(access: Access, credentials: typeof owner): Promise<Actor> {
  const { cookies } = await signIn(access, anyone, credentials);
  return access.visit(cookies).actor();
}

export const latestToken = async (access: Access, email: string) =>
  (await access.mailedTokens(email)).at(-1) ?? "";

export type People = Awaited<ReturnType<typeof openPeople>>;

export async function join({ access, actor }: People, email: string): Promise<Actor> {
  await addUserRecord(access, actor, { userEmail: email });
  const credentials = await acceptInvitation(access, await latestToken(access, email), password);
  return actorOf(access, credentials);
}

export const idOf = async ({ access, actor }: People, email: string) =>
  (await listAdmins(access, actor)).find(({ userEmail }) => userEmail === email)?._id ?? "";
