import { isPlainText } from "../../platform/texts/plain-text.ts";

/** Position of an order in a sorted list: its sort value, then its number. */
export interface OrderKey {
  readonly value: number | string;
  readonly number: number;
}

/** The key in a URL: "1042.49900" for a number, "1042-ada" for a text. */
export function orderKeyText({ value, number }: OrderKey): string {
  return `${number}${typeof value === "number" ? "." : "-"}${value}`;
}

/** Null for any text that `orderKeyText` does not produce. */
export function readOrderKey(text: string | null): OrderKey | null {
  const [, number, kind, value] = /^(\d{1,15})([.-])(.{0,100})$/u.exec(text ?? "") ?? [];
  if (number === undefined || value === undefined || !isPlainText(value)) return null;
  if (kind === "-") return { value, number: Number(number) };
  return /^\d{1,15}$/.test(value) ? { value: Number(value), number: Number(number) } : null;
}
