import type { Context, Hono } from "hono";
import { z } from "zod";
import {
  addUserRecord,
  removeUserRecord,
  sendInvitationAgain,
  updateUserRecord,
} from "#access/admins/admins.ts";
import {
  listUserRecords,
  readUserRecord,
  type UserRecord,
  userRecordChange,
  userRecordInput,
} from "#access/admins/user-records.ts";
import {
  addPasskey,
  passkeyCreationOptions,
  passkeyRequestOptions,
  signInWithPasskey,
} from "#access/second-factor/passkeys.ts";
import { signInWithCode } from "#access/second-factor/second-step.ts";
import { resetPassword } from "#access/sessions/reset-password.ts";
import {
  type AccessAnswer,
  requestPasswordReset,
  signOut,
  signUp,
} from "#access/sessions/sign-in.ts";
import { keepInput } from "#access/ways-in/ways-in.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { isSignedIn } from "#policy/actor.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";
import { listQuery, listResponse } from "../list-response.ts";

const text = (label: string) => z.string(`${label} must be text.`).default("");
const credentials = z.object({ email: text("Email"), password: text("Password") });
const signInInput = credentials.extend({
  code: z.string("Code must be text.").optional().meta({
    description:
      "Six digits of the authenticator app or a backup code; for an account with a second factor",
  }),
});
const registration = credentials.extend({ name: text("Name").pipe(z.string().max(200)) });
const resetRequest = z.object({ email: text("Email") });
const newPasswordInput = z.object({
  token: text("Token"),
  newPassword: text("New password"),
  keep: keepInput,
});

/**
 * The properties of better-auth's answer to a sign-in that the REST interface promises to clients.
 */
const signedIn = z
  .looseObject({ user: z.looseObject({ id: z.string(), email: z.string() }) })
  .meta({ id: "SignedIn" });

const session = z
  .strictObject({ user: z.strictObject({ id: z.string(), email: z.string() }) })
  .nullable()
  .meta({ description: "Null when signed out" });

const forEveryone = { tag: "Accounts", who: "everyone", refusals: [429] } as const;
const email = "ada@example.com";
const password = "hedgerow and barley";
const done = { schema: z.strictObject({ status: z.literal(true) }) };

/**
 * Adds the sign-in calls at the paths that better-auth uses. The calls run the same operations as
 * the pages, so the same rules apply to both interfaces.
 */
export function signInRoutes(api: Hono<ApiContext>, { access }: ApiDependencies): void {
  addCall(api, "POST", "/auth/sign-up/email", {
    ...forEveryone,
    summary: "Creates an account and signs it in",
    body: { schema: registration, example: { email, password, name: "Ada" } },
    answer: { schema: signedIn },
    refusals: [409, 429],
    run: async ({ context, body }) => {
      const input = parseOrThrow(registration, body);
      return answerTo(context, await signUp(access, context.var.signInHeaders(), input));
    },
  });
  addCall(api, "POST", "/auth/sign-in/email", {
    ...forEveryone,
    summary: "Signs in, and sets the session cookie",
    detail:
      "An account with a second factor gets 401 with `secondFactorRequired: true` until the call contains the right password and a right `code`. A code counts once. Ten wrong codes lock the second factor for 15 minutes (429).",
    body: { schema: signInInput, example: { email, password } },
    answer: { schema: signedIn },
    refusals: [401, 429],
    run: async ({ context, body }) => {
      const input = parseOrThrow(signInInput, body);
      return answerTo(context, await signInWithCode(access, context.var.signInHeaders(), input));
    },
  });
  addCall(api, "POST", "/auth/sign-out", {
    ...forEveryone,
    summary: "Signs out",
    answer: { schema: z.looseObject({ success: z.boolean() }) },
    run: async ({ context }) =>
      answerTo(context, await signOut(access, context.var.signInHeaders())),
  });
  addCall(api, "POST", "/auth/request-password-reset", {
    ...forEveryone,
    summary: "Emails a link to set a new password",
    detail: "The response does not reveal whether the address has an account.",
    body: { schema: resetRequest, example: { email } },
    answer: done,
    run: async ({ context, body }) => {
      const { email } = parseOrThrow(resetRequest, body);
      await requestPasswordReset(access, context.var.signInHeaders(), email);
      return { status: true };
    },
  });
  addCall(api, "POST", "/auth/reset-password", {
    ...forEveryone,
    summary: "Sets a new password with the token from the email",
    detail: "All that opens the account besides the password ends, except what `keep` names.",
    body: { schema: newPasswordInput, example: { token: "from-the-link", newPassword: password } },
    answer: done,
    run: async ({ context, body }) => {
      const { token, newPassword, keep } = parseOrThrow(newPasswordInput, body);
      await resetPassword(access, context.var.signInHeaders(), token, newPassword, keep);
      return { status: true };
    },
  });
  addCall(api, "GET", "/auth/get-session", {
    tag: forEveryone.tag,
    who: "everyone",
    summary: "The signed-in user",
    answer: { schema: session },
    run: async ({ context }) => {
      const actor = await context.var.actor();
      return isSignedIn(actor) ? { user: { id: actor.accountId, email: actor.email } } : null;
    },
  });
}

