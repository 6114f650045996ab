import { notifications } from "@mantine/notifications";
import type { DataStrategyResult } from "react-router";

interface Asked {
  readonly request: Request;
}

type Answers = Record<string, DataStrategyResult>;

/**
 * Client middleware: shows the `said` of an action's result as a toast. A component could not show
 * it reliably, because the result can unmount the component.
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

/** The router wraps every result as `data()` does. */
function saysSomething(result: unknown): result is { data: { said: string } } {
  return isObject(result) && isObject(result.data) && typeof result.data.said === "string";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
