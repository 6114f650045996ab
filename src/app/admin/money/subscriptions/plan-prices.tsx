import { Stack, Text, Title } from "@mantine/core";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm } from "#app/forms.server.ts";
import { fields, intent, runIntent } from "#app/intents.server.ts";
import type { Services } from "#compose.ts";
import { counted } from "#content/model/plan-terms.ts";
import { AppError } from "#platform/errors.ts";
import type { Actor } from "#policy/actor.ts";
import { may } from "#policy/rights.ts";
import { movePrice } from "#subscriptions/changes/plan-and-price.ts";
import type { Route } from "./+types/plan-prices";
import { MovePrice } from "./move-price.tsx";
import { readPricesOf } from "./prices-of-plan.server.ts";

export const handle = {
  breadcrumb: [
    { label: "Payments", path: "/payments" },
    { label: "Subscriptions", path: "/subscriptions" },
    { label: "Prices" },
  ],
};

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Prices of subscriptions", matches);
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const prices = await readPricesOf(services, actor, params.packageId, reader).catch(pageError);
  return {
    prices,
    only: new URL(request.url).searchParams.get("only") ?? "",
    mayChange: may(actor, "update orders"),
  };
}

const intents = {
  "move-price": intent(
    fields("price", "from", "ids"),
    async (
      { services, actor }: { services: Services; actor: Actor },
      { price, from, ids = "" },
    ) => {
      const chosen = ids.split(" ").filter(Boolean);
      if (chosen.length === 0) {
        throw new AppError(
          "invalid",
          "Nobody is chosen. Choose the customers who pay the new price.",
        );
      }
      const { done, failed } = await movePrice(services, actor, chosen, { price, from });
      const [first] = failed;
      if (first !== undefined && done.length === 0) throw new AppError("conflict", first.reason);
      const left = failed.length === 0 ? "" : `, and ${failed.length} stayed: ${first?.reason}`;
      return { said: `The new price is planned for ${counted(done.length, "customer")}${left}` };
    },
  ),
};

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  return runIntent(intents, { services: servicesOf(context), actor }, await readForm(request));
}

export default function PlanPrices({ loaderData, actionData }: Route.ComponentProps) {
  const { prices, only, mayChange } = loaderData;
  const { plan, priceOfNew, daysOfNotice } = prices;
  return (
    <Stack gap="xl" maw={1040}>
      <div>
        <Title order={1} style={{ overflowWrap: "anywhere" }}>
          Prices of {plan}
        </Title>
        <Text mt="xs" maw={640}>
          {priceOfNew === ""
            ? "Nobody can order this plan any more. "
            : `New customers pay ${priceOfNew}. `}
          Customers who have the plan keep their price until you move it. Each one gets an email at
          least {daysOfNotice} days before, can agree, and can cancel before the day, even within a
          minimum term. With PayPal, the new price counts only after the customer agrees there.
        </Text>
      </div>
      <MovePrice key={only} prices={prices} only={only} mayChange={mayChange} form={actionData} />
    </Stack>
  );
}
