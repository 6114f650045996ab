import { listSharedCompanies } from "#access/companies/shared-companies.ts";
import { moneyPart } from "#app/order-room/fragments.ts";
import type { Services } from "#compose.ts";
import { listDrafts } from "#content/drafts/save-draft.ts";
import { listOpenReleases } from "#content/releases/read-releases.ts";
import { listWaitingOrders } from "#conversation/messages/read-order-messages.ts";
import { pagesOfMessages } from "#inbox/messages/list-messages.ts";
import { messageLabel } from "#inbox/messages/message.ts";
import { readIssuing } from "#invoices/issuing/read-issuing.ts";
import { listWaitingMails } from "#mail/incoming/read-incoming-mails.ts";
import { reasonInWords } from "#mail/incoming/reason-in-words.ts";
import { isWarning } from "#mail/incoming/wait-reasons.ts";
import { countFailedMails, manyFailedMails } from "#mail/outbox/read-mails.ts";
import { teamChoicePath } from "#mail/team/notification-topics.ts";
import { isSomebodyToldOfOrders } from "#mail/team/team-mailboxes.server.ts";
import { checkStatus, waysCheck } from "#maintenance/status/check-status.ts";
import { readStatus } from "#maintenance/status/read-status.ts";
import { plansFaults } from "#money/accounts/plans-faults.ts";
import { awaitedTransfer } from "#money/bank-transfer/bank-transfer-tables.server.ts";
import { transferReference } from "#money/bank-transfer/transfer-reference.ts";
import { listOpenMoneyBack } from "#money/money-back/read-money-back.ts";
import { countReviews } from "#money/review/read-review.server.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { type DateReader, longDateOf } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { may } from "#policy/rights.ts";
import { everyOrder } from "#search/order-search.ts";
import { searchOrders } from "#search/search-orders.ts";
import type { SearchDependencies } from "#search/standing-filter.server.ts";
import { readWorkCalendar } from "#settings/stored-settings.server.ts";
import { listWaitingSubscriptions } from "#subscriptions/list-subscriptions.ts";
import { priceOf } from "#subscriptions/model/subscription-words.ts";
import { listRefusedCalls } from "#subscriptions/providers/refused-calls.ts";
import { runningByProvider } from "#subscriptions/running-subscriptions.server.ts";
import { listBriefTasks } from "#work/brief/read-order-brief.ts";
import { listReopenedOrders } from "#work/deliveries/list-reopened-orders.ts";
import {
  listWaitingTestimonials,
  mayAnswerTestimonials,
} from "#work/testimonials/read-testimonial.ts";
import { mostCounted } from "../frame/shell/admin-shell.tsx";
import { customerOf } from "../money/subscriptions/subscription-row.server.ts";
import { standingWords } from "../orders/standing-words.server.ts";

export interface TodayTask {
  readonly id: string;
  readonly kind: "payment" | "order" | "message" | "mail" | "draft" | "installation";
  readonly title: string;
  readonly detail: string;
  readonly path: string;
  readonly action: string;
}

/** Maximum number of orders, and of messages, that are listed one by one; the rest is counted. */
const named = 3;

/** The tasks whose delay costs the most come first. Throws "forbidden". */
export async function tasksOfToday(
  services: Services,
  actor: Actor,
  reader: DateReader,
): Promise<TodayTask[]> {
  const { database, clock, configuration } = services;
  const deps = { database, clock, calendar: await readWorkCalendar(configuration, database.read) };
  const tasks = await Promise.all([
    reviewTasks(services, actor),
    may(actor, "decline refunds") ? moneyBackTasks(services, actor, reader) : [],
    may(actor, "merge companies") ? sharedCompanyTasks(services, actor) : [],
    refusedCallTasks(services, actor),
    subscriptionTasks(services, actor, reader),
    may(actor, "see invoices") ? invoiceTasks(services, actor) : [],
    may(actor, "change where payments go") ? accountTasks(services) : [],
    may(actor, "see every order") ? strandedTasks(services) : [],
    nobodyToldTasks(services, deps, actor),
    may(actor, "record payments") ? transferTasks(services, deps, actor, reader) : [],
    dueTasks(deps, actor),
    may(actor, "assign orders") ? unassignedTasks(services, deps, actor) : [],
    reopenedTasks(services, actor, reader),
    conversationTasks(services, actor, reader),
    briefTasks(services, actor, reader),
    waitingMailTasks(services, actor, reader),
    orderTasks(services, deps, actor, reader),
    messageTasks(services, actor),
    mayAnswerTestimonials(actor) ? testimonialTasks(services, actor, reader) : [],
    mailTasks(services, actor),
    may(actor, "publish content") ? releaseTasks(services, actor, reader) : [],
    may(actor, "edit content") ? draftTasks(services, actor) : [],
    may(actor, "see the status") ? installationTasks(services, actor) : [],
  ]);
  return tasks.flat();
}

