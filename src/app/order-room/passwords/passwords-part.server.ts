import { listOrderPasswords } from "#conversation/passwords/list-order-passwords.ts";
import { newId } from "#platform/ids.ts";
import { minuteOf } from "#platform/time/dates.ts";
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
