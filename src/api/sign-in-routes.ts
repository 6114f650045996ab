import type { Context, Hono } from "hono";
import { z } from "zod";
import {
  type AccessAnswer,
  requestPasswordReset,
  resetPassword,
  signIn,
  signOut,
  signUp,
} from "../access/sign-in.ts";
import { parseOrThrow } from "../platform/validation.ts";
import type { ApiContext, ApiDependencies } from "./api-app.ts";
import { jsonBody } from "./request-body.ts";

const text = (label: string) => z.string(`${label} must be text.`).default("");
const credentials = z.object({ email: text("Email"), password: text("Password") });
const registration = credentials.extend({ name: text("Name").pipe(z.string().max(200)) });
const resetRequest = z.object({ email: text("Email") });
const newPassword = z.object({ token: text("Token"), newPassword: text("New password") });

/** Accounts and sessions, through the same operations as the pages. */
export function signInRoutes(api: Hono<ApiContext>, { access }: ApiDependencies): void {
  api.post("/auth/sign-up/email", async (c) => {
    const input = parseOrThrow(registration, await jsonBody(c));
    return answer(c, await signUp(access, c.var.signInHeaders(), input));
  });
  api.post("/auth/sign-in/email", async (c) => {
    const input = parseOrThrow(credentials, await jsonBody(c));
    return answer(c, await signIn(access, c.var.signInHeaders(), input));
  });
  api.post("/auth/sign-out", async (c) => answer(c, await signOut(access, c.var.signInHeaders())));
  api.post("/auth/request-password-reset", async (c) => {
    const { email } = parseOrThrow(resetRequest, await jsonBody(c));
    await requestPasswordReset(access, c.var.signInHeaders(), email);
    return c.json({ status: true });
  });
  api.post("/auth/reset-password", async (c) => {
    const input = parseOrThrow(newPassword, await jsonBody(c));
    await resetPassword(access, c.var.signInHeaders(), input.token, input.newPassword);
    return c.json({ status: true });
  });
  api.get("/auth/get-session", async (c) => {
    const actor = await c.var.actor();
    if (actor.kind !== "customer" && actor.kind !== "admin") return c.json(null);
    return c.json({ user: { id: actor.accountId, email: actor.email } });
  });
}

function answer(context: Context<ApiContext>, { cookies, body }: AccessAnswer): Response {
  for (const cookie of cookies) context.header("set-cookie", cookie, { append: true });
  return context.json(body);
}