async function reviewTasks(services: Services, actor: Actor): Promise<TodayTask[]> {
  const count = await countReviews(services, actor, mostCounted + 1);
  if (count === 0) return [];
  return [
    {
      id: "reviews",
      kind: "payment",
      title: `${counted(count, "payment needs", "payments need")} review`,
      detail: "Money may have arrived or gone out that is not applied to an order yet.",
      path: "/payments",
      action: "Review payments",
    },
  ];
}

/** Accounts that cannot charge the plans with an interval that this site sells. */
async function accountTasks(services: Services): Promise<TodayTask[]> {
  const faults = await plansFaults(services);
  return faults.map(({ id, account, concerned }) => ({
    id: `account ${id}`,
    kind: "installation" as const,
    title: `${account} charges no plans by itself`,
    detail: `Customers get a link to pay each period after the first. ${concerned} The payment settings name the rights that are missing.`,
    path: "/settings/payments",
    action: "Payment settings",
  }));
}

/** Plans that a provider charges which is not set up any more: nothing of it is heard here. */
async function strandedTasks({ database, payments }: Services): Promise<TodayTask[]> {
  const known = new Set(payments.all.map(({ provider }) => provider.name));
  const running = await runningByProvider(database.read);
  return running
    .filter(({ provider }) => !known.has(provider))
    .map(({ provider, displayName, count }) => ({
      id: `stranded ${provider}`,
      kind: "payment" as const,
      title: `${counted(count, "plan is", "plans are")} charged by ${displayName}, which is not set up here any more`,
      detail: `Furrow hears of no payment of ${count === 1 ? "it" : "them"} and cannot pause or cancel. Set ${displayName} up again, or cancel at ${displayName} and here.`,
      path: "/subscriptions",
      action: "See subscriptions",
    }));
}

/** What a provider was asked about a subscription, and has refused. */
async function refusedCallTasks(services: Services, actor: Actor): Promise<TodayTask[]> {
  const refused = await listRefusedCalls(services, actor);
  const tasks = refused.slice(0, named).map((call) => ({
    id: `call ${call.id}`,
    kind: "payment" as const,
    title: `${call.customerName || shownEmail(call.customerEmail)}: ${call.what}`,
    detail: `${call.packageName}, order ${call.orderNumber}. ${call.remedy}`,
    path: `/subscriptions/${call.subscriptionId}#refused`,
    action: "Open",
  }));
  const next = refused[named];
  if (next === undefined) return tasks;
  const rest = {
    id: "calls",
    kind: "payment" as const,
    title: `${counted(refused.length - named, "more request", "more requests")} to providers failed`,
    detail: "The oldest are listed above.",
    path: `/subscriptions/${next.subscriptionId}#refused`,
    action: "Open the next",
  };
  return [...tasks, rest];
}

/** Subscriptions that need a person: a payment is overdue or was taken back, or an answer is due. */
async function subscriptionTasks(
  services: Services,
  actor: Actor,
  reader: DateReader,
): Promise<TodayTask[]> {
  const waiting = await listWaitingSubscriptions(services, actor);
  const tasks = waiting.slice(0, named).map((one) => {
    const { subscription } = one;
    return {
      id: `subscription ${subscription.id}`,
      kind: "payment" as const,
      title: `${customerOf(one)}: ${whyWaiting[one.why]}`,
      detail: [
        subscription.packageName,
        priceOf(one),
        ...(one.standing.overdue === null
          ? []
          : [`overdue since ${longDateOf(one.standing.overdue.dueAt, reader)}`]),
      ].join(", "),
      path: `/subscriptions/${subscription.id}`,
      action: "Open",
    };
  });
  if (waiting.length <= named) return tasks;
  const rest = {
    id: "subscriptions",
    kind: "payment" as const,
    title: `${counted(waiting.length - named, "more subscription needs", "more subscriptions need")} you`,
    detail: "Those that wait longest are listed above.",
    path: "/subscriptions?state=waiting",
    action: "See all",
  };
  return [...tasks, rest];
}

