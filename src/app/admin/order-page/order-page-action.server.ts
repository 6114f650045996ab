import { refusedForm } from "#app/forms.server.ts";
import { deliverByForm } from "#app/order-room/deliveries/deliver-by-form.server.ts";
import { usingFiles } from "#app/order-room/files/order-form.server.ts";
import { refundSent } from "#app/order-room/money/describe-decision.server.ts";
import type { Services } from "#compose.ts";
import type { FormWithFiles } from "#files/receive-form.ts";
import { assignOrder } from "#orders/assignment/assign-order.ts";
import { cancelForCustomer } from "#orders/cancel-for-customer.ts";
import { type MovedOrder, moveOrder } from "#orders/companies/move-order.ts";
import { endLinks } from "#orders/links/order-access.ts";
import {
  recordManualPayment,
  recordManualRefund,
} from "#orders/manual-payments/record-manual-payment.ts";
import type { Order } from "#orders/order.ts";
import { type Refund, requestRefund } from "#orders/refunds/refund-payment.ts";
import { acknowledgeBrief, skipBrief, startWork } from "#orders/room/brief/handle-order-brief.ts";
import { removeOrderFile } from "#orders/room/files/order-files.ts";
import { editOrderMessage } from "#orders/room/messages/edit-order-message.ts";
import { closeWithoutAnswer } from "#orders/room/messages/read-order-messages.ts";
import { sendOrderMessage } from "#orders/room/messages/send-order-message.ts";
import { showOrderPassword } from "#orders/room/secrets/show-order-password.ts";
import { checkOrderSite, goOnWithoutBefore } from "#orders/room/site-checks/order-site-checks.ts";
import { stopWaiting } from "#orders/room/stage/stop-waiting.ts";
import { type SetOrderStatus, setOrderStatus } from "#orders/set-order-status.ts";
import { addOrderNote } from "#orders/timeline/add-order-note.ts";
import { AppError, type JsonValue } from "#platform/errors.ts";
import type { Actor } from "#policy/actor.ts";
import { may } from "#policy/rights.ts";
import { emailSentence } from "../mail/email-words.ts";
import { hasMailServer } from "../mail/mail-row.server.ts";

type Fields = Readonly<Record<string, string>>;

interface OrderChange {
  readonly said: string;
  /** A password that the admin asked to see. If set, `said` and `undo` are not shown. */
  readonly shownPassword?: string;
  readonly undo?: {
    /** Only the latest change of a topic can be undone, so its toast replaces the earlier toast. */
    readonly topic: string;
    readonly message: string;
    /** Input with which `changeOrders` undoes the change. */
    readonly token: JsonValue;
  };
}

/**
 * Executes a form of an order's page and returns the data for the page. Errors of the operation
 * become errors of the form.
 */
export async function actOnOrder(
  services: Services,
  actor: Actor,
  orderId: string,
  { values: form, files, refusal }: FormWithFiles,
) {
  try {
    if (refusal !== null) throw refusal;
    const { said, undo, shownPassword } = await changeOrder(services, actor, orderId, {
      form,
      files,
    });
    if (shownPassword !== undefined) return { ...nothingTyped, shownPassword };
    // The page itself shows a toast with "Undo"; the router shows all other toasts.
    if (undo !== undefined && may(actor, "update orders")) {
      return { ...nothingTyped, savedAt: Date.now(), title: said, undo };
    }
    return saved(said, form.intent === "note");
  } catch (error) {
    // Browsers do not send an unticked checkbox. The empty value adds the field to the form's
    // values, so that the message appears beside the checkbox.
    const typed = form.intent === "move" ? { understood: "", ...form } : form;
    return refusedForm(error, isReusedByMessage(error, form) ? { ...typed, key: "" } : typed);
  }
}

/**
 * True if an earlier text of the message was already sent with this key. The changed text needs a
 * new key.
 */
function isReusedByMessage(error: unknown, { intent }: Fields): boolean {
  return intent === "message" && error instanceof AppError && error.code === "key-reused";
}

const nothingTyped = { values: {}, errors: {}, notice: undefined };

export function saved(said: string, addsNote: boolean) {
  return { ...nothingTyped, savedAt: Date.now(), addsNote, said };
}

interface SentForm {
  readonly form: Fields;
  readonly files: FormWithFiles["files"];
}

/**
 * Executes the form named by `intent`, and discards the form's files if the operation fails. Throws
 * every AppError of the operation.
 */
async function changeOrder(
  services: Services,
  actor: Actor,
  orderId: string,
  sent: SentForm,
): Promise<OrderChange> {
  const files = sent.files.map(({ file }) => file);
  return usingFiles(services, files, () => executeForm(services, actor, orderId, sent));
}

