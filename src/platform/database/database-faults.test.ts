import { expect, test } from "vitest";
import { AppError } from "../errors.ts";
import { faultOf, outageOf } from "./database-faults.ts";

const error = (fields: object, message = "no") => Object.assign(new Error(message), fields);

test.each([
  [error({ errcode: 13 }), "full"],
  // SQLITE_IOERR_WRITE, an extended result code: the system refused a write.
  [error({ errcode: 778 }), "full"],
  [error({ errcode: 5 }), "busy"],
  [error({ errcode: 2067 }), "constraint"],
  [error({ errcode: 11 }), "damaged"],
  [error({ errcode: 26 }), "damaged"],
  [error({ errcode: 1 }), "other"],
  [error({ code: "53100" }), "full"],
  [error({ code: "57P01" }), "unreachable"],
  [error({ code: "57014" }), "busy"],
  [error({ code: "ECONNREFUSED" }), "unreachable"],
  [error({}, "Connection terminated unexpectedly"), "unreachable"],
  [
    error({ code: "55000" }, 'database "furrow" is not currently accepting connections'),
    "unreachable",
  ],
  [error({ code: "55000" }, "currval of sequence is not yet defined in this session"), "other"],
  [error({}, "timeout exceeded when trying to connect"), "unreachable"],
  [error({ code: "40001" }), "busy"],
  [error({ code: "23505" }), "constraint"],
  [error({ code: "42P01" }), "other"],
  [error({}), "other"],
])("the database error %o becomes %s", (thrown, fault) => {
  expect(faultOf(thrown)).toBe(fault);
  const isOutage = ["full", "unreachable", "busy", "damaged"].includes(fault);
  expect(outageOf(thrown)?.code).toBe(isOutage ? "unavailable" : undefined);
});

test("an error that is not from a database is not reported as an outage", () => {
  expect(outageOf(new AppError("conflict", "Connection terminated"))).toBeNull();
  expect(outageOf("Connection terminated")).toBeNull();
});
