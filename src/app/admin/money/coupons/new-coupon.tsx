import { Stack, Title } from "@mantine/core";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { useLastAnswer } from "#app/admin/frame/forms/use-last-answer.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm } from "#app/forms.server.ts";
import { fields, intent, runIntent } from "#app/intents.server.ts";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import type { Services } from "#compose.ts";
import { createCoupon } from "#orders/coupons/manage-coupons.ts";
import type { Actor } from "#policy/actor.ts";
import type { Route } from "./+types/new-coupon";
import { CouponFields } from "./coupon-fields.tsx";
import { couponFieldNames, couponInput, emptyCoupon } from "./coupon-values.ts";
import { planChoices } from "./plan-choices.server.ts";

export const handle = {
  breadcrumb: [
    { label: "Payments", path: "/payments" },
    { label: "Coupons", path: "/coupons" },
    { label: "New coupon" },
  ],
};

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("New coupon", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  await adminOnly(context, request);
  const services = servicesOf(context);
  const { timeZone } = await dateReader(services, request);
  return { plans: await planChoices(services), timeZone };
}

const intents = {
  create: intent(
    fields(...couponFieldNames),
    async ({ services, actor }: { services: Services; actor: Actor }, sent) => {
      const { id, code } = await createCoupon(services, actor, couponInput(sent));
      return { said: `${code} is made.`, data: { id } };
    },
  ),
};

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  return runIntent(intents, { services: servicesOf(context), actor }, await readForm(request));
}

export default function NewCoupon({ loaderData, actionData }: Route.ComponentProps) {
  const form = useLastAnswer(actionData as ActionResult<{ id: string }> | undefined);
  const navigate = useNavigate();
  const made = form?.data?.id;
  useEffect(() => {
    if (made !== undefined) navigate(`/coupons/${made}`, { replace: true });
  }, [made, navigate]);
  return (
    <Stack gap="lg" maw={640}>
      <Title order={1}>New coupon</Title>
      <CouponFields
        {...loaderData}
        values={emptyCoupon}
        form={form}
        isUsed={false}
        intent="create"
      />
    </Stack>
  );
}
