import { data } from "react-router";
import type { Services } from "#compose.ts";
import { type MailTrial, tryMailSettings } from "#mail/sending/try-mail-settings.ts";
import { AppError, statusOf } from "#platform/errors.ts";
import type { Actor } from "#policy/actor.ts";
import { readSettings } from "#settings/read-settings.ts";
import { saveSettings } from "#settings/save-settings.ts";
import { type Settings, settingNames } from "#settings/settings.ts";

type Values = Readonly<Record<string, string>>;

/**
 * `part` names the form. Typed values are never sent back, because a typed value can be a password.
 */
export interface SettingsResult {
  readonly part: string;
  /** The stored settings, even when the form was rejected. */
  readonly settings: Settings;
  readonly errors: Values;
  /** Message about the whole form. */
  readonly notice: string | null;
  /** True when another admin changed a setting of the form after the form was opened. */
  readonly isConflict: boolean;
  readonly trial: MailTrial | null;
  readonly savedAt: number | null;
  /** Titles of the parts of the site into which the facts about the business were written. */
  readonly changedParts: readonly string[];
  /** True when the form waits until the person confirms again. */
  readonly needsConfirmation?: true;
}

export async function settingsAction(services: Services, actor: Actor, values: Values) {
  const { part = "", intent } = values;
  const nothing = {
    part,
    errors: {},
    notice: null,
    isConflict: false,
    trial: null,
    savedAt: null,
    changedParts: [],
  };
  try {
    if (intent === "test") {
      const trial = await tryMailSettings(services, actor, typedMail(values));
      const settings = await readSettings(services, actor);
      return { ...nothing, settings, trial } satisfies SettingsResult;
    }
    let changedParts: readonly string[] = [];
    const onBusinessChanged: Services["onBusinessChanged"] = async (tx, change) => {
      const changed = await services.onBusinessChanged(tx, change);
      changedParts = changed;
      return changed;
    };
    const dependencies = { ...services, onBusinessChanged };
    const settings = await saveSettings(dependencies, actor, typedSettings(values));
    const savedAt = services.clock();
    return { ...nothing, settings, changedParts, savedAt } satisfies SettingsResult;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const errors = Object.fromEntries(error.issues.map(({ path, message }) => [path, message]));
    const isAtField = error.issues.some(({ path }) => path in values);
    const refused: SettingsResult = {
      ...nothing,
      settings: await readSettings(services, actor),
      errors,
      notice: isAtField ? null : error.message,
      isConflict: error.code === "conflict",
      ...(error.extra.confirmationRequired && { needsConfirmation: true }),
    };
    return data(refused, { status: statusOf(error) });
  }
}

/** A setting from the environment has no field in the form, so its value is undefined. */
function typedMail(values: Values) {
  const { "mailServer.host": host, "mailServer.password": password, mailSender } = values;
  return {
    ...(host !== undefined && {
      mailServer: {
        host,
        port: Number(values["mailServer.port"]),
        encryption: values["mailServer.encryption"],
        user: values["mailServer.user"] ?? "",
        ...(password !== "" && { password }),
      },
    }),
    ...(mailSender !== undefined && { mailSender }),
  };
}

const businessFacts = [
  "businessAddress",
  "businessPhone",
  "businessEmail",
  "businessCountry",
  "businessTaxId",
] as const;

function typedSettings(values: Values) {
  const { mailServer, mailSender } = typedMail(values);
  const { timeZone, ownerAddress, authservId, closedDays } = values;
  const { backupInterval, backupCount, orderPasswordDays, businessName } = values;
  const orNull = (text: string) => text.trim() || null;
  const isEmpty =
    mailServer?.host.trim() === "" && mailServer.user === "" && mailServer.password === undefined;
  const revisions = settingNames.flatMap((name) => {
    const revision = values[`revision.${name}`];
    return revision === undefined ? [] : [[name, Number(revision)] as const];
  });
  const facts = businessFacts.flatMap((name) => {
    const text = values[name];
    return text === undefined ? [] : [[name, orNull(text)] as const];
  });
  return {
    ...Object.fromEntries(facts),
    // Empty, it is refused: a business has a name.
    ...(businessName !== undefined && { businessName }),
    ...(timeZone !== undefined && { timeZone: orNull(timeZone) }),
    ...(mailServer !== undefined && { mailServer: isEmpty ? null : mailServer }),
    ...(mailSender !== undefined && { mailSender: orNull(mailSender) }),
    ...(ownerAddress !== undefined && { ownerAddress: orNull(ownerAddress) }),
    ...(authservId !== undefined && { authservId: orNull(authservId) }),
    ...(backupInterval !== undefined && { backupInterval: orNull(backupInterval) }),
    ...(backupCount !== undefined && { backupCount: Number(backupCount) }),
    ...(orderPasswordDays !== undefined && { orderPasswordDays: Number(orderPasswordDays) }),
    // Browsers do not send an unticked checkbox, so `part` tells whether this form was sent.
    ...(values.part === "second-factor" && {
      staffSecondFactor: values.staffSecondFactor === "yes",
    }),
    // Browsers do not send unticked checkboxes, so `closedDays` tells whether this form was sent.
    ...(closedDays !== undefined && {
      weekdays: [1, 2, 3, 4, 5, 6, 7].filter((day) => values[`weekday.${day}`] !== undefined),
      closedDays: closedDays
        .split(/\r?\n/)
        .map((day) => day.trim())
        .filter((day) => day !== ""),
    }),
    revisions: Object.fromEntries(revisions),
  };
}
