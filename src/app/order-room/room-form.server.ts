import type { z } from "zod";
import type { refusedForm } from "#app/forms.server.ts";
import { intent } from "#app/intents.server.ts";
import type { Success } from "#app/ui/forms/action-result.ts";
import type { Services } from "#compose.ts";
import type { ReceivedFile } from "#files/private-files.ts";
import type { FormWithFiles } from "#files/receive-form.ts";
import { findRoomOrder } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import type { AppError, JsonValue } from "#platform/errors.ts";
import type { Actor, SignedInActor } from "#policy/actor.ts";
import { may } from "#policy/rights.ts";
import { emailSentence } from "../admin/messages/mail/email-words.ts";
import { hasMailServer } from "../admin/messages/mail/mail-row.server.ts";
import { usingFiles } from "./files/order-form.server.ts";

/** A form of the team about an order, with its received files. */
export interface TeamForm extends Pick<FormWithFiles, "files" | "refusal"> {
  readonly services: Services;
  readonly actor: Actor;
  readonly orderId: string;
}

/** A form of a customer's order page, with its received files. */
export interface CustomerForm extends Omit<FormWithFiles, "values"> {
  readonly services: Services;
  readonly actor: SignedInActor;
  readonly orderId: string;
  /** Called for a sender who may no longer see the order; the page then shows only the form. */
  readonly keepTyped: () => void;
}

type Typed = Readonly<Record<string, string>>;

/** Path of the customer's page of the order. */
export const roomPath = ({ orderId }: CustomerForm, place = "") => `/my-order/${orderId}${place}`;

/** A form of somebody who may open the order's room. */
export function inRoom<Schema extends z.ZodObject>(
  schema: Schema,
  run: (sent: CustomerForm, values: z.output<Schema>) => Promise<Response>,
  refuse?: (error: AppError, typed: Typed) => ReturnType<typeof refusedForm>,
) {
  return intent(
    schema,
    async (sent: CustomerForm, values) => {
      await findRoomOrder(sent.services.database.read, sent.actor, sent.orderId).catch(
        (error: unknown) => {
          sent.keepTyped();
          throw error;
        },
      );
      return run(sent, values);
    },
    refuse,
  );
}

/** Runs `use` with the files of the form, and discards them if `use` fails. */
export async function withFiles<Result>(
  { services, files, refusal }: TeamForm,
  use: (received: readonly ReceivedFile[]) => Promise<Result>,
): Promise<Result> {
  if (refusal !== null) throw refusal;
  const received = files.map(({ file }) => file);
  return usingFiles(services, received, () => use(received));
}

/** Leaves out "Undo" for an actor who may not undo the change of an order. */
export function undoable(actor: Actor, change: Success & { readonly undo: JsonValue }): Success {
  return may(actor, "update orders") ? change : { said: change.title };
}

/** Deleting the customer's account also deletes the email address from the order. */
export async function saidOfEmail(services: Services, { customerEmail }: Order): Promise<string> {
  if (customerEmail === "") return "";
  return ` ${emailSentence("the customer", await hasMailServer(services))}`;
}
