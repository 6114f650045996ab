import { redirect } from "react-router";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "../platform/errors.ts";
import { refusedForm, unknownForm } from "./forms.server.ts";
import { blankIfUnsent, fields, intent, runIntent } from "./intents.server.ts";

interface Desk {
  readonly author: string;
}

const form = {
  note: intent(fields("note"), async ({ author }: Desk, { note }) => {
    return { said: `${author}: ${note}` };
  }),
  leave: intent(fields(), async (_: Desk) => redirect("/away", 303)),
  merge: intent(fields("email").extend({ understood: blankIfUnsent }), async (_: Desk, values) => {
    const issues = [{ path: "understood", message: "Tick the box." }];
    if (values.understood !== "yes") throw new AppError("invalid", "Tick the box.", { issues });
    return { data: values };
  }),
  move: intent(z.object({ place: z.int("Choose a place.") }), async (_: Desk, { place }) => ({
    data: { place },
  })),
  fail: intent(fields(), async (_: Desk) => {
    throw new Error("broken");
  }),
  reply: intent(
    fields("key"),
    async (_: Desk) => {
      throw new AppError("key-reused", "Already sent.");
    },
    (error, typed) => refusedForm(error, { ...typed, key: "" }),
  ),
};

const desk = { author: "Ada" };

describe("A screen with several forms", () => {
  test("runs the form that the intent names, with its fields only", async () => {
    const result = await runIntent(form, desk, { intent: "note", note: "Call back", role: "x" });
    expect(result).toMatchObject({ values: {}, errors: {}, said: "Ada: Call back" });
    expect((result as { savedAt: number }).savedAt).toBeGreaterThan(0);
    expect(await runIntent(form, desk, { intent: "leave" })).toBeInstanceOf(Response);
  });

  test.each([{}, { intent: "" }, { intent: "toString" }, { intent: "notes" }])(
    "refuses a form whose intent it does not know: %j",
    async (sent) => {
      expect(await runIntent(form, desk, { ...sent, note: "Call back" })).toMatchObject({
        data: { values: { note: "Call back" }, errors: {}, notice: unknownForm },
        init: { status: 400 },
      });
    },
  );

  test("keeps the typed values of a refused form, and adds an unticked checkbox", async () => {
    const sent = { intent: "merge", email: "ben@example.com" };
    const { data } = (await runIntent(form, desk, sent)) as ReturnType<typeof refusedForm>;
    expect(data).toEqual({
      values: { ...sent, understood: "" },
      errors: { understood: "Tick the box." },
    });
    const agreed = await runIntent(form, desk, { ...sent, understood: "yes" });
    expect(agreed).toMatchObject({ data: { email: "ben@example.com", understood: "yes" } });
  });

  test("shows a value that does not fit the form at its field", async () => {
    expect(await runIntent(form, desk, { intent: "move", place: "first" })).toMatchObject({
      data: { values: { place: "first" }, errors: { place: "Choose a place." } },
      init: { status: 400 },
    });
  });

  test("lets a form answer its errors itself, and throws unexpected errors", async () => {
    expect(await runIntent(form, desk, { intent: "reply", key: "one" })).toMatchObject({
      data: { values: { intent: "reply", key: "" }, notice: "Already sent." },
    });
    await expect(runIntent(form, desk, { intent: "fail" })).rejects.toThrow("broken");
  });
});
