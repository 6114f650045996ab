import { notifications } from "@mantine/notifications";
import type { DataStrategyResult } from "react-router";
import type { Success } from "#app/ui/forms/action-result.ts";

interface Asked {
  readonly request: Request;
}

type Answers = Record<string, DataStrategyResult>;

/**
 * Client middleware: shows the text `said` of an action's result as a toast, unless it can be undone.
 * The result can unmount the component that sent the request, so the component could not show the
 * toast reliably.
 */
export async function showFlashMessage(
  { request }: Asked,
  next: () => Promise<Answers>,
): Promise<Answers> {
  const answers = await next();
  if (request.method === "GET") return answers;
  for (const { result } of Object.values(answers)) {
    const { title, said, undo } = resultIn(result);
    if (said !== undefined && undo === undefined) notifications.show({ title, message: said });
  }
  return answers;
}

/** The router wraps every result in an object whose property `data` holds the result. */
function resultIn(wrapped: unknown): Success {
  return (wrapped as { readonly data?: Success } | null)?.data ?? {};
}
