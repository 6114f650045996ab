import { data, redirect } from "react-router";
import {
  actorOf,
  keepTyped,
  senderOf,
  servicesOf,
  signedInOrUnprocessed,
  whyKept,
} from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { ownPageHeaders } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, refusedForm, unprocessedForm } from "#app/forms.server.ts";
import { briefView } from "#app/order-room/brief/brief-view.server.ts";
import { readFormWithFiles, usingFiles } from "#app/order-room/files/order-form.server.ts";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { discardFiles } from "#files/receive-file.ts";
import { findCustomerOrder, isOwn } from "#orders/find-order.ts";
import { orderedThing } from "#orders/order-words.ts";
import { AppError } from "#platform/errors.ts";
import { orderBrief } from "#work/brief/read-order-brief.ts";
import { saveBriefAnswers, sendBrief } from "#work/brief/save-order-brief.ts";
import type { Route } from "./+types/order-brief";
import { GivenAnswers } from "./brief-fields.tsx";
import { answersIn, questionOfFiles } from "./brief-form.ts";
import { attentionFor, BriefForm } from "./brief-questions.tsx";
import { UnsavedAnswers } from "./unsaved-answers.tsx";

export const handle = { quiet: true };

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageTitle(
    loaderData?.page ? `Questions about order ${loaderData.page.number}` : "Your answers",
    matches,
  );
}

export const headers = ownPageHeaders;

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await signedInOrUnprocessed(context, request);
  // A sender whose session has ended sees only the typed answers.
  if (actor === null || whyKept(context) !== null) {
    return { page: null, kept: whyKept(context), orderId: params.orderId };
  }
  const services = servicesOf(context);
  const order = await findCustomerOrder(services, actor, params.orderId).catch(pageError);
  const brief = await orderBrief(services, actor, order.id).catch(pageError);
  if (brief === null) throw data("There are no questions about this order.", { status: 404 });
  const page = {
    number: order.number,
    thing: orderedThing(order),
    accountId: actor.accountId,
    brief: briefView(order.id, brief, await dateReader(services, request)),
    isOwner: isOwn(actor, order, "orders"),
    isSaved: new URL(request.url).searchParams.has("saved"),
  };
  return { page, kept: null, orderId: order.id };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const services = servicesOf(context);
  const { orderId } = params;
  const form = await readFormWithFiles(services, request, await actorOf(context), {
    orderId,
    side: "customer",
  });
  const { values } = form;
  const received = form.files.map(({ file }) => file);
  const sender = await senderOf(context, values);
  if (sender === null) {
    await discardFiles(
      services.database,
      received.map(({ id }) => id),
    );
    return unprocessedForm(values);
  }
  const input = answersIn(values);
  const files = form.files.map(({ field, file }) => ({
    questionId: questionOfFiles(field) ?? field,
    file,
  }));
  const path = `/my-order/${orderId}`;
  try {
    await usingFiles(services, received, async () => {
      const isSending = values.intent === "send" && form.refusal === null;
      if (isSending) await sendBrief(services, sender, orderId, input, files);
      else await saveBriefAnswers(services, sender, orderId, input, files);
    });
    // The answers are stored also when the files of the form were refused.
    if (form.refusal !== null) throw form.refusal;
    return redirect(values.intent === "send" ? path : `${path}/brief?saved`, 303);
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") keepTyped(context);
    const typed = Object.entries(input.answers).map(([id, answer]) => [`answers.${id}`, answer]);
    return refusedForm(error, { ...values, ...Object.fromEntries(typed) });
  }
}

export default function OrderBrief({ loaderData, actionData }: Route.ComponentProps) {
  const { page, kept, orderId } = loaderData;
  if (page !== null) return <ShownBrief orderId={orderId} page={page} form={actionData} />;
  return (
    <CustomerPage title="Your answers" isVisitor={kept === "signed out"}>
      {actionData && kept && <UnsavedAnswers orderId={orderId} form={actionData} why={kept} />}
    </CustomerPage>
  );
}

interface ShownBriefProps {
  orderId: string;
  page: NonNullable<Route.ComponentProps["loaderData"]["page"]>;
  form: ActionResult | undefined;
}

function ShownBrief({ orderId, page, form }: ShownBriefProps) {
  const { brief, isOwner, isSaved, number, thing } = page;
  const isOpen = isOwner && brief.closedBecause === null;
  const lead = brief.isSent
    ? "You have sent your answers. You can still change them, and we see what has changed."
    : `It takes about ${brief.minutes}. Your answers are saved, so you can stop and continue later.`;
  return (
    <CustomerPage
      title={isOpen && !brief.isSent ? "A few questions, then we begin" : "Your answers"}
      lead={
        <p>
          Order {number}, {thing}. {isOpen && lead}
        </p>
      }
    >
      <div className="brief">
        {form?.notice && <Notice tone="error">{form.notice}</Notice>}
        {form !== undefined && form.notice === undefined && (
          <Notice tone="error" besideFields>
            {attentionFor(form)}
          </Notice>
        )}
        {isSaved && form === undefined && (
          <Notice tone="success">
            {brief.isSent ? "Your changes are saved." : `Saved: ${brief.progress}.`}
          </Notice>
        )}
        {isOpen && brief.isFilledIn && form === undefined && (
          <Notice tone="info">
            We have filled in what we already know. Please check it, then send it.
          </Notice>
        )}
        {isOpen ? (
          <BriefForm
            brief={brief}
            accountId={page.accountId}
            form={form}
            savePath={`/api/order/${orderId}/brief`}
          />
        ) : (
          <ClosedBrief brief={brief} isOwner={isOwner} orderId={orderId} />
        )}
        <p>
          <a href={`/my-order/${orderId}`}>Back to order {number}</a>
        </p>
      </div>
    </CustomerPage>
  );
}

interface ClosedBriefProps {
  brief: ShownBriefProps["page"]["brief"];
  isOwner: boolean;
  orderId: string;
}

function ClosedBrief({ brief, isOwner, orderId }: ClosedBriefProps) {
  return (
    <>
      {isOwner ? (
        <p>{brief.closedBecause}</p>
      ) : (
        <p>
          You are looking at a customer’s page. Read the brief on{" "}
          <a href={`/admin/payment-status/${orderId}#brief`}>the order’s page in the panel</a>.
        </p>
      )}
      <GivenAnswers steps={brief.steps} />
    </>
  );
}