/** Documents that are not issued, although their orders are paid. */
async function invoiceTasks(services: Services, actor: Actor): Promise<TodayTask[]> {
  const { waitingCount, waiting } = await readIssuing(services, actor);
  const [first] = waiting;
  if (first === undefined) return [];
  const maySet = may(actor, "change settings");
  return [
    {
      id: "invoices",
      kind: "payment",
      title: `${counted(waitingCount, "order waits for its invoice", "orders wait for their invoices")}`,
      detail: first.fault,
      path: maySet ? "/settings/invoices" : "/invoices",
      action: maySet ? "Invoice settings" : "See invoices",
    },
  ];
}

const whyWaiting = {
  "taken-back": "a payment of the plan was taken back",
  suspended: "the plan stands still, because a payment is missing",
  "past-due": "a payment of the plan is overdue",
  consent: "has not agreed to the new price yet",
} as const;

/** Customers who ask for their money back, and wait for an answer. */
async function moneyBackTasks(
  services: Services,
  actor: Actor,
  reader: DateReader,
): Promise<TodayTask[]> {
  const waiting = await listOpenMoneyBack(services, actor, mostCounted + 1);
  const tasks = waiting.slice(0, named).map(({ order, askedAt }) => ({
    id: `refund ${order.id}`,
    kind: "payment" as const,
    title: `${order.customerName} asks for a refund of order ${order.number}`,
    detail: `${order.packageName}, ${dollarsFromCents(order.priceCents)}, asked ${longDateOf(askedAt, reader)}, not answered yet`,
    path: `/admin/payment-status/${order.id}#refund`,
    action: "Answer",
  }));
  const next = waiting[named];
  if (next === undefined) return tasks;
  const rest = {
    id: "refunds",
    kind: "payment" as const,
    title: `${counted(waiting.length - named, "more customer asks", "more customers ask")} for a refund`,
    detail: "The customers waiting longest are listed above.",
    path: `/admin/payment-status/${next.order.id}#refund`,
    action: "Open the next",
  };
  return [...tasks, rest];
}

/** Testimonials of customers that nobody has published or declined. */
async function testimonialTasks(
  services: Services,
  actor: Actor,
  reader: DateReader,
): Promise<TodayTask[]> {
  const waiting = await listWaitingTestimonials(services, actor, mostCounted + 1);
  const tasks = waiting.slice(0, named).map(({ order, personName, givenAt }) => ({
    id: `testimonial ${order.id}`,
    kind: "message" as const,
    title: `${personName} has written a testimonial`,
    detail: `Order ${order.number}, ${order.packageName}, written ${longDateOf(givenAt, reader)}, not published yet`,
    path: `/admin/payment-status/${order.id}#testimonial`,
    action: "Read",
  }));
  const next = waiting[named];
  if (next === undefined) return tasks;
  const rest = {
    id: "testimonials",
    kind: "message" as const,
    title: counted(waiting.length - named, "more testimonial", "more testimonials"),
    detail: "The oldest are listed above.",
    path: `/admin/payment-status/${next.order.id}#testimonial`,
    action: "Open the next",
  };
  return [...tasks, rest];
}

/** People of the team who share a company or orders with a customer, from before it was refused. */
async function sharedCompanyTasks(services: Services, actor: Actor): Promise<TodayTask[]> {
  const shared = await listSharedCompanies(services, actor);
  return shared.map(({ accountId, email, company, others, orderNumbers }) => ({
    id: `shared company ${accountId}`,
    kind: "order" as const,
    title:
      others.length > 0
        ? `${email} is on the team and belongs to ${company}`
        : `${email} is on the team and has orders of a customer`,
    detail:
      others.length > 0
        ? "Nobody of the team may share a company with a customer. Remove the person from the company, or take the role away."
        : `Move ${orderNumbers.length === 1 ? "order" : "the orders"} ${orderNumbers.join(", ")} to the customer, or take the role away.`,
    path: `/people/${accountId}#company`,
    action: others.length > 0 ? "Separate" : "See the orders",
  }));
}

