import { redirect } from "react-router";
import { refusedForm } from "#app/forms.server.ts";
import { fields, intent } from "#app/intents.server.ts";
import { addOrderPassword } from "#conversation/passwords/add-order-password.ts";
import {
  replaceOrderPassword,
  withdrawOrderPassword,
} from "#conversation/passwords/change-order-password.ts";
import { listOrderPasswords } from "#conversation/passwords/list-order-passwords.ts";
import { showOrderPassword } from "#conversation/passwords/show-order-password.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { minuteOf } from "#platform/time/dates.ts";
import { readBusiness } from "#settings/business.server.ts";
import { readSetting } from "#settings/stored-settings.server.ts";
import { inRoom, roomPath, type TeamForm } from "../room-form.server.ts";
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

export const teamPasswords = {
  read: passwordsView,
  intents: {
    "show-password": intent(
      fields("passwordId", "confirmed"),
      async ({ services, actor, orderId }: TeamForm, { passwordId = "", confirmed }) => {
        const confirmation = { confirmed: confirmed === "yes" };
        const shown = await showOrderPassword(services, actor, orderId, passwordId, confirmation);
        return { data: { shownPassword: shown.password } };
      },
    ),
  },
};

export const customerPasswords = {
  read: passwordsView,
  intents: {
    "add-password": inRoom(
      fields("label", "userName", "address", "password", "key"),
      async (sent, form) => {
        await addOrderPassword(sent.services, sent.actor, sent.orderId, form, "customer");
        return redirect(roomPath(sent, "#passwords"), 303);
      },
      (error, typed) => refusedForm(typedAgain(error), typed),
    ),
    "replace-password": inRoom(
      fields("passwordId", "label", "userName", "address", "password", "version"),
      async (sent, { passwordId = "", ...form }) => {
        await replaceOrderPassword(sent.services, sent.actor, sent.orderId, passwordId, form);
        return redirect(roomPath(sent, "#passwords"), 303);
      },
      (error, typed) => refusedForm(typedAgain(error), typed),
    ),
    "withdraw-password": inRoom(fields("passwordId"), async (sent, { passwordId = "" }) => {
      await withdrawOrderPassword(sent.services, sent.actor, sent.orderId, passwordId);
      return redirect(roomPath(sent, "#passwords"), 303);
    }),
  },
};

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
