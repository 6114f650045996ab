import { Alert, Anchor, Button, Group, Stack, Text, Textarea, Title } from "@mantine/core";
import { Link } from "react-router";
import { useDraftForm } from "#app/admin/frame/forms/use-draft-form.ts";
import { IconArrowBackUp } from "#app/ui/icons/icon-arrow-back-up.ts";
import { IconBell } from "#app/ui/icons/icon-bell.ts";
import { IconCash } from "#app/ui/icons/icon-cash.ts";
import { IconCheck } from "#app/ui/icons/icon-check.ts";
import { IconClipboardCheck } from "#app/ui/icons/icon-clipboard-check.ts";
import { IconCreditCard } from "#app/ui/icons/icon-credit-card.ts";
import { IconMail } from "#app/ui/icons/icon-mail.ts";
import { IconNote } from "#app/ui/icons/icon-note.ts";
import { IconScale } from "#app/ui/icons/icon-scale.ts";
import { IconShoppingBag } from "#app/ui/icons/icon-shopping-bag.ts";
import { IconX } from "#app/ui/icons/icon-x.ts";
import { notePlace } from "../fragments.ts";
import type { NotificationView } from "../money/notification-view.server.ts";
import { PaymentNotification } from "../money/payment-notification.tsx";
import classes from "../order-room.module.css";
import type { PanelPartProps } from "../panel-part.ts";
import type { TimelineItem } from "./timeline-part.server.ts";

export function PanelTimeline({ room }: PanelPartProps) {
  if (room.timeline === undefined) return null;
  const { items, others, providerName } = room.timeline;
  const days = Map.groupBy(items, ({ day }) => day);
  return (
    <section aria-labelledby="timeline">
      <Title order={2} id="timeline" mb="sm">
        Timeline
      </Title>
      <NoteForm orderId={room.order.id} />
      {[...days].map(([day, ofDay]) => (
        <div key={day}>
          <Title order={3} className={classes.day}>
            {day}
          </Title>
          <ol className={classes.events}>
            {ofDay.map((item, index) => (
              <TimelineEvent
                // biome-ignore lint/suspicious/noArrayIndexKey: counted from the oldest, which stays
                key={ofDay.length - index}
                item={item}
                providerName={providerName}
              />
            ))}
          </ol>
        </div>
      ))}
      {others.length > 0 && <OtherNotifications others={others} providerName={providerName} />}
    </section>
  );
}

interface NoteFormProps {
  orderId: string;
}

const nothing = { note: "" };

/** Unsaved text stays in the browser's storage. */
function NoteForm({ orderId }: NoteFormProps) {
  const draft = useDraftForm({ key: `furrow-typed note ${orderId}`, stored: nothing });
  return (
    <draft.Form method="post" className={classes.note} onSubmit={draft.onSubmit}>
      <input type="hidden" name="intent" value="note" />
      <Stack gap="xs">
        {draft.result?.notice && <Alert color="red">{draft.result.notice}</Alert>}
        <Textarea
          id={notePlace}
          label="New note"
          description="Only the team can see notes."
          {...draft.field("note")}
          size="md"
          autosize
          minRows={1}
          maxRows={12}
        />
        <Group justify="flex-end">
          <Button type="submit" variant="default" h={44} loading={draft.isSaving}>
            Add note
          </Button>
        </Group>
      </Stack>
    </draft.Form>
  );
}

const icons: Readonly<Record<TimelineItem["kind"], typeof IconCheck>> = {
  placed: IconShoppingBag,
  corrected: IconNote,
  "sent-to-pay": IconCreditCard,
  "transfer-chosen": IconCash,
  notified: IconBell,
  decided: IconScale,
  payment: IconCash,
  refund: IconArrowBackUp,
  reversal: IconArrowBackUp,
  "reversal-cancelled": IconCash,
  "refund-requested": IconArrowBackUp,
  "money-back-asked": IconArrowBackUp,
  "money-back-declined": IconX,
  "testimonial-given": IconNote,
  "testimonial-published": IconCheck,
  "testimonial-declined": IconX,
  cancellation: IconX,
  "nothing-due": IconCash,
  status: IconCheck,
  delivered: IconCheck,
  accepted: IconCheck,
  "changes-asked": IconArrowBackUp,
  "reopened-by-customer": IconArrowBackUp,
  "brief-sent": IconClipboardCheck,
  "brief-skipped": IconClipboardCheck,
  "brief-acknowledged": IconClipboardCheck,
  "work-started": IconCheck,
  mail: IconMail,
  note: IconNote,
};

interface TimelineEventProps {
  item: TimelineItem;
  providerName: string;
}

function TimelineEvent({ item, providerName }: TimelineEventProps) {
  const { kind, tone, title, detail, by, mailId, notification } = item;
  const Icon = icons[kind];
  const isQuiet = kind === "mail" || (kind === "notified" && notification?.outcome === "no-effect");
  return (
    <li className={classes.event} data-kind={kind} data-tone={tone}>
      <span className={classes.bullet}>
        <Icon size={16} stroke={1.8} aria-hidden />
      </span>
      <div className={classes.head}>
        <Text span fw={isQuiet ? 400 : 600} size="sm">
          {title}
          {mailId !== null && (
            <>
              {": "}
              <Anchor component={Link} to={`/outbox/${mailId}`} inherit>
                {detail}
              </Anchor>
            </>
          )}
        </Text>
        <time className={classes.time} dateTime={item.isoDate} title={item.fullDate}>
          {item.time}
        </time>
      </div>
      {detail && mailId === null && (
        <Text size="sm" className={classes.detail}>
          {detail}
        </Text>
      )}
      {by && (
        <Text size="sm" c="dimmed" className={classes.detail}>
          {by}
        </Text>
      )}
      {notification && (
        <PaymentNotification
          notification={notification}
          providerName={providerName}
          isNamed={kind === "notified"}
        />
      )}
    </li>
  );
}

interface OtherNotificationsProps {
  others: readonly NotificationView[];
  providerName: string;
}

function OtherNotifications({ others, providerName }: OtherNotificationsProps) {
  const count = others.length;
  return (
    <details className={classes.others}>
      <summary>
        {count === 1 ? "1 more notification" : `${count} more notifications`} without effect
      </summary>
      <Text size="sm" c="dimmed" mb="xs">
        Repeated notifications, and notifications that {providerName} did not confirm as genuine.
      </Text>
      {others.map((notification) => (
        <PaymentNotification
          key={notification.id}
          notification={notification}
          providerName={providerName}
          isNamed={false}
        />
      ))}
    </details>
  );
}
