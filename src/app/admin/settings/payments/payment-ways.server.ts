import type { Services } from "#compose.ts";
import { countTestOrders } from "#money/accounts/count-test-orders.server.ts";
import { concernedPlans } from "#money/accounts/plans-faults.ts";
import type { PaymentAccounts } from "#money/accounts/read-payment-accounts.ts";
import type { AccountKind, PaymentMode } from "#payments/connection.ts";
import { lastHeard } from "#payments/notifications/last-heard.server.ts";
import { providerNames, type WayToPay } from "#payments/payment-provider.ts";
import { sandboxKeys } from "#payments/sandbox/sandbox-keys.ts";
import type { Queries } from "#platform/database/database.ts";
import { formatDuration } from "#platform/metrics/amounts-in-words.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { type DateReader, longDateOf } from "#platform/time/dates.ts";
import { readBankTransfer } from "#settings/stored-settings.server.ts";
import {
  runningByAccount,
  runningByProvider,
} from "#subscriptions/running-subscriptions.server.ts";

type Account = PaymentAccounts["accounts"][number];

export interface ShownAccount {
  readonly id: string;
  readonly label: string;
  /** Who connected it when, and when it was last heard. */
  readonly details: string;
  /** What is wrong with it, and what to do; null when nothing is. */
  readonly fault: string | null;
  /** What happens when it is disconnected. */
  readonly question: string;
  /** What happens to its plans when another account takes its place; "" without plans. */
  readonly plans: string;
}

export interface ShownWay {
  readonly way: WayToPay;
  /** Name of the provider, for buttons. */
  readonly provider: string;
  readonly title: string;
  readonly intro: string;
  /** True when an account was ever connected. */
  readonly isUsed: boolean;
  readonly accounts: Readonly<Record<PaymentMode, ShownAccount | null>>;
  /** Accounts that were disconnected, newest first. */
  readonly former: readonly Pick<ShownAccount, "id" | "label" | "details">[];
}

/** Fields of keys that a person can paste to practise, each with what it is. */
export type PracticeKeys = Readonly<
  Record<
    AccountKind,
    readonly { readonly label: string; readonly values: Readonly<Record<string, string>> }[]
  >
>;

const texts: Readonly<Record<WayToPay, Pick<ShownWay, "provider" | "title" | "intro">>> = {
  card: {
    provider: "Stripe",
    title: "Cards",
    intro: "Customers pay by card, Apple Pay or Google Pay on Stripe’s page.",
  },
  paypal: {
    provider: "PayPal",
    title: "PayPal",
    intro: "Customers pay with their PayPal account.",
  },
};

const withoutNewPayments =
  "While variables of the server decide, these accounts take no new payments. Furrow still hears of payments that they took, and can refund them.";

const wayOf = (kind: AccountKind): WayToPay => (kind === "stripe" ? "card" : "paypal");
export const nameOf = (kind: AccountKind): string => texts[wayOf(kind)].provider;
const protocols: Readonly<Record<AccountKind, readonly string[]>> = {
  stripe: [],
  paypal: ["PayPal Checkout."],
  "paypal-standard": ["Payments Standard."],
};

export interface ShownMode {
  readonly mode: PaymentMode;
  readonly title: string;
  readonly detail: string;
  /** What is missing before the site can go live, a sentence each. */
  readonly missing: readonly string[];
  /** Why customers cannot pay now; null when they can. */
  readonly noWay: string | null;
  /** What the switch to the other mode does, a sentence each. */
  readonly question: readonly string[];
}

