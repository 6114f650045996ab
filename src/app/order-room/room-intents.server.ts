import { z } from "zod";
import { emailSentence } from "#app/admin/mail/email-words.ts";
import { hasMailServer } from "#app/admin/mail/mail-row.server.ts";
import { refusedForm } from "#app/forms.server.ts";
import { blankIfUnsent, fields, intent } from "#app/intents.server.ts";
import type { Success } from "#app/ui/forms/action-result.ts";
import type { Services } from "#compose.ts";
import { removeOrderFile } from "#conversation/files/order-files.ts";
import { editOrderMessage } from "#conversation/messages/edit-order-message.ts";
import { closeWithoutAnswer } from "#conversation/messages/read-order-messages.ts";
import { sendOrderMessage } from "#conversation/messages/send-order-message.ts";
import { stopWaiting } from "#conversation/messages/stop-waiting.ts";
import { showOrderPassword } from "#conversation/passwords/show-order-password.ts";
import type { ReceivedFile } from "#files/private-files.ts";
import type { FormWithFiles } from "#files/receive-form.ts";
import type { Order } from "#orders/order.ts";
import type { JsonValue } from "#platform/errors.ts";
import type { Actor } from "#policy/actor.ts";
import { may } from "#policy/rights.ts";
import { acknowledgeBrief, skipBrief, startWork } from "#work/brief/handle-order-brief.ts";
import { checkOrderSite, goOnWithoutBefore } from "#work/site-checks/order-site-checks.ts";
import { deliverByForm } from "./deliveries/deliver-by-form.server.ts";
import { usingFiles } from "./files/order-form.server.ts";

/** A form of an order, with its received files. */
export interface OrderForm extends Pick<FormWithFiles, "files" | "refusal"> {
  readonly services: Services;
  readonly actor: Actor;
  readonly orderId: string;
}

/** The forms of the order's room, on the order's page and on the page of the assignee. */
export const roomIntents = {
  deliver: intent(
    fields("number", "text", "key").catchall(z.string()),
    async (sent: OrderForm, form) => {
      const { services, actor, orderId } = sent;
      const { order, number, changeId } = await withFiles(sent, () =>
        deliverByForm(services, actor, orderId, form, sent.files),
      );
      const said = `Delivery ${number} is sent.${await saidOfEmail(services, order)}`;
      return undoable(actor, {
        title: "Order is Delivered",
        said,
        undo: [changeId],
        topic: `status ${orderId}`,
      });
    },
  ),
  message: intent(
    fields("text", "key", "foundPasswords").extend({ asks: blankIfUnsent }),
    async (sent: OrderForm, { asks, ...message }) => {
      const { services, actor, orderId } = sent;
      const input = { ...message, ...(asks === "yes" && { asks: true }) };
      await withFiles(sent, (files) =>
        sendOrderMessage(services, actor, orderId, input, "team", files),
      );
      return { said: "Message is Sent" };
    },
    // An earlier text of the message was already sent with this key, so the changed text needs a
    // new key.
    (error, typed) =>
      refusedForm(error, error.code === "key-reused" ? { ...typed, key: "" } : typed),
  ),
  "change-message": intent(
    fields("messageId", "text", "version", "foundPasswords"),
    async ({ services, actor, orderId }: OrderForm, { messageId = "", ...change }) => {
      await editOrderMessage(services, actor, orderId, messageId, change, "team");
      return { said: "Message is Changed" };
    },
  ),
  "no-reply": intent(fields("through"), async ({ services, actor, orderId }: OrderForm, form) => {
    await closeWithoutAnswer(services, actor, orderId, form);
    return { said: "Marked as “No reply needed”" };
  }),
  "stop-waiting": intent(
    fields("through"),
    async ({ services, actor, orderId }: OrderForm, form) => {
      await stopWaiting(services, actor, orderId, form);
      return { said: "The order is no longer waiting for the customer" };
    },
  ),
  "remove-file": intent(
    fields("fileId"),
    async ({ services, actor, orderId }: OrderForm, { fileId = "" }) => {
      await removeOrderFile(services, actor, orderId, fileId, "team");
      return { said: "File is Removed" };
    },
  ),
  "show-password": intent(
    fields("passwordId", "confirmed"),
    async ({ services, actor, orderId }: OrderForm, { passwordId = "", confirmed }) => {
      const confirmation = { confirmed: confirmed === "yes" };
      const shown = await showOrderPassword(services, actor, orderId, passwordId, confirmation);
      return { data: { shownPassword: shown.password } };
    },
  ),
  "acknowledge-brief": intent(
    fields("version"),
    async ({ services, actor, orderId }: OrderForm, form) => {
      await acknowledgeBrief(services, actor, orderId, form);
      return { said: "Changes are Acknowledged" };
    },
  ),
  "skip-brief": intent(fields(), async ({ services, actor, orderId }: OrderForm) => {
    await skipBrief(services, actor, orderId);
    return { said: "Brief is Skipped" };
  }),
  "start-work": intent(fields(), async ({ services, actor, orderId }: OrderForm) => {
    await startWork(services, actor, orderId);
    return { said: "Work is Started" };
  }),
  "check-website": intent(
    fields("website", "reason"),
    async ({ services, actor, orderId }: OrderForm, form) => {
      await checkOrderSite(services, actor, orderId, form);
      return { said: "The website is being checked" };
    },
  ),
  "without-before": intent(
    fields("reason"),
    async ({ services, actor, orderId }: OrderForm, form) => {
      await goOnWithoutBefore(services, actor, orderId, form);
      return { said: "The check before the work is skipped" };
    },
  ),
};

/** Runs `use` with the files of the form, and discards them if `use` fails. */
async function withFiles<Result>(
  { services, files, refusal }: OrderForm,
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
