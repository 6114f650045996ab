import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { EditableRecord } from "#content/drafts/editable-record.ts";
import { emailTemplates } from "#content/emails/email-templates.ts";
import { system } from "#policy/actor.ts";
import { storeSetting } from "#settings/store-setting.server.ts";
import { describeStore } from "../../../../../../tests/support/databases/databases.ts";
import { LetterTable } from "./letter-table.tsx";
import { lettersOff } from "./letters-off.server.ts";

const { paymentReminder, briefReminder } = emailTemplates;

describeStore("Reminders of unpaid orders", (openDatabase) => {
  test("are off until the owner switches them on, whatever the state of their text", async () => {
    const database = await openDatabase();
    const off = await lettersOff(database.read);
    expect(off).toEqual({ [paymentReminder.block.name]: "/admin/settings#unpaid-orders" });
    const change = { actor: system, at: 1, name: "paymentReminders", value: "one" } as const;
    await database.write((tx) => storeSetting(tx, change));
    expect(await lettersOff(database.read)).toEqual({});
  });
});

/** The list with two emails that are on; the first is off in the settings. */
function listFor(maySet: boolean): string {
  const letters = [paymentReminder, briefReminder].map(({ block }) => ({
    block,
    records: [{ _id: "1", label: "", values: { isSent: "Sent" } }] as unknown as EditableRecord[],
  }));
  const off = { [paymentReminder.block.name]: "/admin/settings#unpaid-orders" };
  const Screen = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <MantineProvider>
          <LetterTable letters={letters} off={off} maySet={maySet} />
        </MantineProvider>
      ),
    },
  ]);
  return renderToStaticMarkup(<Screen />);
}

test("an email that is off in the settings says so, with a link for whoever may change them", () => {
  expect(listFor(true).match(/>On</g)).toHaveLength(1);
  expect(listFor(true)).toMatch(/href="\/admin\/settings#unpaid-orders"[^>]*>[^<]*Off in settings/);
  expect(listFor(false)).toContain("Off in settings");
  expect(listFor(false)).not.toContain("/admin/settings");
});
