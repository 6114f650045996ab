/** What a form shows after it was refused. */
export interface FormState {
  /** As they were typed. */
  readonly values: Readonly<Record<string, string>>;
  /** A sentence for each field that is wrong. */
  readonly errors: Readonly<Record<string, string>>;
  /** What is wrong with the form as a whole, or null. */
  readonly notice: string | null;
}

/** The props that give a field what was typed into it and what is wrong with it. */
export function fieldState(form: FormState | undefined, name: string, fallback = "") {
  return {
    name,
    defaultValue: form?.values[name] ?? fallback,
    error: form?.errors[name],
    autoFocus: isFirstWrong(form, name),
  };
}

/** Where a refused form is gone on with: the page begins there, and a screen reader reads why. */
export function isFirstWrong(form: FormState | undefined, name: string): boolean {
  const wrong = Object.keys(form?.values ?? {}).filter((each) => form?.errors[each]);
  return wrong[0] === name;
}
