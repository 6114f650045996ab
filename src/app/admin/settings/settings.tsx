import { Stack, Text, Title } from "@mantine/core";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm } from "#app/forms.server.ts";
import { runIntent } from "#app/intents.server.ts";
import { adminOnly } from "../frame/shell/admin-guard.server.ts";
import type { Route } from "./+types/settings";
import { type PartName, readSettingParts } from "./setting-parts.server.ts";
import { SettingsForms } from "./settings-form.tsx";
import { settingsIntents } from "./settings-intents.server.ts";

const title = "General settings";

export const handle = { breadcrumb: [{ label: title }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle(title, matches);
}

const partsOfScreen: readonly PartName[] = [
  "business",
  "mail",
  "owner",
  "replies",
  "verifications",
  "index-now",
  "time-zone",
  "work-days",
  "order-numbers",
  "unpaid-orders",
  "grace-days",
  "passwords",
  "second-factor",
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  return { parts: await readSettingParts(servicesOf(context), actor, partsOfScreen) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  return runIntent(settingsIntents, { services, actor }, await readForm(request));
}

export default function SettingsScreen({ loaderData: { parts } }: Route.ComponentProps) {
  return (
    <Stack gap="lg" maw={760}>
      <div>
        <Title order={1}>{title}</Title>
        <Text size="sm" c="dimmed">
          Changes take effect at once.
        </Text>
      </div>
      <SettingsForms parts={parts} />
    </Stack>
  );
}
