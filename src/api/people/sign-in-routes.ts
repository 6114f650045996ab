import type { Context, Hono } from "hono";
import { z } from "zod";
import {
  type AccessAnswer,
  requestPasswordReset,
  resetPassword,
  signIn,
  signOut,
  signUp,
} from "../../access/sessions/sign-in.ts";
import { parseOrThrow } from "../../platform/texts/validation.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { describeCall } from "../describe-call.ts";
import { jsonBody } from "../request-body.ts";
import { doneSchema, sessionSchema, signedInSchema, signedOutSchema } from "./account-schemas.ts";

const text = (label: string) => z.string(`${label} must be text.`).default("");
const credentials = z.object({ email: text("Email"), password: text("Password") });
const registration = credentials.extend({ name: text("Name").pipe(z.string().max(200)) });
const resetRequest = z.object({ email: text("Email") });
const newPassword = z.object({ token: text("Token"), newPassword: text("New password") });

const common = { tag: "Accounts", who: "everyone", refusals: [429] } as const;
const email = "ada@example.com";
const password = "hedgerow and barley";
const done = { schema: doneSchema };

/** REST calls on accounts and sessions; they call the same operations as the pages. */
export function signInRoutes(api: Hono<ApiContext>, { access }: ApiDependencies): void {
  api.post(
    "/auth/sign-up/email",
    describeCall({
      ...common,
      summary: "Creates an account and signs it in",
      body: { schema: registration, example: { email, password, name: "Ada" } },
      answer: { schema: signedInSchema },
      refusals: [409, 429],
    }),
    async (c) => {
      const input = parseOrThrow(registration, await jsonBody(c));
      return answer(c, await signUp(access, c.var.signInHeaders(), input));
    },
  );
  api.post(
    "/auth/sign-in/email",
    describeCall({
      ...common,
      summary: "Signs in, and sets the session cookie",
      body: { schema: credentials, example: { email, password } },
      answer: { schema: signedInSchema },
      refusals: [401, 429],
    }),
    async (c) => {
      const input = parseOrThrow(credentials, await jsonBody(c));
      return answer(c, await signIn(access, c.var.signInHeaders(), input));
    },
  );
  api.post(
    "/auth/sign-out",
    describeCall({
      ...common,
      summary: "Signs out",
      answer: { schema: signedOutSchema },
    }),
    async (c) => answer(c, await signOut(access, c.var.signInHeaders())),
  );
  passwordRoutes(api, access);
  api.get(
    "/auth/get-session",
    describeCall({
      tag: common.tag,
      summary: "The signed-in user",
      who: "everyone",
      answer: { schema: sessionSchema },
    }),
    async (c) => {
      const actor = await c.var.actor();
      if (actor.kind !== "customer" && actor.kind !== "admin") return c.json(null);
      return c.json({ user: { id: actor.accountId, email: actor.email } });
    },
  );
}

function passwordRoutes(api: Hono<ApiContext>, access: ApiDependencies["access"]): void {
  api.post(
    "/auth/request-password-reset",
    describeCall({
      ...common,
      summary: "Emails a link to set a new password",
      detail: "The response does not reveal whether the address has an account.",
      body: { schema: resetRequest, example: { email } },
      answer: done,
    }),
    async (c) => {
      const asked = parseOrThrow(resetRequest, await jsonBody(c));
      await requestPasswordReset(access, c.var.signInHeaders(), asked.email);
      return c.json({ status: true });
    },
  );
  api.post(
    "/auth/reset-password",
    describeCall({
      ...common,
      summary: "Sets a new password with the token from the email",
      body: { schema: newPassword, example: { token: "from-the-link", newPassword: password } },
      answer: done,
    }),
    async (c) => {
      const input = parseOrThrow(newPassword, await jsonBody(c));
      await resetPassword(access, c.var.signInHeaders(), input.token, input.newPassword);
      return c.json({ status: true });
    },
  );
}

function answer(context: Context<ApiContext>, { cookies, body }: AccessAnswer): Response {
  for (const cookie of cookies) context.header("set-cookie", cookie, { append: true });
  return context.json(body);
}