async function executeForm(
  services: Services,
  actor: Actor,
  orderId: string,
  { form: { intent, ...form }, files }: SentForm,
): Promise<OrderChange> {
  switch (intent) {
    case "note":
      await addOrderNote(services, actor, orderId, form);
      return { said: "Note is Added" };
    case "deliver": {
      const { order, number, changeId } = await deliverByForm(
        services,
        actor,
        orderId,
        form,
        files,
      );
      const message = `Delivery ${number} is sent.${await saidOfEmail(services, order)}`;
      const undo = { topic: `status ${orderId}`, message, token: [changeId] };
      return { said: "Order is Delivered", undo };
    }
    case "message": {
      const { asks, ...message } = form;
      const sent = { ...message, ...(asks === "yes" && { asks: true }) };
      const received = files.map(({ file }) => file);
      await sendOrderMessage(services, actor, orderId, sent, "team", received);
      return { said: "Message is Sent" };
    }
    case "stop-waiting":
      await stopWaiting(services, actor, orderId, form);
      return { said: "The order is no longer waiting for the customer" };
    case "change-message": {
      const { messageId = "", ...change } = form;
      await editOrderMessage(services, actor, orderId, messageId, change, "team");
      return { said: "Message is Changed" };
    }
    case "show-password": {
      const confirmation = { confirmed: form.confirmed === "yes" };
      const id = form.passwordId ?? "";
      const { password } = await showOrderPassword(services, actor, orderId, id, confirmation);
      return { said: "", shownPassword: password };
    }
    case "remove-file":
      await removeOrderFile(services, actor, orderId, form.fileId ?? "", "team");
      return { said: "File is Removed" };
    case "no-reply":
      await closeWithoutAnswer(services, actor, orderId, form);
      return { said: "Marked as “No reply needed”" };
    case "acknowledge-brief":
      await acknowledgeBrief(services, actor, orderId, form);
      return { said: "Changes are Acknowledged" };
    case "skip-brief":
      await skipBrief(services, actor, orderId);
      return { said: "Brief is Skipped" };
    case "start-work":
      await startWork(services, actor, orderId);
      return { said: "Work is Started" };
    case "check-website":
      await checkOrderSite(services, actor, orderId, form);
      return { said: "The website is being checked" };
    case "without-before":
      await goOnWithoutBefore(services, actor, orderId, form);
      return { said: "The check before the work is skipped" };
    case "assign": {
      await assignOrder(services, actor, orderId, form);
      return { said: "Assignment is Changed" };
    }
    case "move":
      return saidOfMove(await moveOrder(services, actor, orderId, form), form.email);
    case "end-links":
      await endLinks(services, actor, orderId, form.person ?? "");
      return { said: "Links are Revoked" };
    case "cancel":
      await cancelForCustomer(services, actor, orderId);
      return { said: "Order is Cancelled" };
    case "refund":
      return { said: saidOf(await requestRefund(services, actor, orderId, form)) };
    case "outside-payment":
      await recordManualPayment(services, actor, orderId, form);
      return { said: "Payment is Recorded" };
    case "outside-refund":
      await recordManualRefund(services, actor, orderId, form);
      return { said: "Refund is Recorded" };
    default:
      return saidOfStatus(services, await setOrderStatus(services, actor, orderId, form));
  }
}

async function saidOfStatus(
  services: Services,
  { order, changeId }: SetOrderStatus,
): Promise<OrderChange> {
  const said = "OrderStatus is Updated";
  if (changeId === null) return { said };
  const { id, number, orderStatus } = order;
  const email = orderStatus === "Delivered" ? await saidOfEmail(services, order) : "";
  const message = `Order ${number} is ${orderStatus}.${email}`;
  return { said, undo: { topic: `status ${id}`, message, token: [changeId] } };
}

/** Deleting the customer's account also deletes the email address from the order. */
async function saidOfEmail(services: Services, { customerEmail }: Order): Promise<string> {
  if (customerEmail === "") return "";
  return ` ${emailSentence("the customer", await hasMailServer(services))}`;
}

function saidOfMove({ order, move }: MovedOrder, email = ""): OrderChange {
  const said = "Order is Moved";
  if (move === null) return { said };
  const message = `Order ${order.number} now belongs to ${order.companyName || email}.`;
  return { said, undo: { topic: `company ${order.id}`, message, token: { ...move } } };
}

function saidOf({ state, reason }: Refund): string {
  if (state === "refused") return `The refund failed. No money was sent. ${reason}`;
  return state === "done"
    ? refundSent
    : "Refund in progress: the provider has not confirmed it yet";
}
