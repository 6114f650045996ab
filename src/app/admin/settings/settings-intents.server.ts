import { z } from "zod";
import { refusedForm } from "#app/forms.server.ts";
import { intent } from "#app/intents.server.ts";
import type { Services } from "#compose.ts";
import type { MailTrial } from "#mail/sending/try-mail-settings.ts";
import type { AppError } from "#platform/errors.ts";
import type { Actor } from "#policy/actor.ts";
import { bankAccountLengths } from "#settings/bank-account.ts";
import type { SettingKind } from "#settings/define-setting.ts";
import { noInvoicing } from "#settings/invoicing.ts";
import { saveSettings } from "#settings/save-settings.ts";
import { settings } from "#settings/settings.ts";
import {
  type PartName,
  readSettingParts,
  type SettingPart,
  type ShownPart,
  settingParts,
  settingsIn,
} from "./setting-parts.server.ts";

type Values = Readonly<Record<string, string>>;

interface Context {
  readonly services: Services;
  readonly actor: Actor & { readonly email: string };
}

/** What a form of settings gets back. */
export interface SettingsData {
  readonly part: PartName;
  /** The form with the present values. */
  readonly shown: ShownPart;
  /** Result of the test. */
  readonly trial?: MailTrial;
  /** Titles of the parts of the site into which the facts about the business were written. */
  readonly changedParts?: readonly string[];
}

const schema = z.looseObject({
  part: z.enum(Object.keys(settingParts) as [PartName, ...PartName[]]),
});

export const settingsIntents = {
  save: intent(
    schema,
    async ({ services, actor }: Context, { part, ...values }) => {
      let changedParts: readonly string[] = [];
      const onBusinessChanged: Services["onBusinessChanged"] = async (tx, change) => {
        const changed = await services.onBusinessChanged(tx, change);
        changedParts = changed;
        return changed;
      };
      const { typed, revisions } = typedIn(part, values as Values);
      const saved = Object.entries(typed).map(([name, value]) => [name, orNull(name, value)]);
      const input = { ...Object.fromEntries(saved), revisions };
      await saveSettings({ ...services, onBusinessChanged }, actor, input);
      const data: SettingsData = {
        part,
        shown: await shownPart(services, actor, part),
        changedParts,
      };
      // The toast with the changed parts takes longer to read, so the form shows it.
      return { data, ...(changedParts.length === 0 && { said: settingParts[part].said }) };
    },
    refuse,
  ),
  test: intent(
    schema,
    async ({ services, actor }: Context, { part, ...values }) => {
      const { test }: SettingPart = settingParts[part];
      const trial = await test?.run(services, actor, typedIn(part, values as Values).typed);
      const data: SettingsData = {
        part,
        shown: await shownPart(services, actor, part),
        ...(trial && { trial }),
      };
      return { data };
    },
    refuse,
  ),
};

async function shownPart(services: Services, actor: Context["actor"], part: PartName) {
  const [shown] = await readSettingParts(services, actor, [part]);
  return shown as ShownPart;
}

/** After a conflict, the answer has the form with the newer values. */
async function refuse(error: AppError, values: Values, { services, actor }: Context) {
  const refused = refusedForm(error, values);
  if (error.code !== "conflict") return refused;
  const conflict = await shownPart(services, actor, values.part as PartName);
  return { ...refused, data: { ...refused.data, conflict } };
}

type Read = (values: Values, name: string) => unknown;

const text: Read = (values, name) => values[name] ?? "";

/** Reads the fields of each kind of setting. */
const readers: Readonly<Record<SettingKind, Read>> = {
  text,
  email: text,
  phone: text,
  suggested: text,
  choice: text,
  searched: text,
  number: (values, name) => Number(values[name]),
  mark: (values, name) => values[name] === "yes",
  weekdays: (values, name) =>
    [1, 2, 3, 4, 5, 6, 7].filter((day) => values[`${name}.${day}`] !== undefined),
  lines: (values, name) =>
    (values[name] ?? "")
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  bankAccount: (values, name) => {
    const typed = Object.keys(bankAccountLengths).map((part) => [
      part,
      values[`${name}.${part}`] ?? "",
    ]);
    return { isOn: values[`${name}.isOn`] === "yes", ...Object.fromEntries(typed) };
  },
  invoicing: (values, name) => {
    const typed = Object.keys(noInvoicing).map((part) => [part, values[`${name}.${part}`] ?? ""]);
    return {
      ...Object.fromEntries(typed),
      isOn: values[`${name}.isOn`] === "yes",
      isPerYear: values[`${name}.isPerYear`] === "yes",
      firstNumber: Number(values[`${name}.firstNumber`]),
    };
  },
  tax: (values, name) => {
    const text = (part: string) => values[`${name}.${part}`] ?? "";
    const rows = Object.keys(values).filter((field) =>
      /^tax\.exceptions\.\d+\.country$/.test(field),
    );
    return {
      isOn: text("isOn") === "yes",
      country: text("country"),
      isRegistered: text("isRegistered") === "yes",
      vatNumber: text("vatNumber"),
      ratePercent: Number(text("ratePercent").replace(",", ".").replace("%", "")),
      place: text("place"),
      businessesAbroad: text("businessesAbroad"),
      consumersAbroad: text("consumersAbroad"),
      exceptions: rows.map((_, index) => ({
        country: text(`exceptions.${index}.country`),
        category: text(`exceptions.${index}.category`),
      })),
    };
  },
  mailServer: (values, name) => {
    const password = values[`${name}.password`];
    return {
      host: values[`${name}.host`] ?? "",
      port: Number(values[`${name}.port`]),
      encryption: values[`${name}.encryption`],
      user: values[`${name}.user`] ?? "",
      ...(password !== "" && { password }),
    };
  },
};

/**
 * The typed values, with the revisions that they were edited from. A setting without a revision has
 * no field in the form, because the environment sets it.
 */
function typedIn(part: PartName, values: Values) {
  const names = settingsIn(part).filter((name) => values[`revision.${name}`] !== undefined);
  return {
    typed: Object.fromEntries(
      names.map((name) => [name, readers[settings[name].kind](values, name)]),
    ),
    revisions: Object.fromEntries(names.map((name) => [name, Number(values[`revision.${name}`])])),
  };
}

/** Null for an empty field, which stands for the usual value. */
function orNull(name: string, value: unknown): unknown {
  // Empty, it is refused: a business has a name.
  if (name === "businessName") return value;
  if (typeof value === "string") return value.trim() || null;
  return name === "mailServer" && isEmpty(value as Values) ? null : value;
}

function isEmpty({ host = "", user, password }: Values): boolean {
  return host.trim() === "" && user === "" && password === undefined;
}
