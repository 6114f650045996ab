import type { ReactNode } from "react";
import { data, redirect } from "react-router";
import { saveProfile } from "#access/accounts/profile.ts";
import { atExtraFields, extrasIn } from "#app/ui/forms/chosen-extras.ts";
import type { Services } from "#compose.ts";
import { addOns } from "#content/blocks/add-ons.ts";
import { type PricingPackage, pricingPackages } from "#content/blocks/pricing-packages.ts";
import { addOnsOfPlan, type OfferedAddOn } from "#content/model/add-ons.ts";
import { type ChargedPlan, isRepeated, perCycle, pricePer } from "#content/model/plan-interval.ts";
import { planPoints } from "#content/model/plan-points.ts";
import { termsInWords } from "#content/model/plan-terms.ts";
import { findRecord, listRecords } from "#content/records/content-store.server.ts";
import { seesPrice } from "#orders/find-order.ts";
import { type LineInWords, linesInWords } from "#orders/lines/lines-in-words.ts";
import { linesOfOrder } from "#orders/lines/order-lines.server.ts";
import {
  addOnLine,
  areWanted,
  chargedBy,
  planLine,
  withReduction,
} from "#orders/lines/order-lines.ts";
import { unpaidOrderOf } from "#orders/list-orders.ts";
import type { Order } from "#orders/order.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { centsOfCycle, firstPrices } from "#platform/cycle-prices.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { customerDetailsIn } from "#platform/texts/customer-details.ts";
import { withWholeAddress } from "#platform/texts/postal-address.ts";
import { isSignedIn, type SignedInActor } from "#policy/actor.ts";
import { companyOf } from "#policy/company.ts";
import { mayInOwnCompany, reasonWithoutCompanyRight } from "#policy/rights.ts";
import { addressOf } from "#seo/public-pages.ts";
import { withFrom } from "../account/return-path.ts";
import { type KnownDetails, knownDetails } from "../account/saved-details.server.ts";
import { SavedFormNotice } from "../account/saved-form-notice.tsx";
import {
  actAs,
  actorOf,
  appContext,
  senderOf,
  servicesOf,
  whyKept,
} from "../app-context.server.ts";
import { dateReader } from "../date-reader.server.ts";
import { offerIn } from "../document/offer-links.ts";
import { pageTitle } from "../document/page-title.ts";
import { questionAboutEmail } from "../email-question.server.ts";
import { readForm, refusedForm, unprocessedForm, withoutPasswords } from "../forms.server.ts";
import { PointList } from "../landing/sections/home/about-section.tsx";
import { linedOrderView, type OrderView, orderView } from "../order-room/order-view.server.ts";
import { useSite } from "../site-layout.tsx";
import { CustomerPage } from "../ui/customer/customer-page.tsx";
import { Receipt } from "../ui/customer/receipt.tsx";
import { type ActionResult, fieldState } from "../ui/forms/action-result.ts";
import { Button, ButtonLink } from "../ui/forms/button.tsx";
import { passwordHint } from "../ui/forms/credential-fields.tsx";
import { CustomerFields } from "../ui/forms/customer-fields.tsx";
import { EmailInput } from "../ui/forms/email-input.tsx";
import { PasswordStrength } from "../ui/forms/password-strength.tsx";
import { TextField, TickField } from "../ui/forms/text-field.tsx";
import { Notice } from "../ui/notice.tsx";
import { besidePrice, chargedPlan, planPricePer } from "../ui/plan.ts";
import { LegalNote, legalLinks } from "../ui/site-frame/page-links.tsx";
import { useSheet } from "../ui/styles/style-sheets.ts";
import type { Route } from "./+types/order-now";
import choiceScript from "./account-choice.ts?script";
import { BillingFields } from "./billing/billing-fields.tsx";
import {
  billingInForm,
  type OfferedBilling,
  offeredBilling,
  sentBilling,
} from "./billing/offered-billing.server.ts";
import { type AccountChoice, signInBuyer } from "./buyer.server.ts";
import { continueOrder } from "./continue-order.server.ts";
import { CouponField } from "./coupon/coupon-field.tsx";
import { type OfferedCoupon, offeredCoupon, sentCoupon } from "./coupon/offered-coupon.server.ts";
import { Extras } from "./extras/extras.tsx";
import { sentExtras } from "./extras/sent-extras.server.ts";
import sumScript from "./extras/update-sum.ts?script";
import { earlierOrder, goneSentence } from "./order-again.server.ts";
import { orderAgainPath } from "./order-again-path.ts";
import { orderButton } from "./order-button.ts";
import orderingSheet from "./ordering.css?sheet";
import { goOnToPay } from "./paying/go-on-to-pay.server.ts";
import { HandOffForm } from "./paying/hand-off-form.tsx";
import { OrderStep } from "./paying/order-step.tsx";
import {
  type PaymentFacts,
  paymentFacts,
  providerNameOf,
  waysToPay,
} from "./paying/payment-facts.server.ts";
import { AfterPaying, Charges, WaysToPay } from "./paying/payment-facts.tsx";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Order", matches);
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const kept = whyKept(context);
  const viewer = await actorOf(context);
  // `kept` is set if the form was sent after its account had signed out, or while another account
  // was signed in. The page then shows the typed form again, as for a signed-out visitor.
  const actor = kept === null && isSignedIn(viewer) ? viewer : null;
  const services = servicesOf(context);
  const plan = await findRecord(services.database.read, pricingPackages, params.packageId);
  const againId = new URL(request.url).searchParams.get("again") ?? "";
  if (plan === undefined) {
    const gone = actor === null ? "" : await goneSentence(services, actor, againId);
    return data({ form: null, gone }, { status: 404 });
  }
  const [known, unpaid] = await Promise.all([
    knownDetails(services, actor),
    actor !== null && mayInOwnCompany(actor, "payments")
      ? unpaidOrderOf(services, actor, plan._id)
      : undefined,
  ]);
  const check = new URL(request.url).searchParams.get("check") ?? "";
  const continued = unpaid?.accountId === actor?.accountId ? unpaid : undefined;
  const { read } = services.database;
  const extras = addOnsOfPlan(await listRecords(read, addOns), plan._id);
  const kind = chargedPlan(plan);
  const planAlone = planLine({ ...kind, packageName: plan.packageName });
  const former = continued ? await linesOfOrder(read, continued) : [];
  const offered = { plan, extras };
  const earlier =
    actor === null ? undefined : await earlierOrder(services, actor, againId, offered);
  const formerAddOns = former.flatMap(({ addOnId: id, quantity }) => (id ? { id, quantity } : []));
  const formerCoupon = former.find((line) => line.kind === "coupon");
  const coupon = formerCoupon?.label ?? "";
  const formerWanted = { priceCents: kind.priceCents, addOns: formerAddOns, coupon };
  const isFormerOffered = formerAddOns.every(({ id, quantity }) =>
    extras.some((extra) => extra.id === id && quantity <= extra.most),
  );
  const continues = isFormerOffered && areWanted(former, formerWanted);
  const wanted = context.get(sentExtras) ?? (continues ? formerAddOns : (earlier?.addOns ?? []));
  const sold = [
    planAlone,
    ...extras.flatMap((extra) => {
      const { quantity = 0 } = wanted.find(({ id }) => id === extra.id) ?? {};
      const isCount = Number.isInteger(quantity) && quantity >= 1 && quantity <= extra.most;
      return isCount ? addOnLine(extra, quantity, kind) : [];
    }),
  ];
  const found = await offeredCoupon({ ...services, ...context.get(appContext).facts }, viewer, {
    sent: context.get(sentCoupon),
    offer: offerIn(request.url),
    former: continues ? formerCoupon : undefined,
    planId: plan._id,
    lines: sold,
  });
  const filled = continued
    ? { ...known, details: customerDetailsIn(continued), from: "unpaid order" as const }
    : earlier
      ? { ...known, details: earlier.details, from: "earlier order" as const }
      : await withCheckedWebsite(services, known, check);
  const { billing, lines } = await offeredBilling(services, {
    companyId: actor && companyOf(actor).id,
    sent: context.get(sentBilling),
    country: filled.details.customerCountry,
    lines: found.line === undefined ? sold : withReduction(sold, found.line),
  });
  const charged = chargedBy(lines, kind);
  const form = {
    plan,
    email: actor?.email,
    freshKey: newId(),
    check,
    continues,
    extras,
    coupon: found.coupon,
    chosen: Object.fromEntries(wanted.map(({ id, quantity }) => [id, quantity])),
    lines: linesInWords({ ...kind, packageName: plan.packageName }, lines),
    sum: dollarsFromCents(centsOfCycle(charged, 1)),
    price: sumWords(charged),
    billing,
    known: filled,
  };
  return {
    form,
    refusal:
      actor === null || mayInOwnCompany(actor, "mayOrder")
        ? ""
        : reasonWithoutCompanyRight(actor, "mayOrder"),
    again: earlier && { number: earlier.number, changes: earlier.changes },
    /** The form with the details of an order, for somebody who has to log in to have them. */
    againPath: againId !== "" && actor === null ? orderAgainPath(plan._id, againId) : null,
    unpaid: unpaid && orderView(unpaid, await dateReader(services, request)),
    kept,
    passwordMinLength: services.access.passwordMinLength,
    facts: await paymentFacts(services, { ...kind, ...charged, packageName: plan.packageName }),
  };
}

