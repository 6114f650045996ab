import { Stack, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm } from "#app/forms.server.ts";
import { countryNames } from "#platform/texts/countries.ts";
import { readSettings } from "#settings/read-settings.ts";
import { isShownAsToast } from "../forms/saved-forms.ts";
import { useConfirmAgain } from "../forms/use-confirm-again.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import type { Route } from "./+types/settings";
import { BusinessForm } from "./business-form.tsx";
import { MailForm } from "./mail-form.tsx";
import { OwnerForm } from "./owner-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { RepliesForm } from "./replies-form.tsx";
import { SecondFactorForm } from "./second-factor-form.tsx";
import { type SettingsResult, settingsAction } from "./settings-action.server.ts";
import { TimeZoneForm } from "./time-zone-form.tsx";
import { WorkDaysForm } from "./work-days-form.tsx";

const title = "General settings";

export const handle = { breadcrumb: [{ label: title }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle(title, matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const settings = await readSettings(servicesOf(context), actor);
  const timeZones = ["UTC", ...Intl.supportedValuesOf("timeZone")];
  const { incomingMail } = servicesOf(context).configuration;
  const replyAddress = incomingMail?.replyAddress ?? null;
  const countries = countryNames();
  return { settings, countries, email: actor.email, timeZones, replyAddress };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  return settingsAction(servicesOf(context), actor, await readForm(request));
}

const savedMessages: Readonly<Record<string, string>> = {
  business: "Business is saved",
  mail: "Mail server is saved",
  owner: "Owner's email address is saved",
  replies: "Name of the mail server is saved",
  "time-zone": "Time zone is saved",
  "work-days": "Working days are saved",
  passwords: "Number of days is saved",
  "second-factor": "Second factor is saved",
};

export default function SettingsScreen({ loaderData }: Route.ComponentProps) {
  const fetcher = useFetcher<SettingsResult>();
  const result = fetcher.data && !isShownAsToast(fetcher.data) ? fetcher.data : undefined;
  const settings = result?.settings ?? loaderData.settings;
  const savedTimes = useSavedTimes(result);
  const sending = fetcher.state === "idle" ? undefined : fetcher.formData;
  const lastSent = useRef<FormData>(undefined);
  useEffect(() => {
    if (sending !== undefined) lastSent.current = sending;
  }, [sending]);
  useConfirmAgain(
    result,
    () => lastSent.current && fetcher.submit(lastSent.current, { method: "post" }),
  );
  const formOf = (part: string) => ({
    part,
    settings,
    fetcher,
    result: result?.part === part ? result : undefined,
    sending: sending?.get("part") === part ? String(sending.get("intent")) : undefined,
  });
  return (
    <Stack gap="lg" maw={760}>
      <div>
        <Title order={1}>{title}</Title>
        <Text size="sm" c="dimmed">
          Changes take effect at once.
        </Text>
      </div>
      {/* After a save, the key resets the form to the saved values, without the typed password. */}
      <BusinessForm
        key={`business ${savedTimes.business}`}
        {...formOf("business")}
        countries={loaderData.countries}
      />
      <MailForm key={`mail ${savedTimes.mail}`} {...formOf("mail")} email={loaderData.email} />
      <OwnerForm key={`owner ${savedTimes.owner}`} {...formOf("owner")} />
      <RepliesForm
        key={`replies ${savedTimes.replies}`}
        {...formOf("replies")}
        replyAddress={loaderData.replyAddress}
      />
      <TimeZoneForm
        key={`time zone ${savedTimes["time-zone"]}`}
        {...formOf("time-zone")}
        timeZones={loaderData.timeZones}
      />
      <WorkDaysForm key={`work days ${savedTimes["work-days"]}`} {...formOf("work-days")} />
      <PasswordForm key={`passwords ${savedTimes.passwords}`} {...formOf("passwords")} />
      <SecondFactorForm
        key={`second factor ${savedTimes["second-factor"]}`}
        {...formOf("second-factor")}
      />
    </Stack>
  );
}

/** The time of the last save of each form, by `part`. */
function useSavedTimes(result: SettingsResult | undefined): Readonly<Record<string, number>> {
  const [times, setTimes] = useState<Readonly<Record<string, number>>>({});
  useEffect(() => {
    const savedAt = result?.savedAt;
    if (result === undefined || savedAt == null) return;
    setTimes((former) => ({ ...former, [result.part]: savedAt }));
    const message = savedMessages[result.part];
    if (result.changedParts.length === 0) notifications.show({ message });
    else {
      const parts = result.changedParts.join(", ");
      // The list of parts takes longer to read than other toasts.
      notifications.show({ title: message, message: `Also changed: ${parts}.`, autoClose: 15_000 });
    }
  }, [result]);
  return times;
}
