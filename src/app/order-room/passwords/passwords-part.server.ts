import { redirect } from "react-router";
import { pageError, refusedForm } from "#app/forms.server.ts";
import type { Services } from "#compose.ts";
import { addOrderPassword } from "#orders/room/secrets/add-order-password.ts";
import {
  replaceOrderPassword,
  withdrawOrderPassword,
} from "#orders/room/secrets/change-order-password.ts";
import { listOrderPasswords } from "#orders/room/secrets/list-order-passwords.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { minuteOf } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { readBusiness } from "#settings/business.server.ts";
import { readSetting } from "#settings/stored-settings.server.ts";
import type { RoomReading } from "../room-part.ts";

export type PasswordsView = Awaited<ReturnType<typeof passwordsView>>;
export type PasswordView = PasswordsView["passwords"][number];

/** Labels, user names and history of an order's passwords, without the passwords. */
async function passwordsView({ services, actor, order, side, reader }: RoomReading) {
  const asked = side === "team" ? side : undefined;
  const found = await listOrderPasswords(services, actor, order.id, asked);
  const { configuration, database } = services;
  const { name: teamName } = await readBusiness(configuration, database.read);
  return {
    orderId: found.order.id,
    closedBecause: found.closedBecause,
    /** False for an admin who looks at the page of a customer. */
    isReader: found.side === side,
    keptDays: await readSetting(configuration, database.read, "orderPasswordDays"),
    freshKey: newId(),
    passwords: found.passwords.map((password) => {
      const { id, label, userName, address, version, isReadable, addedBy } = password;
      const { addedAt, replacedAt, showings } = password;
      return {
        id,
        label,
        userName,
        address,
        version,
        isReadable,
        givenBy: addedBy === "customer" ? found.order.customerName : teamName,
        isFromTeam: addedBy === "team",
        addedAt: minuteOf(addedAt, reader),
        /** "" for a password that was not replaced. */
        replacedAt: replacedAt === null ? "" : minuteOf(replacedAt, reader),
        showings: showings.map(({ author, at }) => ({
          by: author || teamName,
          at: minuteOf(at, reader),
        })),
      };
    }),
  };
}

export const teamPasswords = { read: passwordsView };

export const customerPasswords = { read: passwordsView };

export const isPasswordIntent = (intent: string | undefined) =>
  intent !== undefined && intents.has(intent);

type Values = Readonly<Record<string, string>>;
type Change = (services: Services, actor: Actor, orderId: string, form: Values) => Promise<unknown>;

const intents = new Map<string, Change>(
  Object.entries({
    "add-password": (services, actor, orderId, { label, userName, address, password, key }) => {
      const fields = { label, userName, address, password, key };
      return addOrderPassword(services, actor, orderId, fields, "customer");
    },
    "replace-password": (services, actor, orderId, form) => {
      const { passwordId = "", label, userName, address, password, version } = form;
      const fields = { label, userName, address, password, version };
      return replaceOrderPassword(services, actor, orderId, passwordId, fields);
    },
    "withdraw-password": async (services, actor, orderId, { passwordId = "" }) => {
      await withdrawOrderPassword(services, actor, orderId, passwordId);
    },
  } satisfies Record<string, Change>),
);

/**
 * Adds, replaces or withdraws a password of the customer. The page of a refused form leaves the
 * password out.
 */
export async function customerPasswordAction(
  services: Services,
  actor: Actor,
  orderId: string,
  values: Record<string, string>,
) {
  try {
    await intents.get(values.intent ?? "")?.(services, actor, orderId, values);
    return redirect(`/my-order/${orderId}#passwords`, 303);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "not-found" && values.passwordId === undefined) return pageError(error);
    return refusedForm(typedAgain(error), values);
  }
}

/**
 * Adds a message at the password field, because the page of a refused form does not repeat the
 * password.
 */
function typedAgain(error: AppError): AppError {
  const { code, message, issues, retryAfterSeconds } = error;
  if (code !== "invalid" || issues.some(({ path }) => path === "password")) return error;
  const again = { path: "password", message: "Enter the password again." };
  return new AppError(code, message, {
    issues: [...issues, again],
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