/** What is paid now, with its interval if each cycle costs the same. */
function sumWords(plan: ChargedPlan): string {
  const sum = dollarsFromCents(centsOfCycle(plan, 1));
  return firstPrices(plan).length === 0 ? pricePer(sum, plan.charged) : sum;
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { services, facts } = context.get(appContext);
  const values = await readForm(request);
  const { account, idempotencyKey, packageName, packagePrice, subscribeAgain } = values;
  const extras = extrasIn(values);
  context.set(sentExtras, extras);
  const { coupon, couponTakes, taxShown, update } = values;
  const billing = billingInForm(values);
  if (billing !== undefined) {
    const { customerCountry = "" } = values;
    context.set(sentBilling, { details: { ...billing, country: "" }, customerCountry });
  }
  if (coupon !== undefined) {
    context.set(sentCoupon, { code: coupon, isCounted: update !== "sum" });
  }
  if (update === "sum") {
    const shown: ActionResult<never, never> = { values: withoutPasswords(values), errors: {} };
    return data(shown);
  }
  // An existing account has its address already.
  const question = account === "new" ? questionAboutEmail(services, values) : null;
  if (question !== null) return question;
  const customer = customerDetailsIn(withWholeAddress(values));
  const order = {
    packageId: params.packageId,
    packageName,
    packagePrice,
    ...customer,
    addOns: extras,
    ...(coupon && { coupon, couponTakes: couponTakes || undefined }),
    ...(billing && { billing, taxShown }),
    ...(subscribeAgain === "yes" && { subscribeAgain }),
  };
  const headers = new Headers();
  let placed: Order;
  try {
    const sender = await signedInSender(context, values, order, headers);
    if (sender === null) return unprocessedForm(values);
    const wantsAnother = values.another !== undefined;
    const going = wantsAnother ? undefined : await continueOrder(services, sender, order);
    placed = going ?? (await placeOrder({ ...services, ...facts }, sender, order, idempotencyKey));
    if (values.check) {
      const { linkOrder } = await import("#check/requests/report-mail.ts");
      const link = { key: values.check, orderId: placed.id, accountId: sender.accountId };
      await linkOrder(services, link).catch((err) =>
        services.log.warn({ err }, "an order could not be linked to the check that led to it"),
      );
    }
    // The order is placed even if saving the details fails.
    if (values.keepDetails === "yes") {
      await saveProfile(services, sender, customer).catch((err) =>
        services.log.warn({ err }, "the details of an order could not be kept for the next one"),
      );
    }
  } catch (error) {
    return refusedOrder(atExtraFields(error, extras), values, headers);
  }
  return payFor(context, request, placed, { headers, way: values.way });
}

