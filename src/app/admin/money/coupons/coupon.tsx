import { Alert, Button, Card, Code, Group, Stack, Text, Title } from "@mantine/core";
import { useEffect, useState } from "react";
import { Form, redirect, useNavigation } from "react-router";
import { useLastAnswer } from "#app/admin/frame/forms/use-last-answer.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { AdminPagination } from "#app/admin/frame/ui/admin-pagination.tsx";
import { type AdminColumn, AdminTable } from "#app/admin/frame/ui/admin-table.tsx";
import { CopyField } from "#app/admin/frame/ui/copy-field.tsx";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm } from "#app/forms.server.ts";
import { fields, intent, runIntent } from "#app/intents.server.ts";
import type { RouteHandle } from "#app/root.tsx";
import { type ActionResult, resultOf } from "#app/ui/forms/action-result.ts";
import type { Services } from "#compose.ts";
import {
  changeCoupon,
  deleteCoupon,
  endCoupon,
  resumeCoupon,
} from "#orders/coupons/manage-coupons.ts";
import { pageOfCouponUses, readCoupon } from "#orders/coupons/read-coupons.ts";
import type { Actor } from "#policy/actor.ts";
import { may } from "#policy/rights.ts";
import type { Route } from "./+types/coupon";
import { CouponFields } from "./coupon-fields.tsx";
import { type CouponUseRow, couponRow, couponUseRow } from "./coupon-row.server.ts";
import { couponFieldNames, couponInput, valuesOfCoupon } from "./coupon-values.ts";
import { CouponBadge } from "./coupons-list.tsx";
import { planChoices } from "./plan-choices.server.ts";

export const handle: RouteHandle = {
  breadcrumb(data) {
    const row = (data as Route.ComponentProps["loaderData"] | undefined)?.row;
    return [
      { label: "Payments", path: "/payments" },
      { label: "Coupons", path: "/coupons" },
      { label: row?.code ?? "Coupon" },
    ];
  },
};

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageTitle(`Coupon ${loaderData?.row.code ?? ""}`.trim(), matches);
}

const pageSize = 20;

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const coupon = await readCoupon(services, actor, params.couponId).catch(pageError);
  const page = Number(new URL(request.url).searchParams.get("page") ?? 1);
  const uses = await pageOfCouponUses(services, actor, coupon.id, { page, pageSize });
  return {
    row: couponRow(coupon, reader),
    values: valuesOfCoupon(coupon),
    isEndedByHand: coupon.endedAt !== null,
    over: coupon.over,
    uses: { ...uses, items: uses.items.map((use) => couponUseRow(use, reader)) },
    plans: await planChoices(services, coupon.plans),
    timeZone: reader.timeZone,
    link: `${services.configuration.publicUrl}/?offer=${coupon.code}`,
    mayChange: may(actor, "give discounts"),
    orderPath: may(actor, "update orders") ? "/admin/payment-status" : "/order-payments",
  };
}

interface CouponContext {
  readonly services: Services;
  readonly actor: Actor;
  readonly id: string;
}

const intents = {
  change: intent(
    fields(...couponFieldNames),
    async ({ services, actor, id }: CouponContext, sent) => {
      await changeCoupon(services, actor, id, couponInput(sent));
      return { said: "Saved. Orders that have the coupon keep their price." };
    },
  ),
  end: intent(fields(), async ({ services, actor, id }: CouponContext) => {
    const { code } = await endCoupon(services, actor, id);
    return { said: `${code} has ended.` };
  }),
  resume: intent(fields(), async ({ services, actor, id }: CouponContext) => {
    const { code } = await resumeCoupon(services, actor, id);
    return { said: `${code} counts again within its days.` };
  }),
  delete: intent(fields(), async ({ services, actor, id }: CouponContext) => {
    await deleteCoupon(services, actor, id);
    return redirect("/coupons");
  }),
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  return runIntent(intents, { services, actor, id: params.couponId }, await readForm(request));
}

const columns: readonly AdminColumn<CouponUseRow>[] = [
  { heading: "Order", place: "title", cell: ({ name }) => name },
  { heading: "Customer", place: "detail", cell: ({ customer }) => customer },
  { heading: "Taken off", place: "value", end: true, cell: ({ takenOff }) => takenOff },
  { heading: "Price", end: true, cell: ({ price }) => price },
  { heading: "Payment", place: "mark", cell: ({ payment }) => payment },
  { heading: "Coupon", place: "wide", cell: ({ standing }) => standing },
  { heading: "Ordered", cell: ({ when }) => when },
];

