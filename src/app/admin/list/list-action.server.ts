import { data } from "react-router";
import type { Outcomes } from "#platform/each-of.ts";
import { AppError, type JsonValue, statusOf } from "#platform/errors.ts";
import type { ListResult } from "./use-list-action.ts";

type Input = Readonly<Record<string, JsonValue>>;

interface ListAction {
  readonly change: (input: Input) => Promise<Omit<ListResult, "error">>;
  /** Undoes a change. `input` is the `undo` value that the change returned. */
  readonly undo: (input: JsonValue) => Promise<Outcomes<unknown>>;
}

/**
 * Runs a bulk action. If the request has `undo`, undoes an earlier bulk action instead. Returns the
 * result for the toast.
 */
export async function listAction(request: Request, { change, undo }: ListAction) {
  const input: Input = (await request.json().catch(() => null)) ?? {};
  const { undo: token } = input;
  try {
    if (token !== undefined) return { said: summaryOfUndo(await undo(token)) };
    return { ...(await change(input)), error: null } satisfies ListResult;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message } = error;
    if (token !== undefined) return { said: message };
    const refused: ListResult = { message, failed: [], undo: null, error: message };
    return data(refused, { status: statusOf(error) });
  }
}

const mostIds = 100;

/** Throws "invalid" unless `ids` has between 1 and 100 ids. */
export function idsIn(ids: JsonValue | undefined): string[] {
  const known = Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  if (known.length > 0 && known.length <= mostIds) return known;
  throw new AppError("invalid", `Choose between 1 and ${mostIds} rows.`);
}

function summaryOfUndo({ done, failed }: Outcomes<unknown>): string {
  const [only] = failed;
  if (only !== undefined && done.length + failed.length === 1) return `Not undone. ${only.reason}`;
  const undone = `${done.length} undone.`;
  if (failed.length === 0) return undone;
  const reasons = [...new Set(failed.map(({ reason }) => reason))].join(" ");
  return `${undone} ${failed.length} could not be undone: ${reasons}`;
}