async function payFor(
  context: Route.ActionArgs["context"],
  request: Request,
  placed: Order,
  { headers, way: chosen }: { headers: Headers; way: string | undefined },
) {
  const { services, facts } = context.get(appContext);
  const buyer = await actorOf(context);
  if (!seesPrice(buyer, placed)) {
    return redirect(`/my-order/${placed.id}`, { status: 303, headers });
  }
  const way = await goOnToPay({ ...services, ...facts }, buyer, placed, request, chosen);
  if ("path" in way) return redirect(way.path, { status: 303, headers });
  const order = await linedOrderView(services, placed, await dateReader(services, request));
  const providerName = providerNameOf(await waysToPay(services, placed.priceCents), chosen);
  return data({ handOff: way.handOff, order, providerName }, { headers });
}

/** Replaces the customer's website with the website of the check that led to this form. */
async function withCheckedWebsite(
  services: Services,
  known: KnownDetails,
  check: string,
): Promise<KnownDetails> {
  if (check === "") return known;
  const { readResult } = await import("#check/requests/read-checks.ts");
  const result = await readResult(services, check).catch(() => null);
  const customerWebsite = result?.summary?.address ?? result?.website;
  if (customerWebsite === undefined) return known;
  return { ...known, details: { ...known.details, customerWebsite } };
}

