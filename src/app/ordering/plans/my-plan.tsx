import { redirect } from "react-router";
import { servicesOf, signedInOrLogin } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { ownPageHeaders } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm, refusedForm, unknownForm } from "#app/forms.server.ts";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { Services } from "#compose.ts";
import { AppError } from "#platform/errors.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { answerPrice, changePlan } from "#subscriptions/changes/plan-and-price.ts";
import {
  cancelSubscription,
  keepSubscription,
  pauseSubscription,
  resumeSubscription,
} from "#subscriptions/changes/stop-and-go.ts";
import { readListedSubscription } from "#subscriptions/list-subscriptions.ts";
import { agreedThere, consentPage } from "#subscriptions/providers/consent-page.ts";
import { paymentMethodPage } from "#subscriptions/providers/payment-method-page.ts";
import { readSubscription } from "#subscriptions/read-subscription.ts";
import { lookAgain } from "../look-again.ts";
import type { Route } from "./+types/my-plan";
import { ManagePlan } from "./manage-plan.tsx";
import myPlanSheet from "./my-plan.css?sheet";
import { PlanMonths } from "./plan-months.tsx";
import { asksAtProvider, PlanNow } from "./plan-now.tsx";
import { planView } from "./plan-view.server.ts";

export const handle = { quiet: true };

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageTitle(loaderData ? `Your ${loaderData.plan} plan` : "Your plan", matches);
}

export const headers = ownPageHeaders;

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const held = await readListedSubscription(services, actor, params.subscriptionId).catch(
    pageError,
  );
  const url = new URL(request.url);
  const { searchParams } = url;
  const view = await planView(services, actor, held, await dateReader(services, request));
  const isBack = searchParams.has(agreedThere);
  // The provider's report, and not the return, makes the agreement count.
  const wait = isBack && asksAtProvider(view) ? lookAgain(url, services.clock()) : null;
  const isAgreed = isBack && view.change !== "" && view.answer === null;
  const named = Object.keys(notices).find((name) => searchParams.has(name));
  const done = isAgreed ? "agreed" : (named as keyof typeof notices | undefined);
  return { ...view, done, wait, isEnding: searchParams.has("end") };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const values = await readForm(request);
  const id = params.subscriptionId;
  // Nobody learns from the checks of the form that another's subscription exists.
  await readSubscription(services, actor, id).catch(pageError);
  try {
    if (values.intent === "card") {
      return redirect(await paymentMethodPage(services, actor, id), 303);
    }
    const change = changes[values.intent as Intent];
    if (change === undefined) throw new AppError("invalid", unknownForm);
    const done = await change(services, actor, id, values);
    return done instanceof URL ? redirect(done.href, 303) : redirect(`/my-plan/${id}?${done}`, 303);
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") pageError(error);
    return refusedForm(error, values);
  }
}

type Intent = keyof typeof changes;
type Values = Readonly<Record<string, string>>;
type Change = (
  services: Services,
  actor: SignedInActor,
  id: string,
  values: Values,
) => Promise<keyof typeof notices | URL>;

/**
 * What each button of the page does. The result is the notice of the page that follows, or the page
 * of the provider on which the customer agrees.
 */
const changes = {
  pause: async (services, actor, id, { goesOn, until = "" }) => {
    if (goesOn === "on a day" && until === "") {
      const message = "Choose the day on which the plan goes on.";
      throw new AppError("invalid", message, { issues: [{ path: "until", message }] });
    }
    await pauseSubscription(services, actor, id, { until: goesOn === "on a day" ? until : "" });
    return "paused";
  },
  resume: async (services, actor, id) => {
    await resumeSubscription(services, actor, id);
    return "resumed";
  },
  cancel: async (services, actor, id) => {
    await cancelSubscription(services, actor, id);
    return "cancelled";
  },
  keep: async (services, actor, id) => {
    await keepSubscription(services, actor, id);
    return "kept";
  },
  "change-plan": async (services, actor, id, { plan = "" }) => {
    const [packageId, packagePrice] = plan.split(" ");
    if (!packageId) {
      const message = "Choose the plan that you want to change to.";
      throw new AppError("invalid", message, { issues: [{ path: "plan", message }] });
    }
    await changePlan(services, actor, id, { packageId, packagePrice });
    // The change is stored, so a provider that does not answer is asked again by the page.
    const page = await consentPage(services, actor, id).catch(noAnswer);
    return page === null ? "changed" : new URL(page);
  },
  "agree-price": async (services, actor, id) => {
    const page = await consentPage(services, actor, id);
    if (page !== null) return new URL(page);
    await answerPrice(services, actor, id, { answer: "agree" });
    return "agreed";
  },
  "decline-price": async (services, actor, id) => {
    await answerPrice(services, actor, id, { answer: "decline" });
    return "declined";
  },
} as const satisfies Readonly<Record<string, Change>>;

function noAnswer(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

const notices = {
  paused: "Your plan pauses. We email you what that means.",
  resumed: "Your plan goes on.",
  cancelled: "Your plan is cancelled. We have emailed you its last day.",
  kept: "Your plan goes on as before. The cancellation is taken back.",
  changed: "Your change of plan is planned. We have emailed you what changes and when.",
  agreed: "Thank you. The change counts from its day.",
  declined: "You have declined the new price, so your plan goes on at the present one.",
} as const;

export default function MyPlan({ loaderData: plan, actionData }: Route.ComponentProps) {
  useSheet(myPlanSheet);
  const { website, since, price, done } = plan;
  const facts = [website && `for ${website}`, since && `since ${since}`].filter(Boolean);
  return (
    <CustomerPage title={`Your ${plan.plan} plan`} lead={<p>{[price, ...facts].join(", ")}</p>}>
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      {done && !actionData && <Notice tone="success">{notices[done]}</Notice>}
      <div className="my-plan">
        <PlanNow plan={plan} wait={plan.wait} />
        {/* A page that loads again by itself must not lose what somebody types. */}
        {(plan.wait === null || plan.wait.isLate) && (
          <ManagePlan plan={plan} form={actionData} isEnding={plan.isEnding} />
        )}
        <PlanMonths plan={plan} />
      </div>
    </CustomerPage>
  );
}
