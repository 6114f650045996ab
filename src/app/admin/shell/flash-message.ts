import { notifications } from "@mantine/notifications";
import type { DataStrategyResult } from "react-router";

interface Asked {
  readonly request: Request;
}

type Answers = Record<string, DataStrategyResult>;

/**
 * Middleware of the browser: shows the sentence in which an action says what it did. Not for the
 * component that asked: what was decided may leave the screen before that is rendered again.
 */
export async function sayWhatWasDone(
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

/** The router hands on what an action answers as `data()` wraps it. */
function saysSomething(result: unknown): result is { data: { said: string } } {
  return isObject(result) && isObject(result.data) && typeof result.data.said === "string";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