export default function CouponPage({ loaderData, actionData }: Route.ComponentProps) {
  const { row, values, over, uses, plans, timeZone, link, mayChange, orderPath } = loaderData;
  const form = useLastAnswer(actionData as ActionResult | undefined);
  const [isChanging, setChanging] = useState(false);
  const savedAt = form?.savedAt;
  useEffect(() => {
    if (savedAt !== undefined) setChanging(false);
  }, [savedAt]);
  const notice = resultOf(form, "end", "resume", "delete")?.notice;
  return (
    <Stack gap="lg" maw={960}>
      <div>
        <Group gap="sm">
          <Title order={1} style={{ overflowWrap: "anywhere" }}>
            {row.code}
          </Title>
          <CouponBadge state={row.state} />
        </Group>
        <Text>
          {row.reduction}. {row.cycles} of plans that are charged again and again. {row.days}. Used:{" "}
          {row.used}.
        </Text>
        {row.note && <Text c="dimmed">{row.note}</Text>}
      </div>
      {notice && <Alert color="red">{notice}</Alert>}
      {over > 0 && (
        <Alert color="yellow" title={`${over} over`}>
          {over === 1 ? "One order was" : `${over} orders were`} paid after another order had got
          the last use. {over === 1 ? "It keeps its" : "They keep their"} price.
        </Alert>
      )}
      {row.state !== "ended" && (
        <Stack gap={4} maw={640}>
          <CopyField label="Address for advertising" value={link} />
          <Text size="sm" c="dimmed">
            Whoever comes by it finds the code filled in on the order form. You can add{" "}
            <Code style={{ whiteSpace: "nowrap" }}>?offer={row.code}</Code> to the address of every
            page of the site.
          </Text>
        </Stack>
      )}
      {mayChange && (
        <Deeds
          isEnded={loaderData.isEndedByHand}
          isUsed={uses.total > 0}
          isChanging={isChanging}
          onChange={() => setChanging(!isChanging)}
        />
      )}
      {mayChange && isChanging && (
        <Card withBorder component="section" aria-labelledby="terms" maw={640}>
          <Title order={2} size="h4" id="terms" mb="xs">
            Change the coupon
          </Title>
          <CouponFields
            key={JSON.stringify(values)}
            values={values}
            plans={plans}
            form={resultOf(form, "change")}
            isUsed={uses.total > 0}
            intent="change"
            timeZone={timeZone}
          />
        </Card>
      )}
      <section aria-labelledby="uses">
        <Title order={2} size="h3" id="uses" mb="xs">
          Orders with this coupon
        </Title>
        <AdminTable
          label="Orders with this coupon"
          columns={columns}
          rows={uses.items}
          offset={uses.offset}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => `${orderPath}/${id}`}
          empty="No order has used it yet."
        />
        {uses.pageCount > 1 && (
          <AdminPagination
            page={uses.page}
            pageCount={uses.pageCount}
            hrefOf={(page) => `/coupons/${row.id}?page=${page}`}
            label="Pages of orders"
          />
        )}
      </section>
    </Stack>
  );
}

interface DeedsProps {
  isEnded: boolean;
  isUsed: boolean;
  isChanging: boolean;
  onChange: () => void;
}

function Deeds({ isEnded, isUsed, isChanging, onChange }: DeedsProps) {
  const isSending = useNavigation().formMethod === "POST";
  return (
    <Form method="post" preventScrollReset>
      <Group gap="sm">
        <Button variant="default" onClick={onChange} aria-expanded={isChanging}>
          {isChanging ? "Close the form" : "Change"}
        </Button>
        <Button
          type="submit"
          name="intent"
          value={isEnded ? "resume" : "end"}
          variant="default"
          disabled={isSending}
        >
          {isEnded ? "Resume" : "End now"}
        </Button>
        {!isUsed && (
          <Button
            type="submit"
            name="intent"
            value="delete"
            variant="subtle"
            color="red"
            disabled={isSending}
          >
            Delete
          </Button>
        )}
      </Group>
    </Form>
  );
}
