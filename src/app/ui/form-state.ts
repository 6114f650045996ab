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
  return { name, defaultValue: form?.values[name] ?? fallback, error: form?.errors[name] };
}
