import { redirect } from "react-router";
import { z } from "zod";
import { refusedForm } from "#app/forms.server.ts";
import { fields, intent } from "#app/intents.server.ts";
import type { Services } from "#compose.ts";
import { removeOrderFile } from "#conversation/files/order-files.ts";
import { editOrderMessage } from "#conversation/messages/edit-order-message.ts";
import { sendOrderMessage } from "#conversation/messages/send-order-message.ts";
import { addOrderPassword } from "#conversation/passwords/add-order-password.ts";
import {
  replaceOrderPassword,
  withdrawOrderPassword,
} from "#conversation/passwords/change-order-password.ts";
import type { FormWithFiles } from "#files/receive-form.ts";
import { findRoomOrder } from "#orders/find-order.ts";
import { endLinks } from "#orders/links/order-access.ts";
import { AppError } from "#platform/errors.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { acceptDelivery, askForChanges } from "#work/deliveries/delivery-answers.ts";
import { reopenOrder } from "#work/deliveries/reopen-order.ts";
import {
  filesWaiting,
  usingFiles,
  waitingFiles,
  withLostFiles,
} from "./files/order-form.server.ts";

/** A form of a customer's order page, with its received files. */
export interface CustomerForm extends Omit<FormWithFiles, "values"> {
  readonly services: Services;
  readonly actor: SignedInActor;
  readonly orderId: string;
  /** Called for a sender who may no longer see the order; the page then shows only the form. */
  readonly keepTyped: () => void;
}

type Typed = Readonly<Record<string, string>>;

const roomPath = ({ orderId }: CustomerForm, place = "") => `/my-order/${orderId}${place}`;

/** The forms of messages, which are shown again to a sender whose session has ended. */
export const customerMessageIntents = {
  message: intent(
    fields("text", "key", "foundPasswords", "waitingFiles"),
    async (sent: CustomerForm, { waitingFiles: named = "", ...message }) => {
      const { services, actor, orderId, refusal } = sent;
      if (refusal !== null) throw refusal;
      const received = sent.files.map(({ file }) => file);
      const earlier = await usingFiles(services, received, () =>
        filesWaiting(services, actor, named),
      );
      const files = [...earlier, ...received];
      const { number } = await usingFiles(
        services,
        files,
        () => sendOrderMessage(services, actor, orderId, message, "customer", files),
        asksAboutPassword,
      );
      return redirect(roomPath(sent, `#message-${number}`), 303);
    },
    refuseMessage,
  ),
  "change-message": intent(
    fields("messageId", "text", "version", "foundPasswords"),
    async (sent: CustomerForm, { messageId = "", ...change }) => {
      const { services, actor, orderId } = sent;
      const { number } = await editOrderMessage(
        services,
        actor,
        orderId,
        messageId,
        change,
        "customer",
      );
      return redirect(roomPath(sent, `#message-${number}`), 303);
    },
    refuseMessage,
  ),
};

export const customerIntents = {
  ...customerMessageIntents,
  "accept-delivery": inRoom(fields("delivery"), async (sent, { delivery }) => {
    await acceptDelivery(sent.services, sent.actor, sent.orderId, Number(delivery));
    return redirect(roomPath(sent));
  }),
  "ask-for-changes": inRoom(
    fields("delivery", "text", "key").catchall(z.string()),
    async (sent, { delivery, text, key, ...boxes }) => {
      const points = Object.keys(boxes).flatMap((name) => /^point-(\d+)$/.exec(name)?.[1] ?? []);
      const asked = { text, points: points.map(Number), key };
      await askForChanges(sent.services, sent.actor, sent.orderId, Number(delivery), asked);
      return redirect(roomPath(sent));
    },
  ),
  "reopen-order": inRoom(fields("delivery", "text", "key"), async (sent, { delivery, ...form }) => {
    await reopenOrder(sent.services, sent.actor, sent.orderId, Number(delivery), form);
    return redirect(roomPath(sent));
  }),
  "remove-file": inRoom(fields("fileId"), async (sent, { fileId = "" }) => {
    await removeOrderFile(sent.services, sent.actor, sent.orderId, fileId, "customer");
    return redirect(roomPath(sent, "#files"), 303);
  }),
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
  "end-links": intent(fields("person"), async (sent: CustomerForm, { person = "" }) => {
    await endLinks(sent.services, sent.actor, sent.orderId, person);
    return redirect(roomPath(sent, "#order-access"), 303);
  }),
};

/** A form of somebody who may open the order's room. */
function inRoom<Schema extends z.ZodObject>(
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

/**
 * Keeps the typed message, for a sender who has lost access, too. Chosen files stay stored while
 * the form asks about a password in the text, because a browser does not keep chosen files.
 */
function refuseMessage(error: AppError, sentValues: Typed, sent: CustomerForm) {
  const { waitingFiles: ids = "", waitingNames: names = "", ...typed } = sentValues;
  if (error.code === "not-found" || error.code === "forbidden") {
    sent.keepTyped();
    return refusedForm(withLostFiles(error, sent.sentFiles), typed);
  }
  if (asksAboutPassword(error)) {
    const received = waitingFiles(sent.files.map(({ file }) => file));
    return refusedForm(error, {
      ...typed,
      waitingFiles: joined(" ", ids, received.waitingFiles),
      waitingNames: joined(", ", names, received.waitingNames),
    });
  }
  const lost = ids === "" ? sent.sentFiles : sent.sentFiles + 1;
  if (error.code !== "key-reused") return refusedForm(withLostFiles(error, lost), typed);
  // The form has already sent a message; Back can show such a form again. An empty key makes the
  // page render a new key.
  const message =
    "This form has already sent a message, which you see above. Press “Send” again to send this text, too.";
  const reused = withLostFiles(new AppError("key-reused", message), lost);
  return refusedForm(reused, { ...typed, key: "" });
}

function joined(separator: string, ...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(separator);
}

function asksAboutPassword(error: unknown): boolean {
  return error instanceof AppError && error.extra?.code === "password-found";
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
