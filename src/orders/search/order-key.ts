import { isPlainText } from "../../platform/texts/plain-text.ts";

/** Where an order stands in a sorted list: the value it is sorted by, then its number. */
export interface OrderKey {
  readonly value: number | string;
  readonly number: number;
}

/** As an address has it: "1042.49900" by a number, "1042-ada" by a text. */
export function orderKeyText({ value, number }: OrderKey): string {
  return `${number}${typeof value === "number" ? "." : "-"}${value}`;
}

/** Null for anything that `orderKeyText` does not say. */
export function readOrderKey(text: string | null): OrderKey | null {
  const [, number, kind, value] = /^(\d{1,15})([.-])(.{0,100})$/u.exec(text ?? "") ?? [];
  if (number === undefined || value === undefined || !isPlainText(value)) return null;
  if (kind === "-") return { value, number: Number(number) };
  return /^\d{1,15}$/.test(value) ? { value: Number(value), number: Number(number) } : null;
}