/** Orders that wait for a bank transfer, which only the owner sees arrive. */
async function transferTasks(
  { database }: Services,
  deps: SearchDependencies,
  actor: Actor,
  reader: DateReader,
): Promise<TodayTask[]> {
  const search = { ...everyOrder, transfer: "awaited", sort: "oldest" } as const;
  const { items, total } = await searchOrders(deps, actor, search, countingRequest);
  const [oldest] = items;
  if (oldest === undefined) return [];
  const chosenAt = await awaitedTransfer(database.read, oldest.id);
  const task = {
    id: "transfers",
    kind: "payment" as const,
    detail: `${oldest.customerName}, ${dollarsFromCents(oldest.priceCents)}, reference “${transferReference(oldest)}”, chosen ${longDateOf(chosenAt ?? oldest.placedAt, reader)}`,
  };
  if (total === 1) {
    return [
      {
        ...task,
        title: `Order ${oldest.number} waits for a bank transfer`,
        path: `/admin/payment-status/${oldest.id}${moneyPart("outside-payment", oldest.id)}`,
        action: "Record it",
      },
    ];
  }
  return [
    {
      ...task,
      title: counted(total, "order waits for a bank transfer", "orders wait for a bank transfer"),
      detail: `The oldest: ${task.detail}`,
      path: "/total-orders?transfer=awaited&sort=oldest",
      action: "View orders",
    },
  ];
}

/** A warning while there are orders, and everybody has chosen not to be told of them. */
async function nobodyToldTasks(
  { database, post }: Services,
  deps: SearchDependencies,
  actor: Actor,
): Promise<TodayTask[]> {
  if (await isSomebodyToldOfOrders(database.read, post)) return [];
  const { total } = await searchOrders(deps, actor, everyOrder, countingRequest);
  if (total === 0) return [];
  return [
    {
      id: "nobody told",
      kind: "installation",
      title: "Nobody is told about paid orders",
      detail: "Everybody on the team has chosen to get no emails about new and paid orders.",
      path: teamChoicePath,
      action: "Choose your emails",
    },
  ];
}

/** Orders whose promised working days are over, or end today. */
async function dueTasks(deps: SearchDependencies, actor: Actor): Promise<TodayTask[]> {
  const tasks: TodayTask[] = [];
  for (const [due, words, detail] of dueLists) {
    const search = { ...everyOrder, due, sort: "oldest" } as const;
    const { total } = await searchOrders(deps, actor, search, countingRequest);
    if (total === 0) continue;
    tasks.push({
      id: due,
      kind: "order",
      title: counted(total, `order is ${words}`, `orders are ${words}`),
      detail,
      path: `/total-orders?due=${due}&sort=oldest`,
      action: "View orders",
    });
  }
  return tasks;
}

const dueLists = [
  ["overdue", "overdue", "The promised working days have passed."],
  ["today", "due today", "The promised working days end today."],
] as const;

/** Paid orders without an assignee. Empty while fewer than two people can be assigned. */
async function unassignedTasks(
  { database, readAssignees }: Services,
  deps: SearchDependencies,
  actor: Actor,
): Promise<TodayTask[]> {
  if ((await readAssignees(database.read)).length < 2) return [];
  const open = { payment: "Paid", status: "Pending" } as const;
  const search = { ...everyOrder, ...open, assigned: "nobody", sort: "oldest" } as const;
  const { total } = await searchOrders(deps, actor, search, countingRequest);
  if (total === 0) return [];
  return [
    {
      id: "unassigned",
      kind: "order",
      title: `${counted(total, "paid order is", "paid orders are")} assigned to nobody`,
      detail: "Nobody has this work under “My work”.",
      path: "/total-orders?payment=Paid&status=Pending&assigned=nobody&sort=oldest",
      action: "View orders",
    },
  ];
}

const countingRequest = { page: 1, pageSize: 1 };

/** Accepted orders whose customer says that something is wrong. */
async function reopenedTasks(
  services: Services,
  actor: Actor,
  reader: DateReader,
): Promise<TodayTask[]> {
  const reopened = await listReopenedOrders(services, actor, mostCounted + 1);
  const tasks = reopened.slice(0, named).map(({ order, since }) => ({
    id: `reopened ${order.id}`,
    kind: "order" as const,
    title: `${order.customerName} reopened order ${order.number}`,
    detail: `${order.packageName}, ${longDateOf(since, reader)}, after accepting the delivery`,
    path: `/admin/payment-status/${order.id}#deliveries`,
    action: "Open order",
  }));
  const next = reopened[named];
  if (next === undefined) return tasks;
  const rest = {
    id: "reopened",
    kind: "order" as const,
    title: counted(reopened.length - named, "more reopened order", "more reopened orders"),
    detail: "The oldest orders are listed above.",
    path: `/admin/payment-status/${next.order.id}#deliveries`,
    action: "Open the next",
  };
  return [...tasks, rest];
}

