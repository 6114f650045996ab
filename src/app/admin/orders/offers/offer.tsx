import {
  Alert,
  Anchor,
  Button,
  Card,
  Group,
  NativeSelect,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useEffect, useRef, useState } from "react";
import { Form, Link, useLocation, useNavigation, useSubmit } from "react-router";
import { useLastAnswer } from "#app/admin/frame/forms/use-last-answer.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { CopyField } from "#app/admin/frame/ui/copy-field.tsx";
import { notifyWithUndo } from "#app/admin/frame/ui/notify-with-undo.tsx";
import { NoMailServer } from "#app/admin/messages/mail/mail-notices.tsx";
import { hasMailServer } from "#app/admin/messages/mail/mail-row.server.ts";
import { useSendsEmails } from "#app/admin/messages/mail/use-sends-emails.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm, refusedForm, savedForm } from "#app/forms.server.ts";
import roomClasses from "#app/order-room/order-room.module.css";
import type { RouteHandle } from "#app/root.tsx";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { atExtraFields } from "#app/ui/forms/chosen-extras.ts";
import {
  changeOffer,
  makeOfferLink,
  reopenOffer,
  sendOffer,
  withdrawOffer,
} from "#offers/manage-offers.ts";
import { readOffer } from "#offers/read-offers.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { may } from "#policy/rights.ts";
import type { Route } from "./+types/offer";
import { emailsOfOffer } from "./emails-of-offer.server.ts";
import { offerChoices } from "./offer-choices.server.ts";
import { OfferFields } from "./offer-fields.tsx";
import { OfferContentParts, OfferFacts, OfferHistory } from "./offer-parts.tsx";
import { type WholeOfferRow, wholeOffer } from "./offer-row.server.ts";
import { contentInput, valuesOfContent } from "./offer-values.ts";
import { OfferBadge } from "./offers-list.tsx";

export const handle: RouteHandle = {
  breadcrumb(data) {
    const row = (data as Route.ComponentProps["loaderData"] | undefined)?.row;
    return [
      { label: "Orders", path: "/total-orders" },
      { label: "Offers", path: "/admin/offers" },
      { label: row?.title ?? "Offer" },
    ];
  },
};

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageTitle(`Offer ${loaderData?.row.title ?? ""}`.trim(), matches);
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const offer = await readOffer(services, actor, params.offerId).catch(pageError);
  return {
    row: wholeOffer(offer, reader, await hasMailServer(services)),
    values: valuesOfContent(offer.content),
    choices: await offerChoices(services, offer.content),
    freshKey: newId(),
    timeZone: reader.timeZone,
    mayMake: may(actor, "make offers"),
    orderPath: may(actor, "update orders") ? "/admin/payment-status" : "/order-payments",
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const sent = await readForm(request);
  const id = params.offerId;
  try {
    switch (sent.intent) {
      case "change": {
        const input = { ...contentInput(sent), version: Number(sent.version) };
        await changeOffer(services, actor, id, input);
        const said = input.sends
          ? `The offer is changed. ${await emailsOfOffer(services)}`
          : "The offer is changed";
        return savedForm({ said, data: { id } });
      }
      case "send":
        await sendOffer(services, actor, id);
        return savedForm({ said: await emailsOfOffer(services) });
      case "link":
        return savedForm({ data: { link: await makeOfferLink(services, actor, id, sent.email) } });
      case "withdraw":
        await withdrawOffer(services, actor, id);
        return savedForm({ said: "The offer is withdrawn", undo: { intent: "reopen" } });
      case "reopen":
        await reopenOffer(services, actor, id);
        return savedForm({ said: "The offer is open again" });
      default:
        throw new AppError("invalid", "Press one of the buttons of this page.");
    }
  } catch (error) {
    return refusedForm(atExtraFields(error, contentInput(sent).addOns), sent);
  }
}

export default function OfferScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { row, values, choices, freshKey, timeZone, mayMake, orderPath } = loaderData;
  const answer = useLastAnswer(actionData as ActionResult<{ link?: string }> | undefined);
  const [isChanging, setChanging] = useState(false);
  const [idempotencyKey] = useState(freshKey);
  const link = answer?.data?.link;
  const mayChange = mayMake && (row.state === "open" || row.state === "ended");
  useUndoOfWithdrawal(row.id, answer);
  useWantedLink(link);
  return (
    <Stack gap="lg" maw={1200}>
      <div>
        <Group gap="sm">
          <Title order={1} style={{ overflowWrap: "anywhere" }}>
            {row.title}
          </Title>
          <OfferBadge {...row} />
        </Group>
        <Text style={{ overflowWrap: "anywhere" }}>
          For {row.to}. {row.price}.
        </Text>
      </div>
      {answer?.notice && <Alert color="red">{answer.notice}</Alert>}
      {row.order !== null && (
        <Alert color="brand" title={`Accepted: order ${row.order.number}`}>
          {row.order.isUnpaid
            ? row.payUntil !== "" && `To be paid by ${row.payUntil}. `
            : "It is paid. "}
          <Link to={`${orderPath}/${row.orderId}`}>See the order</Link>
        </Alert>
      )}
      {mayMake && (
        <>
          <Delivery row={row} />
          {link !== undefined && <CopiedLink link={link} />}
          <Deeds row={row} isChanging={isChanging} onChange={() => setChanging(!isChanging)} />
        </>
      )}
      {isChanging && mayChange && (
        <Card withBorder component="section" aria-labelledby="offer-change" maw={640}>
          <Title order={2} size="h4" id="offer-change" mb="xs">
            Change the offer
          </Title>
          <OfferFields
            key={row.version}
            {...choices}
            values={values}
            draftKey={`furrow-typed offer ${row.id}`}
            version={row.version}
            idempotencyKey={idempotencyKey}
            timeZone={timeZone}
            onSaved={() => setChanging(false)}
          />
        </Card>
      )}
      <div className={roomClasses.columns}>
        <OfferFacts row={row} mayMake={mayMake} />
        <Stack gap="xl">
          <Anchor href={`/admin/offers/${row.id}/preview`} target="_blank" rel="noopener">
            See the offer as the customer does (in a new tab)
          </Anchor>
          <OfferContentParts row={row} />
          <OfferHistory row={row} />
        </Stack>
      </div>
    </Stack>
  );
}

