/** What an operation adds to the answer of a form. */
export interface Success<Data = unknown> {
  /** Text of a toast. With `undo`, the screen shows the toast; otherwise the router does. */
  readonly said?: string | undefined;
  /** Title of the toast. */
  readonly title?: string | undefined;
  /** JSON that "Undo" of the toast sends; undefined when nothing can be undone. */
  readonly undo?: object | undefined;
  /** Only the latest change of a topic can be undone, so its toast replaces the earlier toast. */
  readonly topic?: string | undefined;
  readonly data?: Data | undefined;
}

/** The answer to every form: of a success, or of a refused form with the typed values. */
export interface ActionResult<Data = unknown, Conflict = unknown> extends Success<Data> {
  /** Typed values by field name, in the order of the form; empty after a success. */
  readonly values: Readonly<Record<string, string>>;
  /** Messages by field name. */
  readonly errors: Readonly<Record<string, string>>;
  /** Reason for the refusal, when no field of the form shows it. */
  readonly notice?: string | undefined;
  /** True when the form waits until the person confirms again. */
  readonly needsConfirmation?: true | undefined;
  /** Address that the sender probably meant, for the question at an email field. */
  readonly meant?: { readonly field: string; readonly email: string } | undefined;
  /** What somebody else has saved meanwhile. */
  readonly conflict?: Conflict | undefined;
  /** Time of the success in Unix milliseconds; undefined for a refused form. */
  readonly savedAt?: number | undefined;
  /** True when `keepFailedForms` has already shown the notice as a toast. */
  readonly isShownAsToast?: true | undefined;
}

/** Hidden field with the email address that the sender has been asked about. */
export const askedField = "emailAsked";

/** Props of a `TextField`: its error, and the typed value or else `fallback`. */
export function fieldState(form: ActionResult | undefined, name: string, fallback = "") {
  return {
    name,
    defaultValue: form?.values[name] ?? fallback,
    error: form?.errors[name],
    autoFocus: isFirstWrong(form, name),
  };
}

/**
 * True for the first invalid field. The field gets the focus, so that screen readers read the
 * error.
 */
export function isFirstWrong(form: ActionResult | undefined, name: string): boolean {
  const wrong = Object.keys(form?.values ?? {}).filter((each) => form?.errors[each]);
  return wrong[0] === name;
}

/** The result, if it is of one of these forms; for a screen with several forms. */
export function resultOf<Result extends ActionResult>(
  result: Result | undefined,
  ...intents: readonly string[]
): Result | undefined {
  return intents.includes(result?.values.intent ?? "") ? result : undefined;
}
