import { notifications } from "@mantine/notifications";
import type { DataStrategyResult } from "react-router";

interface Asked {
  readonly request: Request;
}

type Answers = Record<string, DataStrategyResult>;

/**
 * Client middleware: shows the text `said` of an action's result as a toast. The result can unmount
 * the component that sent the request, so the component could not show the toast reliably.
 */
export async function showFlashMessage(
  { request }: Asked,
  next: () => Promise<Answers>,
): Promise<Answers> {
  const answers = await next();
  if (request.method === "GET") return answers;
  for (const { result } of Object.values(answers)) {
    if (saysSomething(result)) notifications.show({ message: result.data.said });
  }
  return answers;
}

/** The router wraps every result in an object whose property `data` holds the result. */
function saysSomething(result: unknown): result is { data: { said: string } } {
  return isObject(result) && isObject(result.data) && typeof result.data.said === "string";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
