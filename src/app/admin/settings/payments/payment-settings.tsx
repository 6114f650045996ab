import { Stack, Text, Title } from "@mantine/core";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm } from "#app/forms.server.ts";
import { runIntent } from "#app/intents.server.ts";
import { readPaymentAccounts } from "#money/accounts/read-payment-accounts.ts";
import { readSettingParts } from "../setting-parts.server.ts";
import { SettingsForms } from "../settings-form.tsx";
import type { Route } from "./+types/payment-settings";
import { EnvironmentCard } from "./environment-card.tsx";
import { ModeCard } from "./mode-card.tsx";
import { paymentIntents } from "./payment-intents.server.ts";
import { practiceKeys, shownMode, shownWays } from "./payment-ways.server.ts";
import { WayCard } from "./way-card.tsx";

const title = "Payment settings";

export const handle = { breadcrumb: [{ label: title }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle(title, matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const state = await readPaymentAccounts(services, actor);
  return {
    mode: await shownMode(services, state),
    environment: state.isFromEnvironment ? state.environment : null,
    ways: await shownWays(services, state, await dateReader(services, request)),
    practice: practiceKeys(services),
    parts: await readSettingParts(services, actor, ["bank-transfer"]),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  return runIntent(
    paymentIntents,
    { services: servicesOf(context), actor },
    await readForm(request),
  );
}

export default function PaymentSettings({ loaderData }: Route.ComponentProps) {
  const { mode, environment, ways, practice, parts } = loaderData;
  return (
    <Stack gap="lg" maw={760}>
      <div>
        <Title order={1}>{title}</Title>
        <Text size="sm" c="dimmed">
          How customers pay you. Changes take effect at once.
        </Text>
      </div>
      <ModeCard shown={mode} isFixed={environment !== null} />
      {environment !== null && <EnvironmentCard ways={environment} />}
      {ways
        .filter(({ isUsed }) => isUsed || environment === null)
        .map((way) => (
          <WayCard
            key={way.way}
            shown={way}
            practice={practice}
            canConnect={environment === null}
          />
        ))}
      <SettingsForms parts={parts} />
    </Stack>
  );
}
