import { pricingPackages } from "../content/blocks/pricing-packages.ts";
import { listRecords } from "../content/records/content-store.server.ts";
import { addOrderFiles } from "../conversation/files/order-files.ts";
import { addOrderMessage } from "../conversation/messages/send-order-message.ts";
import type { FileDependencies, ReceivedFile } from "../files/private-files.ts";
import { discardFiles, receiveFile } from "../files/receive-file.ts";
import type { OrderLifecycle } from "../lifecycle/order-lifecycle.ts";
import type { EmailingDependencies } from "../mail/mailer.ts";
import { cancelUnpaid } from "../money/cancelling/cancel-order.ts";
import { ledgerOfOrder } from "../money/ledger/order-ledger.server.ts";
import {
  recordManualPayment,
  recordManualRefund,
} from "../money/manual-payments/record-manual-payment.ts";
import {
  countDemonstrationOrders,
  largestRealNumber,
} from "../orders/demonstration-numbers.server.ts";
import type { Order } from "../orders/order.ts";
import { placeDemonstrationOrder } from "../orders/placing/place-order.ts";
import { settledPoints } from "../orders/placing/promised-points.server.ts";
import type { Configuration } from "../platform/configuration.ts";
import type { Database, WriteTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { amountFromCents, centsFromPrice } from "../platform/money.ts";
import { deleteCounts } from "../platform/rate-limit.ts";
import { dayOf } from "../platform/time/dates.ts";
import { type Actor, authorOf, type SignedInActor, system } from "../policy/actor.ts";
import { audit } from "../policy/audit.ts";
import { may, requireRight, requireSignedIn } from "../policy/rights.ts";
import { recordQuestion } from "../stages/customer-questions.server.ts";
import { type BriefQuestion, takesText } from "../work/brief/brief-questions.ts";
import { readBrief } from "../work/brief/brief-record.server.ts";
import { startWork } from "../work/brief/handle-order-brief.ts";
import { answerLimit, sendBrief } from "../work/brief/save-order-brief.ts";
import { acceptDelivery } from "../work/deliveries/delivery-answers.ts";
import { deliverOrder } from "../work/deliveries/delivery-order.ts";
import {
  type DemonstrationSample,
  demonstrationSamples,
  sampleFile,
} from "./demonstration-samples.ts";
import { cancelJobsOf, lockDemonstrationOrders } from "./remove-demonstration-orders.ts";

const dayMs = 24 * 60 * 60 * 1000;

export interface DemonstrationDependencies extends EmailingDependencies, FileDependencies {
  readonly lifecycle: OrderLifecycle;
  readonly secret: string;
  readonly configuration: Pick<Configuration, "rateLimitFactor">;
  readonly payments: Configured["payments"] & Parameters<typeof recordManualPayment>[0]["payments"];
}

interface Configured {
  readonly payments: { readonly usesSandbox: boolean };
}

export function mayDemonstrate(dependencies: Configured, actor: Actor): boolean {
  return hasSimulatedPayments(dependencies) && may(actor, "change demonstration orders");
}

function hasSimulatedPayments({ payments }: Configured): boolean {
  return payments.usesSandbox;
}

/**
 * Adds one demonstration order in each stage, with a conversation, a brief and a delivery. Does
 * nothing while demonstration orders exist. Returns their number. Throws "unauthenticated",
 * "forbidden", and "conflict" on a site that takes payments and on a site without a plan.
 */
export async function addDemonstrationOrders(
  dependencies: DemonstrationDependencies,
  actor: Actor,
): Promise<number> {
  requireRight(actor, "change demonstration orders");
  const admin = requireSignedIn(actor);
  if (!hasSimulatedPayments(dependencies)) {
    throw new AppError(
      "conflict",
      "This site takes real payments, so no demonstration orders can be added.",
    );
  }
  const { database, clock } = dependencies;
  const customers = demonstrationSamples.map(
    ({ name }): SignedInActor => ({
      kind: "customer",
      accountId: newId(),
      email: `${name}@demonstration.example`,
    }),
  );
  const files = await receiveFiles(dependencies, customers);
  try {
    return await database.write(async (tx) => {
      await lockDemonstrationOrders(tx);
      const earlier = await countDemonstrationOrders(tx);
      if (earlier > 0) return earlier;
      const now = clock();
      const plan = (await listRecords(tx, pricingPackages)).find(({ packagePrice }) =>
        centsFromPrice(packagePrice),
      );
      if (plan === undefined) {
        const message = "Add a plan with a price first. Demonstration orders are orders of a plan.";
        throw new AppError("conflict", message);
      }
      const ids: string[] = [];
      for (const [index, sample] of demonstrationSamples.entries()) {
        const customer = customers[index] as SignedInActor;
        const file = files[index];
        const team = { ...system, author: authorOf(admin) };
        const course = { ...dependencies, tx, now, admin, team, customer, sample, file };
        ids.push(await addOrder(course, plan.packageName, largestRealNumber + 1 + index));
      }
      // Cancels the scheduled jobs of the orders, so that the orders stay in their stages.
      await cancelJobsOf(tx, ids);
      await audit(tx, actor, {
        action: "Add demonstration orders",
        subject: "demonstration orders",
        subjectId: "all",
        label: "Demonstration orders",
        before: { orders: 0 },
        after: { orders: ids.length },
        at: now,
      });
      return ids.length;
    });
  } finally {
    // `discardFiles` keeps the files that an order uses.
    await discardFiles(
      database,
      files.flatMap((file) => file?.id ?? []),
    );
  }
}

/** Stores the bytes before the transaction, because a transaction may await only the database. */
async function receiveFiles(
  dependencies: DemonstrationDependencies,
  customers: readonly SignedInActor[],
): Promise<readonly (ReceivedFile | undefined)[]> {
  const files: (ReceivedFile | undefined)[] = [];
  for (const [index, { messages = [] }] of demonstrationSamples.entries()) {
    const accountId = customers[index]?.accountId ?? "";
    const { name, text } = sampleFile;
    files.push(
      messages.some(({ hasFile }) => hasFile)
        ? await receiveFile(dependencies, {
            name,
            accountId,
            bytes: bytesOf(text),
            beginning: async () => {},
          })
        : undefined,
    );
  }
  return files;
}

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

interface Course extends DemonstrationDependencies {
  readonly tx: WriteTransaction;
  readonly now: number;
  readonly admin: SignedInActor;
  /**
   * Actor of operations that write to the audit log: the system, which adds no entries, because the
   * audit log gets one entry for all demonstration orders.
   */
  readonly team: Actor;
  readonly customer: SignedInActor;
  readonly sample: DemonstrationSample;
  readonly file: ReceivedFile | undefined;
}

/**
 * Takes an order to its stage with the operations that customers and the team use. Each operation
 * runs with the clock at the day in the sample. The team's operations run as the system, with the
 * admin as the author.
 */
async function addOrder(course: Course, packageName: string, number: number): Promise<string> {
  const { tx, post, customer, sample } = course;
  const timeZone = await post.readTimeZone(tx);
  const form = {
    packageName,
    customerName: sample.customer,
    customerAddress: "1 Example Street",
    customerCountry: "Exampleland",
    customerWebsite: `https://${sample.name}.demonstration.example`,
  };
  const at = timeOf(course, sample.placed);
  const order = await placeDemonstrationOrder(tx, customer, form, { number, at, timeZone });
  if (sample.cancelled !== undefined) {
    await cancelUnpaid(tx, on(course, sample.cancelled), order, "customer");
  }
  if (sample.paid === undefined) return order.id;
  await pay(course, order, sample.paid, timeZone);
  const hasBrief = (await readBrief(tx, order)) !== undefined;
  if (hasBrief && sample.briefSent !== undefined) await answer(course, order, sample.briefSent);
  if (hasBrief && sample.begun !== undefined) {
    await startWork(on(course, sample.begun), course.team, order.id);
  }
  await converse(course, order);
  if (sample.delivered !== undefined) await deliver(course, order, sample.delivered);
  if (sample.accepted !== undefined) {
    await acceptDelivery(on(course, sample.accepted), customer, order.id, 1);
  }
  if (sample.refunded !== undefined) await refund(course, order, sample.refunded, timeZone);
  return order.id;
}

function timeOf({ now }: Course, daysAgo: number): number {
  return now - daysAgo * dayMs;
}

/**
 * Dependencies of an operation that runs inside this transaction, with the clock `daysAgo` days
 * back.
 */
function on(course: Course, daysAgo: number) {
  const { tx, database, customer } = course;
  const at = timeOf(course, daysAgo);
  const within: Database = { ...database, read: tx, write: (operation) => operation(tx) };
  const { accountId, email } = customer;
  return {
    ...course,
    database: within,
    clock: () => at,
    // The customer has no account, so that nobody can log in as the customer.
    lockActorAccount: async () => ({ accountId, email, emailVerified: true }),
  };
}

async function pay(course: Course, order: Order, daysAgo: number, timeZone: string) {
  await recordManualPayment(on(course, daysAgo), course.team, order.id, {
    amount: amountFromCents(order.priceCents),
    date: dayOf(timeOf(course, daysAgo), timeZone),
    reference: `Demonstration ${order.number}`,
    key: newId(),
  });
}

async function refund(course: Course, order: Order, daysAgo: number, timeZone: string) {
  const [payment] = await ledgerOfOrder(course.tx, order.id);
  await recordManualRefund(on(course, daysAgo), course.team, order.id, {
    transactionId: payment?.transactionId,
    amount: amountFromCents(order.priceCents),
    date: dayOf(timeOf(course, daysAgo), timeZone),
    reference: `Demonstration refund ${order.number}`,
    key: newId(),
  });
}

async function answer(course: Course, order: Order, daysAgo: number) {
  const { tx, customer } = course;
  const brief = await readBrief(tx, order);
  const questions = (brief?.questions ?? []).filter(takesText);
  const day = dayOf(timeOf(course, daysAgo), "UTC");
  const answers = Object.fromEntries(
    questions.map((question) => [question.id, answerTo(question, order, day)]),
  );
  const deps = on(course, daysAgo);
  await sendBrief(deps, customer, order.id, { answers });
  await deleteCounts(tx, deps, [answerLimit(order.id)]);
}

function answerTo({ kind, choices }: BriefQuestion, order: Order, day: string): string {
  const answers: Record<BriefQuestion["kind"], string> = {
    line: "Customers from our own town",
    text: "We want people in our region to find us. Most of them search on their phones.",
    website: order.customerWebsite,
    choice: choices[0] ?? "",
    choices: choices.slice(0, 2).join("\n"),
    date: day,
    number: "12",
    files: "",
    secret: "",
    note: "",
  };
  return answers[kind];
}

async function converse(course: Course, order: Order) {
  const { tx, admin, customer, file, sample } = course;
  for (const { side, day, text, asks = false, hasFile = false } of sample.messages ?? []) {
    const actor = side === "team" ? admin : customer;
    const at = timeOf(course, day);
    const written = { actor, text, key: newId(), at };
    const message = await addOrderMessage(tx, { order, side }, written);
    if (hasFile && file !== undefined) {
      const files = { files: [file], messageId: message.id, at };
      await addOrderFiles(tx, customer, { order, side }, files);
    }
    if (asks) {
      const asked = { message_number: message.number, author: authorOf(admin), at };
      await recordQuestion(tx, order.id, asked);
    }
  }
}

async function deliver(course: Course, order: Order, daysAgo: number) {
  const { tx } = course;
  const points = (await settledPoints(tx, order)).map(({ position }, index) => ({
    position,
    ...proofs[index % proofs.length],
  }));
  const key = newId();
  const text = "Everything that your plan promises is done. Please look at the proofs below.";
  await deliverOrder(on(course, daysAgo), course.team, order.id, { text, points, key });
  // No submit repeats this key, and the key would remain after the order is removed.
  await tx.deleteFrom("idempotency_keys").where("key", "=", key).execute();
}

const proofs = [
  { kind: "link", value: "https://demonstration.example/report" },
  { kind: "number", value: "10", unit: "pages" },
  { kind: "text", value: "Done, and checked on a phone and on a computer." },
] as const;
