import { redirect } from "react-router";
import { servicesOf, signedInOrLogin } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm } from "#app/forms.server.ts";
import { fields, intent, runIntent } from "#app/intents.server.ts";
import { MonthPage } from "#app/order-room/months/month-page.tsx";
import { monthView } from "#app/order-room/months/month-view.server.ts";
import { NextMonthOffer } from "#app/order-room/next-month/next-month-offer.tsx";
import { nextMonthView } from "#app/order-room/next-month/next-month-view.server.ts";
import { Button } from "#app/ui/forms/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { Services } from "#compose.ts";
import { isOwn } from "#orders/find-order.ts";
import { newId } from "#platform/ids.ts";
import { longDateOf } from "#platform/time/dates.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { readReport } from "#reports/read-reports.ts";
import { reportPath } from "#reports/report.ts";
import {
  endReportLink,
  listReportLinks,
  reportLinkDays,
  shareReport,
} from "#reports/report-links.ts";
import type { Route } from "./+types/month";

export const handle = { quiet: true };

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return pageTitle("Your month", matches);
  const { name, orderNumber } = loaderData.view;
  return pageTitle(`${name}, order ${orderNumber}`, matches);
}

/** The page contains secret addresses of links, which no cache and no other site may learn. */
export const headers = () => ({
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "same-origin",
});

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const { orderId, month } = params;
  const reader = await dateReader(services, request);
  const found = await readReport(services, actor, orderId, month).catch(pageError);
  const { order, report } = found;
  const mayShare = report.state === "sent" && isOwn(actor, order, "orders");
  const links = mayShare ? await listReportLinks(services, actor, order.id, month) : [];
  return {
    view: monthView(found, reader),
    path: reportPath(order.id, month),
    orderPath: `/my-order/${order.id}`,
    isSent: report.state === "sent",
    mayShare,
    nextMonth: (await nextMonthView(services, actor, order)).offer,
    linkKey: newId(),
    days: reportLinkDays,
    links: links.map(({ id, address, state, createdAt, expiresAt }) => ({
      id,
      address,
      state,
      created: longDateOf(createdAt, reader),
      expires: longDateOf(expiresAt, reader),
    })),
  };
}

interface SharedMonth {
  readonly services: Services;
  readonly actor: SignedInActor;
  readonly orderId: string;
  readonly month: string;
}

const shared = ({ orderId, month }: SharedMonth) =>
  redirect(`${reportPath(orderId, month)}#share`, 303);

const linkIntents = {
  share: intent(fields("key"), async (sent: SharedMonth, { key = "" }) => {
    await shareReport(sent.services, sent.actor, sent.orderId, sent.month, key);
    return shared(sent);
  }),
  "end-link": intent(fields("link"), async (sent: SharedMonth, { link = "" }) => {
    await endReportLink(sent.services, sent.actor, sent.orderId, sent.month, link);
    return shared(sent);
  }),
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await signedInOrLogin(context, request);
  const sent = { services: servicesOf(context), actor, ...params };
  return runIntent(linkIntents, sent, await readForm(request));
}

/** A report for the people of the order's company, and for the team before it is sent. */
export default function Month({ loaderData, actionData }: Route.ComponentProps) {
  const { view, path, orderPath, isSent, mayShare, nextMonth } = loaderData;
  const back = (
    <>
      <a href={orderPath}>Back to order {view.orderNumber}</a>
      {nextMonth && (
        <>
          {" · "}
          <a href="#next-month">Order the next month</a>
        </>
      )}
    </>
  );
  return (
    <MonthPage
      view={view}
      pdf={`${path}/report.pdf`}
      note={isSent ? back : "This is a draft. Your customer cannot see it yet."}
    >
      {nextMonth && (
        <section className="month__part grid" id="next-month" aria-labelledby="next-month-title">
          <h2 id="next-month-title">The next month</h2>
          <div className="month__body">
            <NextMonthOffer offer={nextMonth} />
          </div>
        </section>
      )}
      {mayShare && <Sharing {...loaderData} notice={actionData?.notice} />}
    </MonthPage>
  );
}

type SharingProps = Route.ComponentProps["loaderData"] & { notice: string | undefined };

function Sharing({ links, linkKey, days, notice }: SharingProps) {
  return (
    <section className="month__part grid" id="share" aria-labelledby="share-title">
      <h2 id="share-title">Share it</h2>
      <div className="month__body month-share">
        {notice && <Notice tone="error">{notice}</Notice>}
        <p>
          A link shows this page to everybody who has it, without a login, for {days} days. It shows
          no prices, no messages, and of other months only the numbers in the charts. You can revoke
          it at any time.
        </p>
        <form method="post">
          <input type="hidden" name="intent" value="share" />
          <input type="hidden" name="key" value={linkKey} />
          <Button>Create a link</Button>
        </form>
        {links.length > 0 && (
          <ul className="month-share__links" aria-label="Links to this page">
            {links.map((link) => (
              <li key={link.id}>
                <LinkState link={link} />
                {link.state === "works" && (
                  <form method="post">
                    <input type="hidden" name="intent" value="end-link" />
                    <input type="hidden" name="link" value={link.id} />
                    <Button variant="secondary">Revoke this link</Button>
                  </form>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function LinkState({ link }: { link: SharingProps["links"][number] }) {
  const { address, state, created, expires } = link;
  if (state !== "works") {
    return (
      <p>
        The link created on {created} {state === "ended" ? "was revoked" : `expired on ${expires}`}.
      </p>
    );
  }
  return (
    <>
      <p>
        {address === "" ? (
          "The address of this link can no longer be shown. It still works."
        ) : (
          <a href={address}>{address}</a>
        )}
      </p>
      <p>
        Created on {created}, expires on {expires}
      </p>
    </>
  );
}
