import type { ChosenAddOn } from "#orders/placing/place-order.ts";
import { AppError } from "#platform/errors.ts";

type Typed = Readonly<Record<string, string>>;

/** Names of the fields of an extra in the order form. */
export const extraFields = (id: string) =>
  ({ tick: `extra.${id}`, pieces: `pieces.${id}`, price: `extraPrice.${id}` }) as const;

/** The extras that are ticked in a sent form. */
export function extrasIn(values: Typed): readonly ChosenAddOn[] {
  return Object.keys(values).flatMap((name) => {
    const id = name.startsWith("extra.") ? name.slice("extra.".length) : "";
    if (id === "") return [];
    const { pieces, price } = extraFields(id);
    const seen = values[price];
    return {
      id,
      // A text that is no number is refused with the number.
      quantity: Number(values[pieces]?.trim() || "1"),
      ...(seen !== undefined && { price: seen }),
    };
  });
}

/** The error with its issues about extras at the fields of the order form. */
export function atExtraFields(error: unknown, extras: readonly ChosenAddOn[]): unknown {
  if (!(error instanceof AppError)) return error;
  const issues = error.issues.map((issue) => {
    const index = /^addOns\.(\d+)\./.exec(issue.path)?.[1];
    const extra = index === undefined ? undefined : extras[Number(index)];
    return extra === undefined ? issue : { ...issue, path: extraFields(extra.id).pieces };
  });
  const { code, message, extra, retryAfterSeconds } = error;
  return new AppError(code, message, {
    issues,
    extra,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    cause: error,
  });
}
