import { runChecks } from "#check/engine/run-checks.ts";
import { gatherFacts } from "#check/fetching/gather-facts.ts";
import { sampleSession } from "#check/samples/sample-session.ts";
import { both, inHtml, soundSite } from "#check/samples/sample-site.ts";
import { newId } from "#platform/ids.ts";
import { openSiteDatabase } from "../databases/site-database.ts";
import { parseHere } from "../parse-here.ts";

const faults = both(
  inHtml('<meta name="description" content="', '<meta name="note" content="'),
  inHtml('<html lang="en">', "<html>"),
  inHtml('alt="The stone oven"', ""),
  inHtml('<a href="/buns/">cinnamon buns on Fridays</a>', '<a href="/buns/">Read more</a>'),
);

/** A finished check of a sample site with a few faults. */
async function storedCheck() {
  const typed = { address: "https://sound.test/", hasScheme: false };
  const gathered = await gatherFacts(typed, {
    session: sampleSession(faults(soundSite)),
    parse: parseHere,
    read: async (facts) => runChecks(facts),
    onPage: async () => {},
    now: 0,
  });
  if ("refusal" in gathered) throw new Error(gathered.refusal.sentence);
  const { result } = gathered;
  const found = result.outcomes.filter(({ outcome }) => outcome.kind === "found");
  const id = newId();
  const now = Date.now();
  return {
    row: {
      id,
      key: `key-${id}`,
      website: "sound.test",
      host: "sound.test",
      state: "done" as const,
      result: JSON.stringify(result),
      engine_version: result.engineVersion,
      finding_count: found.length,
      requested_at: now,
      finished_at: now,
      refusal: "",
      icon: "",
      attempts: 1,
      email: "",
    },
    findings: found.map(({ check }) => ({ check_id: id, finding: check })),
  };
}

/** Stores a finished check in the SQLite file of a running site. */
export async function insertSiteCheckIn(file: string) {
  const { row, findings } = await storedCheck();
  const database = openSiteDatabase(file);
  const insert = (table: string, values: Readonly<Record<string, string | number>>) => {
    const columns = Object.keys(values);
    const places = columns.map(() => "?").join(", ");
    const statement = `insert into ${table} (${columns.join(", ")}) values (${places})`;
    database.prepare(statement).run(...Object.values(values));
  };
  insert("site_checks", row);
  for (const finding of findings) insert("site_check_findings", finding);
  database.close();
  return { checkId: row.id, key: row.key };
}