/**
 * Returns the sender of the form. A signed-out sender is signed in with the account in the form,
 * and the cookies of the new session are added to `headers`. Returns null if the session has ended
 * or belongs to another account than the form.
 */
async function signedInSender(
  context: Route.ActionArgs["context"],
  values: Record<string, string>,
  order: unknown,
  headers: Headers,
): Promise<SignedInActor | null> {
  const { services, facts, signInHeaders } = context.get(appContext);
  const { account, email = "", password = "", code } = values;
  if (account === undefined || isSignedIn(await actorOf(context))) {
    return senderOf(context, values);
  }
  const choice = account === "existing" ? "existing" : "new";
  const login = { email, password, choice, code } as const;
  const sending = { ...services, ...facts };
  const { actor, cookies } = await signInBuyer(sending, signInHeaders(), login, order);
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  // If `placeOrder` then rejects the order, the page shows the account that is now signed in.
  actAs(context, actor);
  return actor;
}

function refusedOrder(error: unknown, values: Readonly<Record<string, string>>, headers: Headers) {
  if (!(error instanceof AppError)) throw error;
  // Renders the page without the form, because the plan is no longer on sale.
  if (error.code === "not-found") return refusedForm(error, {}, headers);
  if (error.code === "key-reused") return sentBefore(values, headers);
  if (error.code !== "conflict") return refusedForm(error, values, headers);
  const { currentPrice, currentSum, runningSubscription } = error.extra;
  // The form shows the extras that are offered now, at their prices.
  if (currentSum !== undefined) return refusedForm(error, values, headers);
  if (runningSubscription !== undefined) {
    return refusedForm(
      error,
      { ...values, runningSubscription: String(runningSubscription) },
      headers,
    );
  }
  // A conflict with `currentPrice` means that the price has changed, so the form shows the current
  // price. Any other conflict is a wrong password or code for an existing account.
  return currentPrice === undefined
    ? refusedForm(error, { code: "", ...values, account: "existing" }, headers)
    : refusedForm(error, { ...values, packagePrice: String(currentPrice) }, headers);
}

/**
 * Rejects a form that has already placed an order, such as a form that Back shows again. The empty
 * idempotency key tells the page to render a new key, so that sending the form again places a
 * second order.
 */
function sentBefore(values: Readonly<Record<string, string>>, headers: Headers) {
  const message =
    "You have already placed an order with this form. You can pay for that order under “My Orders”. Press the button below only if you want a second order.";
  return refusedForm(
    new AppError("key-reused", message),
    { ...values, idempotencyKey: "" },
    headers,
  );
}

const wasSentBefore = (state: ActionResult | undefined) => state?.values.idempotencyKey === "";

