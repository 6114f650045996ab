import { sectionKinds } from "#app/landing/kinds/section-kinds.ts";
import { type EditableRecord, listForEditing } from "#content/drafts/editable-record.ts";
import { blocks } from "#content/model/blocks.ts";
import type { AnyRecord, Block } from "#content/model/define.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { seedContent } from "#content/records/seed-content.ts";
import type { Database } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Actor } from "#policy/actor.ts";
import { sitePaths } from "#server/moved-pages.ts";
import { noAttachments } from "./mail/no-attachments.ts";
import { parseHere } from "./parse-here.ts";
import { pagePaths } from "./screens/page-paths.ts";

export const olga: Actor = {
  kind: "admin",
  accountId: "account-olga",
  email: "olga@example.com",
  confirmedRecently: true,
};
export const piet: Actor = {
  kind: "admin",
  accountId: "account-piet",
  email: "piet@example.com",
  confirmedRecently: true,
};

export const { banner, pricingPackages: plans, serviceItems: services } = blocks;

/** The demonstration content, with a clock that advances by a second at each reading. */
export async function openContent(database: Database) {
  const time = { now: Date.UTC(2026, 10, 20, 12) };
  const clock = () => {
    time.now += 1000;
    return time.now;
  };
  await seedContent(database, clock);
  const deps = {
    database,
    clock,
    time,
    attachments: noAttachments,
    parse: parseHere,
    ...sitePaths(pagePaths),
    sectionKinds,
    publicUrl: "https://furrow.example",
  };
  return {
    ...deps,
    /** The first record of a block with its draft. */
    async first(block: Block): Promise<EditableRecord> {
      const [record] = await listForEditing(deps, olga, block);
      if (record === undefined) throw new Error(`${block.title} has no record.`);
      return record;
    },
    onSite: (block: Block): Promise<AnyRecord[]> => listRecords(database.read, block),
  };
}

export type TestContent = Awaited<ReturnType<typeof openContent>>;

export const noOwnAddresses = {
  reservedWords: new Set<string>(),
  openWords: new Set<string>(),
  ownPaths: new Set<string>(),
  sectionKinds,
  publicUrl: "https://furrow.example",
};

export async function refusal(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof AppError) return error;
  throw error ?? new Error("Nothing was refused.");
}
