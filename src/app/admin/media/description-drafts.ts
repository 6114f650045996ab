import { KeptTyping } from "../forms/saved-typing.ts";
import type { Description } from "./media-calls.ts";

/**
 * What was changed of a picture and not saved yet: it outlives a look at another picture, a closed
 * dialog and a reload.
 */
export function keptDescription(id: string): Description | undefined {
  const kept = typingOf(id).find();
  if (kept === null) return undefined;
  const { alt = "", focalX, focalY } = kept.values;
  return { alt, focalX: Number(focalX), focalY: Number(focalY) };
}

export function keepDescription(id: string, { alt, focalX, focalY }: Description): void {
  const values = { alt, focalX: String(focalX), focalY: String(focalY) };
  typingOf(id).keep({ values, base: null, at: Date.now() });
}

export function forgetDescription(id: string): void {
  const typing = typingOf(id);
  // It forgets what another tab left only after it was found.
  typing.find();
  typing.forget();
}

const typingOf = (id: string) => new KeptTyping(`furrow-typed picture ${id}`);
