import type { ErrorResponse } from "react-router";
import { expect, test } from "vitest";
import { describeError } from "./describe-error.ts";

/** As the router passes it to an error page; `isRouteErrorResponse` also asks for `internal`. */
const refused = (status: number, data: unknown): ErrorResponse & { internal: boolean } => ({
  status,
  statusText: "",
  internal: false,
  data,
});

test("the error page hides the message of an unexpected error", () => {
  for (const error of [new Error("select * from secrets"), "secrets", null, { stack: "secrets" }]) {
    const shown = describeError(error);
    expect(shown.status).toBe(500);
    expect(JSON.stringify(shown)).not.toContain("secrets");
  }
  const shown = describeError(refused(502, "secrets"));
  expect(shown.status).toBe(502);
  expect(JSON.stringify(shown)).not.toContain("secrets");
});

test("the error page shows the reason of a temporary failure", () => {
  const words = "The database is not responding.";
  expect(describeError(refused(503, words))).toMatchObject({ status: 503, detail: words });
  expect(describeError(refused(503, { secrets: 1 })).detail).not.toContain("secrets");
});

test("the error page shows the message and status of a rejected operation", () => {
  expect(describeError(refused(409, "This order is paid."))).toMatchObject({
    status: 409,
    detail: "This order is paid.",
  });
  expect(describeError(refused(400, { secrets: 1 })).detail).toBe("Go back and try again.");
});

test("the error page has its own texts for a missing page and a missing right", () => {
  expect(describeError(refused(403, null)).title).toBe("You don't have any permission");
  expect(describeError(refused(404, "unknown id")).detail).not.toContain("unknown id");
});
