import { AppError } from "#platform/errors.ts";

export interface GivenStatement {
  readonly bytes: Uint8Array;
  /** For rows that name no zone. */
  readonly timeZone: string;
  /** How the file writes 11/05/2026, where its rows do not show it. */
  readonly days?: "month first" | "day first" | undefined;
}

export interface FileReading {
  readonly timeZone: string;
  /** Cells of the first rows below the headings. */
  readonly sample: readonly (readonly string[])[];
  readonly days: GivenStatement["days"];
}

export const mostStatementRows = 200_000;

function refusal(message: string, path = "file"): AppError {
  return new AppError("invalid", message, { issues: [{ path, message }] });
}

export function unknownFile(): AppError {
  return refusal(
    "This is neither PayPal’s activity nor Stripe’s balance. At PayPal, download Activity as CSV with all columns, in English if your language is not recognised. At Stripe, export “Balance change from activity” itemised, or all transactions of the balance.",
  );
}

export function withoutRows(): AppError {
  return refusal("This file has headings and no rows. Export a period with payments.");
}

export function tooManyRows(): AppError {
  return refusal(
    `This file has more than ${mostStatementRows.toLocaleString("en-US")} rows. Export a shorter period.`,
  );
}

export function unclearDays(cell: string): AppError {
  return refusal(
    `“${cell}” can be a day in either order, and no row of this file shows which. Choose how the file writes days, and upload it again.`,
    "days",
  );
}
