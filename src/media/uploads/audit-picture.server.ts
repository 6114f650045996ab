import type { Selectable } from "kysely";
import type { Tables, WriteTransaction } from "../../platform/database/database.ts";
import type { Actor } from "../../policy/actor.ts";
import { audit } from "../../policy/audit.ts";

type Row = Selectable<Tables["media_files"]>;

interface PictureChange {
  readonly action: string;
  /** Null for a picture that did not exist, or was in the trash. */
  readonly before: Row | null;
  /** Null for a picture that is in the trash now. */
  readonly after: Row | null;
  readonly at: number;
}

/** Adds an admin's change of a picture to the audit log. */
export async function auditPicture(
  tx: WriteTransaction,
  actor: Actor,
  { action, before, after, at }: PictureChange,
): Promise<void> {
  const row = after ?? before;
  if (row === null) return;
  await audit(tx, actor, {
    action,
    subject: "picture",
    subjectId: row.id,
    label: row.name,
    before: before && factsOf(before),
    after: after && factsOf(after),
    at,
  });
}

function factsOf(row: Row) {
  const { name, alt, width, height, version } = row;
  const focalPoint = `${Math.round(row.focal_x * 100)} %, ${Math.round(row.focal_y * 100)} %`;
  return { name, alt, focalPoint, width, height, bytes: row.uploaded_bytes, version };
}