export async function shownMode(
  { database, payments }: Pick<Services, "database" | "payments">,
  { mode, accounts, isFromEnvironment, missing }: PaymentAccounts,
): Promise<ShownMode> {
  const hasTransfer = (await readBankTransfer(database.read)) !== null;
  const names = payments.ways.map(({ provider }) => provider.displayName);
  const inWords = (providers: readonly string[]) =>
    new Intl.ListFormat("en-US").format([...providers, ...(hasTransfer ? ["bank transfer"] : [])]);
  const ways = inWords(names);
  const isOn = accounts.some((account) => account.state === "on" && account.mode === "test");
  const pretended =
    isOn || isFromEnvironment
      ? "Customers pay with test accounts."
      : "Customers pay in Furrow’s sandbox.";
  return {
    mode,
    title: mode === "live" ? "Live" : "Test mode",
    detail:
      mode === "test"
        ? `${pretended} No money moves, and every page says so.`
        : ways === ""
          ? "Payments on this site are real."
          : `Customers pay real money by ${ways}.`,
    missing,
    noWay: ways === "" ? "Customers can order, but they cannot pay yet." : null,
    question:
      mode === "live"
        ? [
            "In test mode nobody can pay real money on this site. Orders that customers place then are paid with simulated payments.",
            ...(await plansInWords(database.read, "live")),
          ]
        : [
            `Once the site is live, customers pay real money by ${inWords(providersForLive(accounts))}.`,
            ...practiceInWords(await countTestOrders(database.read)),
            ...(await plansInWords(database.read, "test")),
          ],
  };
}

/** Names of the providers of live accounts. */
function providersForLive(accounts: readonly Account[]): readonly string[] {
  const live = accounts.filter(({ mode, state }) => mode === "live" && state === "on");
  const ways = (["card", "paypal"] as const).filter((way) =>
    live.some(({ kind }) => wayOf(kind) === way),
  );
  return ways.map((way) => texts[way].provider);
}

function practiceInWords(count: number): readonly string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? "1 order was paid with test payments. It stays, and counts in every sum like a real one."
      : `${count} orders were paid with test payments. They stay, and count in every sum like real ones.`,
  ];
}

/** What the switch away from a mode means for the plans that are charged in it. */
async function plansInWords(queries: Queries, mode: PaymentMode): Promise<readonly string[]> {
  const running = await runningByProvider(queries);
  const own = running.filter(({ isTest }) => isTest === (mode === "test"));
  const count = own.reduce((sum, each) => sum + each.count, 0);
  if (count === 0) return [];
  const names = new Intl.ListFormat("en-US").format(
    [...new Set(own.map(({ displayName }) => displayName))].sort(),
  );
  if (mode === "live") {
    return [
      count === 1
        ? `1 plan is charged with real money by ${names}. It goes on, and its payments arrive here as before.`
        : `${count} plans are charged with real money by ${names}. They go on, and their payments arrive here as before.`,
    ];
  }
  return [
    count === 1
      ? "1 plan is charged with test payments. It ends, because nobody would pay its next period."
      : `${count} plans are charged with test payments. They end, because nobody would pay their next periods.`,
  ];
}

/** What happens to the plans of an account that takes no new payments any more; "" without plans. */
function plansThatGoOn(count: number, kind: AccountKind): string {
  if (count === 0) return "";
  return count === 1
    ? `1 plan is charged through this account. It goes on: ${nameOf(kind)} charges it until it is cancelled, and its payments still arrive here. To end it, cancel it under Subscriptions.`
    : `${count} plans are charged through this account. They go on: ${nameOf(kind)} charges them until they are cancelled, and their payments still arrive here. To end them, cancel each under Subscriptions.`;
}

