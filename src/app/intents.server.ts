import type { data } from "react-router";
import { z } from "zod";
import { AppError } from "../platform/errors.ts";
import { refusedForm, savedForm, unknownForm } from "./forms.server.ts";
import type { ActionResult, Success } from "./ui/forms/action-result.ts";

/** Text fields by name, or the members of a JSON object. */
type Sent = Readonly<Record<string, unknown>>;
type Typed = Readonly<Record<string, string>>;
type Answer<Result> = ReturnType<typeof data<Result>>;
type Refused = ActionResult<never>;

/** One form of a screen: its fields, and the operation that the form calls. */
export interface Intent<Context, Data> {
  readonly schema: z.ZodObject;
  readonly run: (context: Context, values: never) => Promise<Success<Data> | Response | undefined>;
  readonly refuse: Refuse<Context>;
}

/** Answers a form whose operation has thrown. `typed` holds the fields of the form as text. */
type Refuse<Context> = (
  error: AppError,
  typed: Typed,
  context: Context,
) => Answer<Refused> | Promise<Answer<Refused>>;

/**
 * Declares a form. `run` gets the parsed fields; `refuse` replaces the usual answer to an error.
 */
export function intent<Schema extends z.ZodObject, Context, Data = never>(
  schema: Schema,
  run: (
    context: Context,
    values: z.output<Schema>,
  ) => Promise<Success<Data> | Response | undefined>,
  refuse: Refuse<Context> = (error, typed) => refusedForm(error, typed),
): Intent<Context, Data> {
  return { schema, run, refuse };
}

/** Optional text fields, for operations that check the fields themselves. */
export function fields<const Name extends string>(...names: readonly Name[]) {
  const shape = Object.fromEntries(names.map((name) => [name, z.string().optional()]));
  return z.object(shape as { [name in Name]: z.ZodOptional<z.ZodString> });
}

/**
 * A field that browsers leave out, such as an unticked checkbox. An error at this field appears
 * beside the field also when the field was not sent.
 */
export const blankIfUnsent = z.string().default("");

// biome-ignore lint/suspicious/noExplicitAny: a table has intents of any kinds
type Intents = Readonly<Record<string, Intent<any, any>>>;
type ContextOf<Table extends Intents> =
  Table[keyof Table] extends Intent<infer Context, infer _> ? Context : never;
type DataOf<Table extends Intents> =
  Table[keyof Table] extends Intent<infer _, infer Data> ? Data : never;

/**
 * Runs the intent of `table` that the field `intent` of the form names. An error of the operation
 * becomes an error of the form with the typed values; an intent that `table` does not have is an
 * error, too, whose values have no intent.
 * Throws every error that is not an `AppError`.
 */
export async function runIntent<Table extends Intents>(
  table: Table,
  context: ContextOf<Table>,
  sent: Sent,
): Promise<Response | ActionResult<DataOf<Table>> | Answer<ActionResult<DataOf<Table>>>> {
  const name = String(sent.intent);
  const chosen = Object.hasOwn(table, name) ? table[name] : undefined;
  if (chosen === undefined) {
    const { intent: _, ...typed } = textOf(sent);
    return refusedForm(new AppError("invalid", unknownForm), typed);
  }
  try {
    const result = await chosen.run(context, parsed(chosen.schema, sent) as never);
    return result instanceof Response ? result : savedForm(result);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const blanks = Object.entries(chosen.schema.shape).filter(
      ([, field]) => field === blankIfUnsent,
    );
    const unsent = Object.fromEntries(blanks.map(([field]) => [field, ""]));
    return chosen.refuse(error, { ...unsent, ...textOf(sent) }, context);
  }
}

function parsed(schema: z.ZodObject, sent: Sent): unknown {
  const { success, data, error } = schema.safeParse(sent);
  if (success) return data;
  const issues = error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  throw new AppError("invalid", unknownForm, { issues });
}

function textOf(sent: Sent): Typed {
  const texts = Object.entries(sent).filter(([, value]) => typeof value === "string");
  return Object.fromEntries(texts) as Typed;
}
