import type { RefusedRelease, ReleaseDependencies } from "#content/releases/carry-out.server.ts";
import { runDueRelease } from "#content/releases/run-releases.server.ts";
import type { Database } from "#platform/database/database.ts";
import { wallTimeOf } from "#platform/time/wall-time.ts";
import { actorWithRole } from "#policy/actor.ts";
import type { TeamRole } from "#policy/roles.ts";
import { capturedLog } from "./captured-log.ts";
import { openContent } from "./content.ts";

export const siteZone = "Europe/Berlin";

/** Content with releases, whose team and emails are lists of the test. */
export async function openReleases(database: Database) {
  const content = await openContent(database);
  const team = new Map<string, TeamRole>([
    ["olga@example.com", "Admin"],
    ["piet@example.com", "Editor"],
    ["wim@example.com", "Writer"],
  ]);
  const told: RefusedRelease[] = [];
  const deps = {
    ...content,
    readTimeZone: async () => siteZone,
    findTeamMember: async (_queries, person) => {
      for (const [email, role] of team) {
        const accountId = `account-${email.split("@")[0]}`;
        const isMeant =
          "accountId" in person ? person.accountId === accountId : person.email === email;
        if (isMeant) return actorWithRole(role, { accountId, email });
      }
      return undefined;
    },
    tellOfRefusedRelease: async (_tx, release) => void told.push(release),
  } satisfies ReleaseDependencies & typeof content;
  const { log, entries } = capturedLog();
  return {
    ...deps,
    deps,
    team,
    told,
    logged: entries,
    /** The wall time of the site that many minutes from now. */
    inMinutes: (minutes: number) => ({
      wallTime: wallTimeOf(content.time.now + minutes * 60_000, siteZone),
    }),
    /** Lets time pass and runs what is due then. */
    async pass(minutes: number): Promise<void> {
      content.time.now += minutes * 60_000;
      while (await runDueRelease({ ...deps, log }));
    },
  };
}

export type TestReleases = Awaited<ReturnType<typeof openReleases>>;