/** Orders whose customer waits for an answer. */
async function conversationTasks(
  services: Services,
  actor: Actor,
  reader: DateReader,
): Promise<TodayTask[]> {
  const waiting = await listWaitingOrders(services, actor, mostCounted + 1);
  const tasks = waiting.slice(0, named).map(({ order, since }) => ({
    id: `conversation ${order.id}`,
    kind: "message" as const,
    title: `${order.customerName} wrote about order ${order.number}`,
    detail: `${order.packageName}, ${longDateOf(since, reader)}, not answered yet`,
    path: `/admin/payment-status/${order.id}#messages`,
    action: "Answer",
  }));
  const next = waiting[named];
  if (next === undefined) return tasks;
  const rest = {
    id: "conversations",
    kind: "message" as const,
    title: `${counted(waiting.length - named, "more order needs", "more orders need")} your answer`,
    detail: "The orders waiting longest are listed above.",
    path: `/admin/payment-status/${next.order.id}#messages`,
    action: "Open the next",
  };
  return [...tasks, rest];
}

/** Changed answers, and briefs that are missing after the last reminder. */
async function briefTasks(
  services: Services,
  actor: Actor,
  reader: DateReader,
): Promise<TodayTask[]> {
  const { missing, changed } = await listBriefTasks(services, actor, named);
  return [
    ...changed.map(({ order, since }) => ({
      id: `changed brief ${order.id}`,
      kind: "order" as const,
      title: `${order.customerName} changed the brief of order ${order.number}`,
      detail: `${order.packageName}, ${longDateOf(since, reader)}, not acknowledged yet`,
      path: `/admin/payment-status/${order.id}#brief`,
      action: "See the changes",
    })),
    ...missing.map(({ order }) => ({
      id: `missing brief ${order.id}`,
      kind: "order" as const,
      title: `The brief of order ${order.number} is still missing`,
      detail: `${order.customerName} did not answer three reminders. Ask by message, or begin without the brief.`,
      path: `/admin/payment-status/${order.id}#brief`,
      action: "Open order",
    })),
  ];
}

/** Emails about orders that may not speak for their sender. */
async function waitingMailTasks(
  services: Services,
  actor: Actor,
  reader: DateReader,
): Promise<TodayTask[]> {
  const waiting = await listWaitingMails(services, actor);
  const tasks = waiting.slice(0, named).map((mail) => {
    const sender = mail.sender || "an unknown sender";
    const date = longDateOf(mail.receivedAt, reader);
    return {
      id: `email ${mail.id}`,
      kind: "message" as const,
      title: isWarning(mail.reason)
        ? `Email about an order that may not be from ${sender}`
        : `Email from ${sender} about an order`,
      detail: `${mail.subject || "No subject"}, ${date}. ${reasonInWords(mail)}`,
      path: `/admin/payment-status/${mail.orderId}#messages`,
      action: "Review email",
    };
  });
  const more = waiting.length - tasks.length;
  if (more === 0) return tasks;
  const rest = {
    id: "emails",
    kind: "message" as const,
    title: `${counted(more, "more email needs", "more emails need")} a decision`,
    detail: "The newest are listed above.",
    path: "/received-emails?state=waiting",
    action: "View emails",
  };
  return [...tasks, rest];
}

async function orderTasks(
  services: Services,
  deps: SearchDependencies,
  actor: Actor,
  reader: DateReader,
): Promise<TodayTask[]> {
  const search = { ...everyOrder, payment: "Paid", status: "Pending", sort: "oldest" } as const;
  const request = { page: 1, pageSize: named };
  const { items, total } = await searchOrders(deps, actor, search, request);
  const wordsFor = await standingWords(services, items, reader);
  const tasks = items.map((order) => ({
    id: order.id,
    kind: "order" as const,
    title: `Order ${order.number}: ${order.packageName} for ${order.customerName}`,
    detail: `${dollarsFromCents(order.priceCents)}, paid ${longDateOf(order.paidAt ?? order.placedAt, reader)}, ${wordsFor(order.id).standing || "not delivered yet"}`,
    path: `/admin/payment-status/${order.id}`,
    action: "Open order",
  }));
  const more = total - items.length;
  if (more <= 0) return tasks;
  const rest = {
    id: "orders",
    kind: "order" as const,
    title: `${more.toLocaleString("en-US")} more paid ${more === 1 ? "order" : "orders"} to deliver`,
    detail: "The oldest are listed above.",
    path: "/total-orders?payment=Paid&status=Pending&sort=oldest",
    action: "View orders",
  };
  return [...tasks, rest];
}

