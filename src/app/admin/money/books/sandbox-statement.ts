import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { pageError } from "#app/forms.server.ts";
import { sandboxMovements } from "#payments/sandbox/statements/sandbox-movements.server.ts";
import { statementForms, writeStatement } from "#payments/sandbox/statements/write-statement.ts";
import { AppError } from "#platform/errors.ts";
import { requireRight } from "#policy/rights.ts";
import type { Route } from "./+types/sandbox-statement";

/** The account of a simulated provider, as the real one exports it. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  requireRight(actor, "see the books");
  const { database, secret } = servicesOf(context);
  const form = statementForms.find((each) => each === params.form);
  if (form === undefined) pageError(new AppError("not-found", "There is no such file."));
  const provider = form === "paypal-activity" ? "paypal" : "stripe";
  const movements = await sandboxMovements(database.read, provider, secret);
  return new Response(writeStatement(form, movements), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${form}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
}