export default function OrderNow({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { site } = useSite();
  if (loaderData.form === null) {
    return <GonePlan sentence={loaderData.gone} plansPath={addressOf(site, "pricing")} />;
  }
  const { form, unpaid, kept, passwordMinLength, facts, refusal } = loaderData;
  if (answer && "handOff" in answer) {
    const { providerName } = answer;
    return (
      <CustomerPage title={`Continue to ${providerName}`}>
        <OrderStep order={answer.order}>
          <HandOffForm handOff={answer.handOff} providerName={providerName} />
        </OrderStep>
      </CustomerPage>
    );
  }
  const actionData = answer;
  if (refusal !== "") {
    return (
      <CustomerPage title="You’re buying this SEO plan">
        <Notice tone="info">{refusal}</Notice>
        <div className="customer-page__actions">
          <ButtonLink href="/account/company">See your company</ButtonLink>
        </div>
      </CustomerPage>
    );
  }
  const isVisitor = form.email === undefined;
  const button = orderButton(form.sum, facts, form.continues);
  // A form with an account id can be sent only after a sign-in to that account, so the page then
  // shows no fields for another account.
  const asksAccount = isVisitor && (kept !== "another account" || !actionData?.values.accountId);
  const documents = legalLinks(site, asksAccount ? undefined : ["terms", "refunds"]);
  return (
    <CustomerPage
      title="You’re buying this SEO plan"
      isVisitor={isVisitor}
      lead={<p id="order-steps">{stepsOf(facts)}</p>}
    >
      {kept === "signed out" && (
        <Notice tone="error">
          You were signed out, so nothing was ordered. What you typed is still here: enter your
          email and password below, then press “{button}”.
        </Notice>
      )}
      {kept === "another account" && (
        <SavedFormNotice why={kept} undone="ordered" button={button} />
      )}
      {actionData?.notice && (
        <Notice tone="error">
          {actionData.notice}{" "}
          {wasSentBefore(actionData) && (
            <ButtonLink href="/pending-order">See your orders</ButtonLink>
          )}
          {actionData.values.runningSubscription && (
            <ButtonLink href={`/my-plan/${actionData.values.runningSubscription}`}>
              See your plan
            </ButtonLink>
          )}
        </Notice>
      )}
      <AgainNotice again={loaderData.again} path={loaderData.againPath} />
      <ChangedPrice plan={form.plan} told={actionData?.values.packagePrice} />
      {unpaid && !wasSentBefore(actionData) && (
        <UnpaidOrder order={unpaid} continues={form.continues} />
      )}
      {isMarked(actionData) && (
        <Notice tone="error" besideFields>
          Please check the marked fields.
        </Notice>
      )}
      <OrderForm
        {...form}
        terms={site.sectionTitles?.pricingTerms}
        form={actionData}
        account={
          asksAccount && (
            <AccountFields
              form={actionData}
              usual={kept === "signed out" ? "existing" : "new"}
              passwordMinLength={passwordMinLength}
            />
          )
        }
        bound={<LegalNote deed="place the order" documents={documents} />}
        facts={facts}
      />
    </CustomerPage>
  );
}

interface ChangedPriceProps {
  plan: PricingPackage;
  /** The price in the rejected form; undefined for a new form. */
  told: string | undefined;
}

/** Notice about a price that changed after the form was rendered. */
function ChangedPrice({ plan, told = plan.packagePrice }: ChangedPriceProps) {
  const price = planPricePer(plan);
  if (planPricePer({ ...plan, packagePrice: told }) === price) return null;
  return (
    <Notice tone="info">
      The price of {plan.packageName} has changed: it is now {price}. Place the order only if you
      accept the new price.
    </Notice>
  );
}

interface AgainNoticeProps {
  again: { readonly number: number; readonly changes: readonly string[] } | undefined;
  path: string | null;
}

/** Says where the details come from, and what has changed since the order that is ordered again. */
function AgainNotice({ again, path }: AgainNoticeProps) {
  if (path !== null) {
    return (
      <Notice tone="info">
        <a href={withFrom("/login", path)}>Log in to have the details of your order filled in</a>
      </Notice>
    );
  }
  if (again === undefined) return null;
  return (
    <Notice tone="info">
      This form is filled in like order {again.number}. Nothing is ordered before you press the
      button below. {again.changes.join(" ")}
    </Notice>
  );
}

/** Warns a customer who has already ordered this plan against ordering it twice. */
function UnpaidOrder({ order, continues }: { order: OrderView; continues: boolean }) {
  if (continues) {
    return (
      <Notice tone="info">
        You have an unpaid order of {order.packageName} from {order.fullDate}. This form goes on
        with that order: check its details, and pay. For another website it places a new order.
      </Notice>
    );
  }
  return (
    <Notice tone="info">
      You have an unpaid order of {order.packageName} from {order.fullDate}:{" "}
      <a href={`/pay-now/${order.id}`}>pay for that order</a>, or place another order below.
    </Notice>
  );
}

function GonePlan({ sentence, plansPath }: { sentence: string; plansPath: string }) {
  return (
    <CustomerPage title="This plan is no longer available">
      <Notice tone="info">
        {sentence || "This plan is no longer available, so nothing was ordered."}
      </Notice>
      <div className="customer-page__actions">
        <ButtonLink href={plansPath}>See the other plans</ButtonLink>
      </div>
    </CustomerPage>
  );
}

function isMarked(form: ActionResult | undefined): boolean {
  return form !== undefined && form.notice === undefined && Object.keys(form.errors).length > 0;
}

interface OrderFormProps {
  plan: PricingPackage;
  /** The owner's text beside the price, such as the billing period. */
  terms: string | undefined;
  /** Undefined for signed-out visitors. */
  email: string | undefined;
  account: ReactNode;
  form: ActionResult | undefined;
  /** Idempotency key for a new form. A rejected form is shown with its old key. */
  freshKey: string;
  /** Key of the check that led here; "" without one. */
  check: string;
  /** True when the form goes on with an unpaid order of its sender. */
  continues: boolean;
  known: Omit<KnownDetails, "from"> & {
    readonly from: KnownDetails["from"] | "unpaid order" | "earlier order";
  };
  bound: ReactNode;
  facts: PaymentFacts;
  extras: readonly OfferedAddOn[];
  /** Null on a site without coupons. */
  coupon: OfferedCoupon | null;
  /** Null on a site that asks for no company. */
  billing: OfferedBilling | null;
  /** Pieces by the id of each chosen extra. */
  chosen: Readonly<Record<string, number>>;
  /** What the sum consists of; none for the plan alone. */
  lines: readonly LineInWords[];
  /** What is paid now, such as "$149.00". */
  sum: string;
  /** The same with its interval, such as "$149.00 a month". */
  price: string;
}

function stepsOf({ isFree, providerName, ways }: PaymentFacts): string {
  if (isFree) return "One step: your order here. There is nothing to pay.";
  const isAtProvider = ways.every(({ way }) => way !== "transfer") && providerName !== "";
  return `Two steps: your order here, then the payment${isAtProvider ? ` at ${providerName}` : ""}.`;
}

/** Sentence below the button. */
function whereTo({ providerName, ways }: PaymentFacts): string {
  if (ways.length === 0) return "Places the order. Nothing is charged.";
  const hasTransfer = ways.some(({ way }) => way === "transfer");
  if (providerName === "") return "Shows the account for your bank transfer.";
  return `Goes on to ${providerName}${hasTransfer ? ", or shows the account for your bank transfer" : ""}. You are not charged before you confirm there.`;
}

function OrderForm(props: OrderFormProps) {
  useSheet(orderingSheet);
  const { plan, terms, email, account, form, freshKey, check, continues, known, bound, facts } =
    props;
  const { extras, coupon, billing, chosen, lines, sum, price } = props;
  const beside = besidePrice(plan, terms);
  const { charged } = facts.terms;
  return (
    <div className="order-form order-fields">
      <Receipt
        id="order-receipt"
        title="What you are buying"
        plan={plan.packageName}
        drawing={plan.packageDrawing}
        total={
          <>
            {sum} USD{" "}
            {isRepeated(charged) && price !== sum && (
              <span className="receipt__per">{perCycle(charged)}</span>
            )}
          </>
        }
        rows={lines.map(({ label, amount }) => ({ label, value: amount, isAmount: true }))}
      >
        {beside !== "" && !isRepeated(charged) && <p className="receipt__terms">{beside}</p>}
        {billing?.words && !billing.isRefused && <p className="receipt__terms">{billing.words}</p>}
        {Object.values(
          termsInWords({ ...facts.terms, ...(facts.isFree && { refundDays: 0 }) }),
        ).map(
          (term) =>
            term && (
              <p key={term} className="receipt__terms">
                {term}
              </p>
            ),
        )}
      </Receipt>
      <form method="post" action={`/order-now/${plan._id}`} noValidate>
        {/* Enter in a field presses the first button of a form. */}
        <button type="submit" className="unseen" tabIndex={-1} aria-hidden="true">
          Order
        </button>
        <input
          type="hidden"
          name="idempotencyKey"
          value={form?.values.idempotencyKey || freshKey}
        />
        {(form?.values.check || check) && (
          <input type="hidden" name="check" value={form?.values.check || check} />
        )}
        <fieldset className="order-form__known">
          <legend>Your plan</legend>
          <TextField name="packageName" label="Plan" defaultValue={plan.packageName} readOnly />
          <TextField
            name="packagePrice"
            label="Price in US dollars"
            defaultValue={plan.packagePrice}
            error={form?.errors.packagePrice}
            readOnly
          />
          {email !== undefined && (
            <TextField
              name="customerEmail"
              label="Email"
              type="email"
              defaultValue={email}
              hint="The order belongs to this account."
              disabled
            />
          )}
        </fieldset>
        <Extras offered={extras} chosen={chosen} charged={charged} sum={sum} form={form} />
        <CouponField coupon={coupon} form={form} />
        {(extras.length > 0 || coupon !== null) && <script src={sumScript} defer />}
        {account}
        <fieldset>
          <legend>Your details</legend>
          {whereFrom[known.from] && <p className="text-field__hint">{whereFrom[known.from]}</p>}
          <CustomerFields form={form} {...known} required choosesCountry={billing !== null} />
          {known.from !== "profile" && (
            <TickField
              name="keepDetails"
              label="Keep these details in my account for the next order"
              form={form}
            />
          )}
        </fieldset>
        <BillingFields billing={billing} form={form} />
        <div className="order-form__pay" id="order-pay">
          {billing && <input type="hidden" name="taxShown" value={billing.shown} />}
          {coupon?.takes && <input type="hidden" name="couponTakes" value={coupon.takes} />}
          <h2>{facts.isFree ? "Nothing to pay" : "How you pay"}</h2>
          {facts.isFree ? (
            <p>Your order is complete as soon as you place it.</p>
          ) : (
            <WaysToPay {...facts} chosen={form?.values.way} />
          )}
          <Charges lines={facts.charges} />
          {bound}
          {form?.values.runningSubscription && (
            <TickField
              name="subscribeAgain"
              label={`Subscribe to ${plan.packageName} a second time for this website`}
              form={form}
            />
          )}
          <div className="order-form__send">
            <Button>{orderButton(price, facts, continues)}</Button>
            {continues && (
              <Button variant="secondary" name="another" value="yes">
                Order a second time
              </Button>
            )}
            <p>{whereTo(facts)}</p>
          </div>
          {(facts.isFree || facts.ways.length > 0) && <AfterPaying facts={facts} price={sum} />}
        </div>
      </form>
      <div className="order-form__points">
        <h2>What is included</h2>
        <PointList points={planPoints(plan)} />
      </div>
    </div>
  );
}

const whereFrom = {
  profile: "From your account. Changes here apply to this order only.",
  "last order": "From your last order.",
  "earlier order": "From that order. Changes here apply to the new order only.",
  "unpaid order": "From your unpaid order. Changes here correct that order.",
  nowhere: null,
} as const;

interface AccountFieldsProps {
  form: ActionResult | undefined;
  usual: AccountChoice;
  passwordMinLength: number;
}

function AccountFields({ form, usual, passwordMinLength }: AccountFieldsProps) {
  const chosen = form?.values.account === undefined ? usual : form.values.account;
  return (
    <fieldset className="account-fields">
      <legend>Your account</legend>
      <div className="account-fields__choice">
        {choices.map(({ value, label }) => (
          <label key={value} className="account-fields__option">
            <input type="radio" name="account" value={value} defaultChecked={value === chosen} />
            {label}
          </label>
        ))}
      </div>
      <EmailInput form={form} label="Email" autoComplete="email" besidePassword />
      <div>
        <TextField
          {...fieldState(form, "password")}
          label="Password"
          type="password"
          autoComplete={chosen === "new" ? "new-password" : "current-password"}
          below={<PasswordStrength field="field-password" />}
          required
        />
        <p className="text-field__hint account-fields__of-new">{passwordHint(passwordMinLength)}</p>
        <p className="text-field__hint account-fields__of-existing">
          <a href="/reset" target="_blank" rel="noopener">
            Forgot password?
          </a>{" "}
          This link opens in a new tab.
        </p>
      </div>
      {(form?.errors.code || form?.values.code) && (
        <TextField
          {...fieldState(form, "code")}
          defaultValue=""
          label="Code from your authenticator app, or a backup code"
          autoComplete="one-time-code"
        />
      )}
      <script src={choiceScript} defer />
    </fieldset>
  );
}

const choices: readonly { value: AccountChoice; label: string }[] = [
  { value: "new", label: "I am new here" },
  { value: "existing", label: "I have an account" },
];
