import { data, redirect } from "react-router";
import { requestPasswordReset } from "#access/sessions/sign-in.ts";
import { appContext, servicesOf } from "#app/app-context.server.ts";
import { tokenPageHeaders } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm, refusedForm, unknownForm, withoutPasswords } from "#app/forms.server.ts";
import { readFormWithFiles, usingFiles } from "#app/order-room/files/order-form.server.ts";
import { AccountPage } from "#app/ui/customer/account-page.tsx";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { Services } from "#compose.ts";
import { discardFiles } from "#files/receive-file.ts";
import { requireSendingCodes } from "#mail/mailer.ts";
import { chooseBankTransfer } from "#money/paying/choose-bank-transfer.ts";
import { handleReturn, startPayment } from "#money/paying/start-payment.ts";
import { enterLinkCode, sendLinkCode } from "#orders/links/link-code.ts";
import { orderOfLink } from "#orders/links/link-order.ts";
import { orderNextMonth, readNextMonth } from "#orders/placing/order-next-month.ts";
import { AppError } from "#platform/errors.ts";
import type { Sender } from "#platform/rate-limit.ts";
import { type Actor, type LinkActor, visitor } from "#policy/actor.ts";
import { cancelSubscription } from "#subscriptions/changes/stop-and-go.ts";
import { subscriptionIdOf } from "#subscriptions/cycles/cycle-store.server.ts";
import { saveBriefAnswers, sendBrief } from "#work/brief/save-order-brief.ts";
import { acceptDelivery } from "#work/deliveries/delivery-answers.ts";
import { answersIn, questionOfFiles } from "../order/brief/brief-form.ts";
import { UnsavedAnswers } from "../order/brief/unsaved-answers.tsx";
import type { Route } from "./+types/open-link";
import { linkActorOf } from "./link-cookie.server.ts";
import { linkedThing } from "./linked-thing.server.ts";
import { LinkedThing } from "./linked-thing.tsx";

export const handle = { quiet: true };

export const headers = () => ({
  ...tokenPageHeaders(),
  "X-Robots-Tag": "noindex, nofollow",
  "Cache-Control": "private, no-store",
});

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const order = loaderData?.thing?.order;
  return pageTitle(order === undefined ? "Your order" : `Order ${order.number}`, matches);
}

const here = "/order-link/open";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = servicesOf(context);
  const actor = await linkActorOf(services, request);
  if (actor === undefined) return ended();
  const { searchParams } = new URL(request.url);
  try {
    if (searchParams.has("paid") && actor.purpose === "payment") {
      const { order, customer } = await orderOfLink(services, actor, "see the payment");
      await handleReturn(services, customer, order, searchParams);
    }
    if (searchParams.has("paid") && actor.purpose === "nextMonth") {
      const { order, customer } = await orderOfLink(services, actor, "see the next month");
      const { next } = await readNextMonth(services, customer, order.id);
      if (next !== undefined) await handleReturn(services, customer, next, searchParams);
    }
    const thing = await linkedThing(services, actor, request);
    return { thing, done: doneIn(searchParams) };
  } catch (error) {
    // The access has ended since the cookie was read.
    if (error instanceof AppError && error.code === "not-found") return ended();
    throw error;
  }
}

const ended = () => data({ thing: null, done: null }, { status: 404 });

const notices = {
  password: "We have sent you a link to choose a password. It works once, within one hour.",
  saved: "Your answers are saved.",
  answered: "Thank you, we have your answers.",
  accepted: "Thank you. You have accepted the delivery.",
  cancelled: "Your plan is cancelled. We have emailed you its last day.",
} as const;

function doneIn(search: URLSearchParams) {
  const name = (Object.keys(notices) as (keyof typeof notices)[]).find((key) => search.has(key));
  return name === undefined ? null : notices[name];
}

