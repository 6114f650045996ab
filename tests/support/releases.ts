import type { RefusedRelease, ReleaseDependencies } from "#content/releases/carry-out.server.ts";
import { runDueRelease } from "#content/releases/run-releases.server.ts";
import type { Database } from "#platform/database/database.ts";
import type { Clock } from "#platform/time/clock.ts";
import { wallTimeOf } from "#platform/time/wall-time.ts";
import { actorWithRole } from "#policy/actor.ts";
import type { TeamRole } from "#policy/roles.ts";
import { capturedLog } from "./captured-log.ts";

const siteZone = "Europe/Berlin";

/** Releases of a site in Berlin whose team and emails are lists of the test. */
export function releaseDependencies(database: Database, clock: Clock) {
  const team = new Map<string, TeamRole>([
    ["olga@example.com", "Admin"],
    ["piet@example.com", "Editor"],
    ["wim@example.com", "Writer"],
  ]);
  const told: RefusedRelease[] = [];
  const deps: ReleaseDependencies = {
    database,
    clock,
    reservedWords: new Set<string>(),
    openWords: new Set<string>(),
    ownPaths: new Set<string>(),
    sectionKinds: new Map(),
    publicUrl: "https://furrow.example",
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
  };
  return { ...deps, team, told };
}

/** What a test does with the releases of its content. */
export function releasesOf(content: {
  readonly database: Database;
  readonly clock: Clock;
  readonly time: { now: number };
}) {
  const releases = releaseDependencies(content.database, content.clock);
  const { log } = capturedLog();
  const { time } = content;
  return {
    ...releases,
    /** The wall time of the site that many minutes from now. */
    inMinutes: (minutes: number) => ({
      wallTime: wallTimeOf(time.now + minutes * 60_000, siteZone),
    }),
    /** Lets time pass and runs what is due then. */
    async pass(minutes: number): Promise<void> {
      time.now += minutes * 60_000;
      while (await runDueRelease({ ...releases, log }));
    },
  };
}
