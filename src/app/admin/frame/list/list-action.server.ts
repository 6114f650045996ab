import { readJson, refusedForm, savedForm } from "#app/forms.server.ts";
import type { ActionResult, Success } from "#app/ui/forms/action-result.ts";
import type { Outcomes } from "#platform/each-of.ts";
import { AppError, type JsonValue } from "#platform/errors.ts";

type Input = Readonly<Record<string, JsonValue>>;

interface ListAction {
  readonly change: (input: Input) => Promise<Success<ListOutcome>>;
  /** Undoes a change. `input` is the `undo` value that the change returned. */
  readonly undo: (input: JsonValue) => Promise<Outcomes<unknown>>;
}

/** Items that could not be changed, with the reasons. */
type ListOutcome = Pick<Outcomes<unknown>, "failed">;

export type ListResult = ActionResult<ListOutcome>;

/**
 * Runs a bulk action. If the request has `undo`, undoes an earlier bulk action instead. Returns the
 * result for the toast.
 */
export async function listAction(request: Request, { change, undo }: ListAction) {
  const { undo: token, ...input } = await readJson(request);
  try {
    if (token === undefined) return savedForm(await change(input));
    return savedForm<ListOutcome>({ said: summaryOfUndo(await undo(token)) });
  } catch (error) {
    if (token === undefined || !(error instanceof AppError)) return refusedForm(error, {});
    return savedForm<ListOutcome>({ said: error.message });
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
