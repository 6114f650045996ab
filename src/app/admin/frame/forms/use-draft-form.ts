import { type ChangeEvent, useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { useTypedValues, type Values } from "./use-typed-values.ts";

interface DraftForm<Stored, Data> {
  /** Key of the unsaved text in this browser. */
  readonly key: string;
  /** The values without unsaved text. */
  readonly stored: Stored;
  /** Revision of `stored`; see `useTypedValues`. */
  readonly base?: number | null;
  /** Called after a success, when the unsaved text is deleted. */
  readonly onSaved?: (result: ActionResult<Data>) => void;
  /** Key of the fetcher, for a form that can be unmounted before its result arrives. */
  readonly fetcherKey?: string;
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * A form whose unsaved text stays in this browser until the server has saved it. Text that was
 * typed after the form was sent stays, too.
 */
export function useDraftForm<Stored extends Values, Data = unknown>({
  key,
  stored,
  base = null,
  onSaved,
  fetcherKey,
}: DraftForm<Stored, Data>) {
  const fetcher = useFetcher<ActionResult<Data>>({ key: fetcherKey });
  const typed = useTypedValues(key, stored, base);
  // `reset()` sets null, which the type does not mention.
  const result = (fetcher.data as ActionResult<Data> | null | undefined) ?? undefined;
  const sent = useRef<Values>(undefined);
  const settle = useRef((_saved: ActionResult<Data>) => {});
  settle.current = (saved) => {
    typed.settle(stored, base, sent.current);
    onSaved?.(saved);
  };
  useEffect(() => {
    if (result?.savedAt !== undefined) settle.current(result);
  }, [result]);
  return {
    Form: fetcher.Form,
    typed,
    /** The last result; its values and errors are empty after a success. */
    result,
    isSaving: fetcher.state !== "idle",
    formData: fetcher.formData,
    /** Passed to the form, so that `sent` knows what the server saves. */
    onSubmit: () => {
      sent.current = typed.values;
    },
    discard() {
      fetcher.reset();
      typed.settle(stored, base);
    },
    field: (name: string & keyof Stored) => ({
      name,
      value: typed.values[name] ?? "",
      onChange: ({ currentTarget }: ChangeEvent<Field>) =>
        typed.setValue(name, currentTarget.value),
      error: result?.errors[name],
    }),
  };
}