export async function action({ request, context }: Route.ActionArgs) {
  const { services, facts, signInHeaders } = context.get(appContext);
  const actor = await linkActorOf(services, request);
  if (actor === undefined || actor.purpose === "brief") {
    return briefAction(services, actor, request);
  }
  const values = await readForm(request);
  const deps = { ...services, ...facts };
  try {
    if (values.intent === "choose-password") {
      const { from = "" } = values;
      await requestPasswordReset(services.access, signInHeaders(), actor.email, from);
      return redirect(`${here}?password`, 303);
    }
    if (values.intent === "send-code") {
      await requireSendingCodes(services.configuration, services.database.read);
      await sendLinkCode(deps, actor);
      return redirect(`${here}?sent`, 303);
    }
    if (!actor.isProven) await enterLinkCode(deps, actor, values.code ?? "");
    // Reads the actor again, because the right code sets `isProven`.
    const proven = (await linkActorOf(services, request)) ?? visitor;
    if (values.intent === "accept" && actor.purpose === "delivery") {
      const { order, customer } = await orderOfLink(services, proven, "accept the delivery");
      await acceptDelivery(services, customer, order.id, Number(values.delivery));
      return redirect(`${here}?accepted`, 303);
    }
    if (values.intent === "cancel-subscription") {
      const { order, customer } = await orderOfLink(services, proven, "cancel the subscription");
      const id = (await subscriptionIdOf(services.database.read, order.id)) ?? "";
      await cancelSubscription(services, customer, id);
      return redirect(`${here}?cancelled`, 303);
    }
    if (values.intent !== "pay" && values.intent !== "order-next-month") {
      throw new AppError("invalid", unknownForm);
    }
    const { order, customer } = await (values.intent === "pay"
      ? orderOfLink(services, proven, "pay the order")
      : nextMonthByLink(deps, proven, values.packagePrice));
    const browserOrigin = request.headers.get("origin") ?? undefined;
    const again = values.again !== undefined;
    const { way, left } = values;
    const choices = { way, again, left, browserOrigin, returnPath: here };
    if (way === "transfer") {
      await chooseBankTransfer(deps, customer, order.id, choices);
      return redirect(here, 303);
    }
    const handOff = await startPayment(deps, customer, order.id, choices);
    return handOff.kind === "redirect" ? redirect(handOff.url, 303) : { handOff };
  } catch (error) {
    // `refusedForm` shows an error at a field only if the values contain the field, even an empty
    // one.
    return refusedForm(error, { ...values, code: values.code ?? "" });
  }
}

/** Orders the next month of the order of the link, or returns the next month ordered before. */
async function nextMonthByLink(
  deps: Services & Sender,
  actor: Actor,
  packagePrice: string | undefined,
) {
  const { order, customer } = await orderOfLink(deps, actor, "order the next month");
  return { order: await orderNextMonth(deps, customer, order.id, { packagePrice }), customer };
}

/** Reads the form even after the link has ended, so that the page shows the typed answers again. */
async function briefAction(
  services: ReturnType<typeof servicesOf>,
  actor: LinkActor | undefined,
  request: Request,
) {
  const linked =
    actor && (await orderOfLink(services, actor, "answer the brief").catch(() => undefined));
  const form = await readFormWithFiles(services, request, linked?.customer ?? visitor, {
    orderId: linked?.order.id ?? "",
    side: "customer",
  });
  const { values } = form;
  const received = form.files.map(({ file }) => file);
  if (linked === undefined) {
    await discardFiles(
      services.database,
      received.map(({ id }) => id),
    );
    const typed: ActionResult = { values: withoutPasswords(values), errors: {} };
    return data(typed, { status: 404 });
  }
  const { order, customer } = linked;
  const input = answersIn(values);
  const files = form.files.map(({ field, file }) => ({
    questionId: questionOfFiles(field) ?? field,
    file,
  }));
  try {
    await usingFiles(services, received, async () => {
      const isSending = values.intent === "send" && form.refusal === null;
      if (isSending) await sendBrief(services, customer, order.id, input, files);
      else await saveBriefAnswers(services, customer, order.id, input, files);
    });
    if (form.refusal !== null) throw form.refusal;
    return redirect(values.intent === "send" ? `${here}?answered` : `${here}?saved`, 303);
  } catch (error) {
    const typed = Object.entries(input.answers).map(([id, answer]) => [`answers.${id}`, answer]);
    return refusedForm(error, { ...values, ...Object.fromEntries(typed) });
  }
}

export default function OpenLink({ loaderData, actionData }: Route.ComponentProps) {
  const { thing, done } = loaderData;
  const handOff = actionData && "handOff" in actionData ? actionData.handOff : undefined;
  const form = actionData && "values" in actionData ? (actionData as ActionResult) : undefined;
  if (thing !== null)
    return <LinkedThing thing={thing} done={done} form={form} handOff={handOff} />;
  const orderId = form?.values.orderId ?? "";
  if (form !== undefined && /^[\w-]{1,64}$/.test(orderId)) {
    return (
      <CustomerPage title="Your answers" isVisitor>
        <UnsavedAnswers orderId={orderId} form={form} why="signed out" />
      </CustomerPage>
    );
  }
  return (
    <AccountPage title="This link no longer works" aside={<a href="/my-order">Your orders</a>}>
      <Notice tone="info">
        Open the link in the newest email about your order, or log in to see your orders.
      </Notice>
    </AccountPage>
  );
}
