import type { Hono } from "hono";
import { z } from "zod";
import { addOrderPassword } from "#conversation/passwords/add-order-password.ts";
import {
  replaceOrderPassword,
  withdrawOrderPassword,
} from "#conversation/passwords/change-order-password.ts";
import {
  listOrderPasswords,
  type OrderPassword,
} from "#conversation/passwords/list-order-passwords.ts";
import {
  addPasswordForm,
  replacePasswordForm,
} from "#conversation/passwords/order-password-form.ts";
import { showingForm, showOrderPassword } from "#conversation/passwords/show-order-password.ts";
import { formKey } from "#platform/idempotency.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";
import { withKey } from "./order-routes.ts";

const passwordSchema = z
  .strictObject({
    _id: z.string(),
    label: z.string(),
    userName: z.string(),
    address: z.string(),
    addedBy: z.enum(["customer", "team"]),
    addedAt: z.iso.datetime(),
    replacedAt: z.iso.datetime().nullable(),
    version: z.int().meta({ description: "Changes with each replacement; a replacement names it" }),
    isReadable: z.boolean().meta({
      description: "false when SECRET is another one than when the password was given",
    }),
    showings: z.array(
      z.strictObject({
        author: z.string().meta({ description: 'Email address of the admin; "" for customers' }),
        at: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: "OrderPassword" });

const listSchema = z
  .strictObject({
    passwords: z.array(passwordSchema).meta({ description: "Oldest first" }),
    closedBecause: z
      .string()
      .nullable()
      .meta({ description: "Why no password can be given; null while passwords can be given" }),
  })
  .meta({ id: "OrderPasswords" });

const shownSchema = z
  .strictObject({
    _id: z.string(),
    label: z.string(),
    password: z.string(),
    shownAt: z.iso.datetime(),
  })
  .meta({ id: "ShownOrderPassword" });

const example = {
  label: "WordPress",
  userName: "ada",
  address: "https://bakery.example/wp-admin",
  password: "barley and hedgerow",
};

/** Only the answer to a showing contains a password. */
export function orderPasswordRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  const signedIn = { tag: "Orders", who: "signed in" } as const;
  const list = async (actor: Actor, id: string) => {
    const { passwords, closedBecause } = await listOrderPasswords(services, actor, id);
    return { passwords: passwords.map(shown), closedBecause };
  };
  addCall(api, "GET", "/order/:id/passwords", {
    ...signedIn,
    summary: "Labels and times of the passwords of an order; for its customer and for admins",
    answer: { schema: listSchema },
    run: ({ actor, id }) => list(actor, id),
  });
  addCall(api, "POST", "/order/:id/passwords", {
    ...signedIn,
    summary: "Stores a password for a paid order, encrypted",
    headers: z.object({ "Idempotency-Key": formKey }),
    body: { schema: addPasswordForm.omit({ key: true }), example },
    answer: { status: 201, schema: listSchema },
    refusals: [409, 422, 429],
    run: async ({ context, actor, id, body }) => {
      await addOrderPassword(services, actor, id, withKey(context, body));
      return list(actor, id);
    },
  });
  addCall(api, "PUT", "/order/:id/passwords/:passwordId", {
    ...signedIn,
    summary: "Replaces a password of your own order",
    body: { schema: replacePasswordForm, example: { ...example, version: 1 } },
    answer: { schema: listSchema },
    refusals: [409, 429],
    run: async ({ actor, id, passwordId, body }) => {
      await replaceOrderPassword(services, actor, id, passwordId, body);
      return list(actor, id);
    },
  });
  addCall(api, "DELETE", "/order/:id/passwords/:passwordId", {
    ...signedIn,
    summary: "Deletes a password of your own order",
    answer: { schema: listSchema },
    run: async ({ actor, id, passwordId }) => {
      await withdrawOrderPassword(services, actor, id, passwordId);
      return list(actor, id);
    },
  });
  addCall(api, "POST", "/order/:id/passwords/:passwordId/showings", {
    tag: "Orders",
    who: "admin",
    summary: "Shows one password",
    detail: "Each call is written to the audit log and can be seen by the customer.",
    body: { schema: showingForm, example: { confirmed: true } },
    answer: { schema: shownSchema },
    refusals: [409, 429],
    run: async ({ actor, id, passwordId, body }) => {
      const {
        shownAt,
        id: _id,
        label,
        password,
      } = await showOrderPassword(services, actor, id, passwordId, body);
      return { _id, label, password, shownAt: isoTime(shownAt) };
    },
  });
}

function shown(password: OrderPassword): z.infer<typeof passwordSchema> {
  const { id, addedAt, replacedAt, showings, ...rest } = password;
  return {
    _id: id,
    ...rest,
    addedAt: isoTime(addedAt),
    replacedAt: replacedAt === null ? null : isoTime(replacedAt),
    showings: showings.map(({ author, at }) => ({ author, at: isoTime(at) })),
  };
}