export const webAuthnOptions = z
  .looseObject({ challenge: z.string() })
  .meta({ description: "JSON form of the options in WebAuthn, for the browser" });
export const credential = z
  .looseObject({ id: z.string() })
  .meta({ description: "JSON form of the browser's `PublicKeyCredential`" });
const example = { id: "from-the-browser", response: {} };

/** Calls for the scripts of the login page and of the page Security. */
export function passkeyRoutes(api: Hono<ApiContext>, { access }: ApiDependencies): void {
  addCall(api, "POST", "/auth/sign-in/passkey-options", {
    ...forEveryone,
    summary: "Begins a sign-in with a passkey",
    answer: { schema: webAuthnOptions },
    run: async ({ context }) =>
      answerTo(context, await passkeyRequestOptions(access, context.var.signInHeaders())),
  });
  addCall(api, "POST", "/auth/sign-in/passkey", {
    ...forEveryone,
    summary: "Signs in with a passkey, and sets the session cookie",
    body: { schema: z.object({ response: credential }), example: { response: example } },
    answer: { schema: signedIn },
    refusals: [401, 429],
    run: async ({ context, body }) =>
      answerTo(context, await signInWithPasskey(access, context.var.signInHeaders(), body)),
  });
  addCall(api, "POST", "/auth/passkeys/creation-options", {
    tag: forEveryone.tag,
    who: "signed in",
    withoutKeys: true,
    refusals: [409, 429],
    summary: "Begins to add a passkey",
    body: { schema: z.object({ password: text("Password") }), example: { password } },
    answer: { schema: webAuthnOptions },
    run: async ({ context, actor, body }) => {
      const headers = context.var.signInHeaders();
      return answerTo(context, await passkeyCreationOptions(access, actor, headers, body));
    },
  });
  addCall(api, "POST", "/auth/passkeys", {
    tag: forEveryone.tag,
    who: "signed in",
    withoutKeys: true,
    refusals: [429],
    summary: "Adds a passkey that the browser has created",
    body: {
      schema: z.object({ name: z.string().default("Passkey"), response: credential }),
      example: { name: "My phone", response: example },
    },
    answer: { schema: z.strictObject({ id: z.string(), name: z.string() }), status: 201 },
    run: ({ context, actor, body }) => addPasskey(access, actor, context.var.signInHeaders(), body),
  });
}

export function answerTo(context: Context<ApiContext>, { cookies, body }: AccessAnswer): unknown {
  for (const cookie of cookies) context.header("set-cookie", cookie, { append: true });
  return body;
}

const user = z
  .strictObject({ _id: z.string(), userEmail: z.string(), userRole: z.string() })
  .meta({ id: "User" }) satisfies z.ZodType<UserRecord>;

const tag = "Admins";
const oneUser = { schema: user };
const change = { tag, who: "admin", withoutKeys: true, refusals: [409] } as const;
const userBody = {
  schema: userRecordChange,
  userRecordInput,
  example: { userEmail: "colleague@example.com" },
};

export function userRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  addCall(api, "GET", "/users", {
    tag,
    who: "signed in",
    summary: "Everybody with a role; the record that matches them for a customer",
    query: listQuery,
    answer: { schema: z.array(user) },
    refusals: [404],
    run: async ({ context, actor }) =>
      listResponse(context, await listUserRecords(services, actor)),
  });
  addCall(api, "GET", "/users/:id", {
    tag,
    who: "signed in",
    summary: "One record of a role",
    answer: oneUser,
    run: ({ actor, id }) => readUserRecord(services, actor, id),
  });
  addCall(api, "POST", "/add-user", {
    ...change,
    summary: "Gives an address a role and emails it",
    detail: "Without userRole, the role is Admin.",
    body: userBody,
    answer: { ...oneUser, status: 201 },
    run: async ({ actor, body }) => (await addUserRecord(services, actor, body)).record,
  });
  // The specification misspells the path, and clients call the path as specified.
  addCall(api, "PUT", "/upadete-users/:id", {
    ...change,
    summary: "Changes a role or moves it to another address",
    detail:
      "Without userRole, the role stays. If the person loses rights, all that opens the account besides the password ends, except what `keep` names.",
    body: { ...userBody, schema: userRecordChange },
    answer: oneUser,
    run: async ({ actor, id, body }) => (await updateUserRecord(services, actor, id, body)).record,
  });
  addCall(api, "DELETE", "/users/:id", {
    ...change,
    summary: "Removes a role",
    detail: "All that opens the account besides the password ends.",
    answer: oneUser,
    run: ({ actor, id }) => removeUserRecord(services, actor, id),
  });
  addCall(api, "POST", "/users/:id/invitation", {
    ...change,
    summary: "Sends an invitation again",
    answer: oneUser,
    run: async ({ actor, id }) => (await sendInvitationAgain(services, actor, id)).record,
  });
}
