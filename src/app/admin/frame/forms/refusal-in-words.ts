import type { ActionResult } from "#app/ui/forms/action-result.ts";

/** The toast of a refused form; null for a form that was saved or whose toast is shown already. */
export function refusalInWords(result: ActionResult | undefined): string | null {
  if (result === undefined || result.savedAt !== undefined) return null;
  if (result.isShownAsToast || result.needsConfirmation) return null;
  const messages = [...new Set(Object.values(result.errors))];
  if (messages.length > 1) return `Nothing is saved yet. ${messages.length} fields need a change.`;
  return messages[0] ?? result.notice ?? null;
}