async function messageTasks(services: Services, actor: Actor): Promise<TodayTask[]> {
  const pages = { unreadPage: 1, readPage: 1, pageSize: named };
  const { unread } = await pagesOfMessages(services, actor, { search: "", ...pages });
  const tasks = unread.items.map((message) => ({
    id: message._id,
    kind: "message" as const,
    title: message.subject || "A message without a subject",
    detail: `${messageLabel(message)}, unread`,
    path: `/view/${message._id}`,
    action: "Reply",
  }));
  const more = unread.total - unread.items.length;
  if (more <= 0) return tasks;
  const rest = {
    id: "messages",
    kind: "message" as const,
    title: `${more.toLocaleString("en-US")} more unread ${more === 1 ? "message" : "messages"}`,
    detail: "The newest are listed above.",
    path: "/all-messages",
    action: "View messages",
  };
  return [...tasks, rest];
}

async function mailTasks(services: Services, actor: Actor): Promise<TodayTask[]> {
  const count = await countFailedMails(services, actor);
  if (count === 0) return [];
  const mails =
    count >= manyFailedMails
      ? `${manyFailedMails} emails or more`
      : counted(count, "email", "emails");
  return [
    {
      id: "mails",
      kind: "mail",
      title: `${mails} could not be delivered`,
      detail: "See why, and try again.",
      path: "/outbox?state=failed",
      action: "View failed emails",
    },
  ];
}

/** Releases whose time has come and which could not be published. */
async function releaseTasks(
  services: Services,
  actor: Actor,
  reader: DateReader,
): Promise<TodayTask[]> {
  const open = await listOpenReleases(services, actor);
  const refused = open.filter(({ state }) => state === "refused");
  const tasks = refused.slice(0, named).map(({ id, name, plannedFor, faults }) => ({
    id: `release ${id}`,
    kind: "draft" as const,
    title: `“${name}” could not be published on ${longDateOf(plannedFor, reader)}`,
    detail: faults[0]?.message ?? "Its page says why.",
    path: `/releases/${id}`,
    action: "See the release",
  }));
  if (refused.length <= named) return tasks;
  const rest = {
    id: "releases",
    kind: "draft" as const,
    title: `${counted(refused.length - named, "more release", "more releases")} could not be published`,
    detail: "The first are listed above.",
    path: "/releases?state=refused",
    action: "See all",
  };
  return [...tasks, rest];
}

async function draftTasks(services: Services, actor: Actor): Promise<TodayTask[]> {
  const { length } = await listDrafts(services, actor);
  if (length === 0) return [];
  return [
    {
      id: "drafts",
      kind: "draft",
      title: `${counted(length, "draft is", "drafts are")} not published`,
      detail: "Visitors do not see these changes yet.",
      path: "/drafts",
      action: "Review drafts",
    },
  ];
}

/** Status checks that no other task on the dashboard covers. */
const ofInstallation = new Set(["Database", "Free disk", "Last backup", "Refunds", "Memory"]);
/** Status checks whose remedy is in the settings. */
const ofSettings = new Set([waysCheck, "Mail server", "Last backup"]);
/** Titles for the checks that fail on a new installation. */
const titles: Readonly<Record<string, string>> = {
  "Last backup: None yet": "There is no backup yet",
  "Mail server: None": "No mail server is set up",
  [`${waysCheck}: None`]: "Customers cannot pay",
};

async function installationTasks(services: Services, actor: Actor): Promise<TodayTask[]> {
  const checks = checkStatus(await readStatus(services, actor));
  return checks.flatMap(({ name, value, advice, screen }) => {
    const isSetting = ofSettings.has(name) && screen !== null;
    if (advice === null || !(isSetting || ofInstallation.has(name))) return [];
    const remedy = isSetting
      ? { path: screen.path, action: screen.label }
      : { path: "/status", action: "See status" };
    const task = { id: name, kind: "installation" as const, detail: advice };
    return [{ ...task, title: titles[`${name}: ${value}`] ?? `${name}: ${value}`, ...remedy }];
  });
}

function counted(count: number, one: string, several: string): string {
  if (count > mostCounted) return `${mostCounted}+ ${several}`;
  return `${count} ${count === 1 ? one : several}`;
}
