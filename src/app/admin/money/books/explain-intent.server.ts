import { fields, intent } from "#app/intents.server.ts";
import { explain, explainAlike } from "#bookkeeping/months/explain.ts";
import { explanationKinds, kindsInWords } from "#bookkeeping/statements/explanation.ts";
import type { Services } from "#compose.ts";
import type { Actor } from "#policy/actor.ts";

export interface BooksContext {
  readonly services: Services;
  readonly actor: Actor;
}

export const kindChoices = explanationKinds.map((value) => ({ value, label: kindsInWords[value] }));

const idsIn = (text = "") => text.split(" ").filter(Boolean);

/** The form below rows of statements and below ledger entries. */
export const explainIntent = intent(
  fields("rows", "entries", "alike", "kind", "reason"),
  async ({ services, actor }: BooksContext, { rows, entries, alike, kind, reason }) => {
    if (alike !== undefined && alike !== "") {
      const count = await explainAlike(services, actor, alike, { kind, reason });
      return { said: `Explained ${count.toLocaleString("en")} rows.` };
    }
    const ids = { rows: idsIn(rows), entries: idsIn(entries) };
    await explain(services, actor, ids, { kind, reason });
    return { said: "Explained." };
  },
);
