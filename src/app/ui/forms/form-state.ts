/** State of a rejected form. */
export interface FormState {
  /** Typed values. */
  readonly values: Readonly<Record<string, string>>;
  /** Messages of invalid fields. */
  readonly errors: Readonly<Record<string, string>>;
  /** Message about the whole form, or null. */
  readonly notice: string | null;
}

/** Props with a field's typed value and error. */
export function fieldState(form: FormState | undefined, name: string, fallback = "") {
  return {
    name,
    defaultValue: form?.values[name] ?? fallback,
    error: form?.errors[name],
    autoFocus: isFirstWrong(form, name),
  };
}

/**
 * True for the first invalid field, which gets the focus, so that screen readers read the error.
 */
export function isFirstWrong(form: FormState | undefined, name: string): boolean {
  const wrong = Object.keys(form?.values ?? {}).filter((each) => form?.errors[each]);
  return wrong[0] === name;
}