/** A withdrawal is one press, so its toast has Undo, also after the admin has left the screen. */
function useUndoOfWithdrawal(id: string, answer: ActionResult | undefined): void {
  const submit = useSubmit();
  const latest = useRef(submit);
  latest.current = submit;
  useEffect(() => {
    if (answer?.undo === undefined) return;
    const reopen = () =>
      latest.current(
        { intent: "reopen" },
        { method: "post", action: `/admin/offers/${id}`, navigate: false },
      );
    notifyWithUndo(answer.said ?? "", () => void reopen(), { id: "offer-withdrawn" });
  }, [id, answer]);
}

/**
 * Copies a link that the server has just made, and asks for one on arrival from a form that made an
 * offer to pass on. A browser can refuse to copy, so the link is also shown.
 */
function useWantedLink(link: string | undefined): void {
  const submit = useSubmit();
  const { state } = useLocation();
  const isWanted = (state as { readonly wantsLink?: boolean } | null)?.wantsLink === true;
  const hasAsked = useRef(false);
  useEffect(() => {
    if (!isWanted || hasAsked.current) return;
    hasAsked.current = true;
    submit({ intent: "link" }, { method: "post", replace: true, preventScrollReset: true });
  }, [isWanted, submit]);
  useEffect(() => {
    if (link === undefined) return;
    navigator.clipboard?.writeText(link).then(
      () => notifications.show({ message: "The link is copied" }),
      () => {},
    );
  }, [link]);
}

/** Why the emails with the offer have not left. */
function Delivery({ row }: { row: WholeOfferRow }) {
  const sendsEmails = useSendsEmails();
  if (row.state !== "open") return null;
  if (row.delivery === "failed") {
    return (
      <Alert color="red" title="The email could not be delivered">
        <Link to="/outbox?state=failed">See why, and try again</Link>. Or copy a link, and send it
        to the customer in a message.
      </Alert>
    );
  }
  if (row.delivery !== "waiting" || sendsEmails) return null;
  return (
    <NoMailServer
      title="Waiting: no mail server is set up"
      effect="The customer has not got the email with this offer. Nobody can accept it either, because accepting takes a code from an email."
    />
  );
}

interface DeedsProps {
  row: WholeOfferRow;
  isChanging: boolean;
  onChange: () => void;
}

function Deeds({ row, isChanging, onChange }: DeedsProps) {
  const isSending = useNavigation().formMethod === "POST";
  const isOpen = row.state === "open";
  const isChangeable = isOpen || row.state === "ended";
  const button = {
    type: "submit",
    name: "intent",
    variant: "default",
    disabled: isSending,
  } as const;
  return (
    <Form method="post" preventScrollReset>
      <Group gap="sm" align="end">
        {isOpen && row.people.length > 1 && (
          <NativeSelect name="email" label="Link for" data={[...row.people]} />
        )}
        {isOpen && (
          <>
            <Button {...button} value="send">
              {row.delivery === "none" ? "Send by email" : "Send again"}
            </Button>
            <Button {...button} value="link">
              Copy a link
            </Button>
          </>
        )}
        {isChangeable && (
          <Button variant="default" onClick={onChange} aria-expanded={isChanging}>
            {isChanging ? "Close the form" : "Change"}
          </Button>
        )}
        <Button component={Link} to={`/admin/offers/new?like=${row.id}`} variant="default">
          Duplicate
        </Button>
        {isChangeable && (
          <Button {...button} value="withdraw" variant="subtle" color="red">
            Withdraw
          </Button>
        )}
      </Group>
    </Form>
  );
}

/** A link is shown once: only its hash is stored. */
function CopiedLink({ link }: { link: string }) {
  return (
    <Alert color="brand" title="A link for the customer">
      <CopyField label="Link" value={link} />
      <Text size="sm" mt="xs">
        Send it to the customer in a message. It is shown only now; you can make another at any
        time. Whoever has it sees the offer. Accepting takes a code from an email to the customer.
      </Text>
    </Alert>
  );
}