/** The ways to pay through a provider, with the accounts of each. */
export async function shownWays(
  { database, clock }: Pick<Services, "database" | "clock">,
  { accounts, isFromEnvironment }: PaymentAccounts,
  reader: DateReader,
): Promise<readonly ShownWay[]> {
  const providerOf = ({ kind, mode }: Account) => providerNames[kind][mode];
  const heardAt = await lastHeard(database.read, [...new Set(accounts.map(providerOf))]);
  const concerned = await concernedPlans(database.read);
  const running = await runningByAccount(database.read);
  const plansOf = ({ id, kind }: Account) => plansThatGoOn(running.get(id) ?? 0, kind);
  const show = (account: Account): ShownAccount => ({
    id: account.id,
    label: account.label,
    details: [
      ...protocols[account.kind],
      connectedIn(account, reader),
      ...(account.hasWebhook ? ["The webhook is set up."] : []),
      heardIn(account),
    ].join(" "),
    fault: faultOf(account, concerned),
    question: [
      "Customers can then no longer pay with this account. Payments that they have begun still arrive, and you can still refund what it took.",
      plansOf(account),
      `Furrow removes its webhook at ${nameOf(account.kind)} once nothing is open.`,
    ]
      .filter((sentence) => sentence !== "")
      .join(" "),
    plans: plansOf(account),
  });
  const heardIn = (account: Account) => {
    const at = heardAt.get(providerOf(account));
    return at === undefined
      ? `Nothing heard from ${nameOf(account.kind)} yet.`
      : `Last heard ${formatDuration(clock() - at)} ago.`;
  };
  return (["card", "paypal"] as const).map((way) => {
    const own = accounts.filter(({ kind }) => wayOf(kind) === way);
    const present = (mode: PaymentMode) => {
      const found = own.find((account) => account.mode === mode && account.state === "on");
      return found === undefined ? null : show(found);
    };
    return {
      way,
      ...texts[way],
      ...(isFromEnvironment && { intro: withoutNewPayments }),
      isUsed: own.length > 0,
      accounts: { live: present("live"), test: present("test") },
      former: own
        .filter(({ state }) => state === "off")
        .toReversed()
        .map((account) => ({
          id: account.id,
          label: account.label,
          details: `${account.mode === "live" ? "Live" : "Test"}. ${disconnectedIn(account, reader)}`,
        })),
    };
  });
}

function faultOf(account: Account, concerned: string): string | null {
  const { plansFault } = account;
  const faults = [
    notHeard(account),
    ...(plansFault === null ? [] : [`${plansFault} ${concerned}`.trim()]),
  ].filter((sentence) => sentence !== null);
  return faults.length === 0 ? null : faults.join(" ");
}

function notHeard({ kind, isReadable, hasWebhook }: Account): string | null {
  if (!isReadable) {
    return "The site can no longer read the keys of this account, because its SECRET was changed. Disconnect it and connect it again.";
  }
  if (hasWebhook || kind === "paypal-standard") return null;
  return kind === "stripe"
    ? "Stripe sends no news to this site, because it sends only to public addresses with https. Furrow asks Stripe every ten minutes instead. When the site has its public address, connect the account again."
    : "PayPal sends no news to this site, because it sends only to public addresses with https. Payments are confirmed when the customer comes back; refunds and disputes at PayPal are not heard. When the site has its public address, connect the account again.";
}

function connectedIn({ connectedAt, connectedBy }: Account, reader: DateReader): string {
  return `Connected by ${shownEmail(connectedBy)} on ${longDateOf(connectedAt, reader)}.`;
}

function disconnectedIn(account: Account, reader: DateReader): string {
  const { disconnectedAt, disconnectedBy } = account;
  if (disconnectedAt === null) return connectedIn(account, reader);
  const by = disconnectedBy === null ? "" : ` by ${shownEmail(disconnectedBy)}`;
  return `Disconnected${by} on ${longDateOf(disconnectedAt, reader)}.`;
}

/** Null where the sandbox does not answer. */
export function practiceKeys({
  payments,
  secret,
}: Pick<Services, "payments" | "secret">): PracticeKeys | null {
  if (!payments.usesSandbox) return null;
  const { stripe, paypal, paypalStandard } = sandboxKeys(secret);
  const { withoutPayments, withoutPlans, clientId, clientSecret } = paypal;
  return {
    stripe: [
      { label: "Use this key", values: { secretKey: stripe.secretKey } },
      {
        label: "Try one that may charge no plans",
        values: { secretKey: stripe.withoutPlans },
      },
      { label: "Try one that may not refund", values: { secretKey: stripe.withoutRefunds } },
    ],
    paypal: [
      { label: "Use this app", values: { clientId, clientSecret } },
      { label: "Try one that may charge no plans", values: withoutPlans },
      { label: "Try one that may take no payments", values: withoutPayments },
    ],
    "paypal-standard": [{ label: "Use this address", values: paypalStandard }],
  };
}
