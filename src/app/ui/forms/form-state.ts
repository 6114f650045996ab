export interface FormState {
  /** Typed values by field name, in the order of the form. */
  readonly values: Readonly<Record<string, string>>;
  /** Messages by field name. */
  readonly errors: Readonly<Record<string, string>>;
  readonly notice: string | null;
  /** True when the form waits until the person confirms again. */
  readonly needsConfirmation?: true;
}

/** Props of a `TextField`: its error, and the typed value or else `fallback`. */
export function fieldState(form: FormState | undefined, name: string, fallback = "") {
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
export function isFirstWrong(form: FormState | undefined, name: string): boolean {
  const wrong = Object.keys(form?.values ?? {}).filter((each) => form?.errors[each]);
  return wrong[0] === name;
}
