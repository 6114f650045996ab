import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { Database, Queries, Tables, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Parse } from "#platform/parsing/parser.ts";
import type { Clock } from "#platform/time/clock.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { fontParsers } from "./font-parsers.ts";
import {
  maxOwnFontBytes,
  type OwnFont,
  ownFontAddress,
  ownFontIdOf,
  tooLargeFont,
} from "./own-font.ts";
import type { Outlines } from "./printed-fonts.ts";

interface OwnFonts {
  readonly database: Database;
  readonly clock: Clock;
  readonly parse: Parse;
}

/**
 * Stores a WOFF2 file, which the fields of the look then name by its address. A file that is there
 * already stays as it is. Throws "too-large", "wrong-type" and "invalid".
 */
export async function addOwnFont(
  { database, clock, parse }: OwnFonts,
  actor: Actor,
  bytes: Uint8Array,
  fileName: string,
): Promise<OwnFont> {
  requireRight(actor, "edit content");
  if (bytes.length > maxOwnFontBytes) {
    throw new AppError("too-large", tooLargeFont(bytes.length));
  }
  const { name, facts, outlines } = await parse(fontParsers.own, bytes);
  const hash = createHash("sha256").update(bytes).digest("hex");
  const shownFile = fileName.replaceAll(/\p{C}/gu, "").trim().slice(0, 100);
  return database.write(async (tx) => {
    const id = hash.slice(0, 16);
    const present = await findRow(tx, id);
    if (present !== undefined) return asOwnFont(present);
    const row = await tx
      .insertInto("own_fonts")
      .values({
        id,
        name: name || shownFile || "Font",
        file_name: shownFile,
        bytes,
        byte_count: bytes.length,
        content_hash: hash,
        facts: JSON.stringify(facts),
        outlines: JSON.stringify(outlines),
        added_by: authorOf(actor),
        added_at: clock(),
      })
      .returning(listed)
      .executeTakeFirstOrThrow();
    await auditFont(tx, actor, "Upload font", row, row.added_at);
    return asOwnFont(row);
  });
}

/** All uploaded fonts, the newest first. */
export async function listOwnFonts(queries: Queries, actor: Actor): Promise<readonly OwnFont[]> {
  requireRight(actor, "edit content");
  const rows = await queries
    .selectFrom("own_fonts")
    .select(listed)
    .orderBy("added_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(asOwnFont);
}

/** Throws "not-found", and "conflict" while the look or its draft uses the font. */
export async function deleteOwnFont(
  { database, clock }: Pick<OwnFonts, "database" | "clock">,
  actor: Actor,
  id: string,
): Promise<OwnFont> {
  requireRight(actor, "edit content");
  return database.write(async (tx) => {
    const row = await findRow(tx, id);
    if (row === undefined) throw new AppError("not-found", "This font does not exist.");
    const use = await useOf(tx, ownFontAddress(id));
    if (use !== undefined) {
      throw new AppError("conflict", `${use} uses this font. Choose another font there first.`);
    }
    await tx.deleteFrom("own_fonts").where("id", "=", id).execute();
    await auditFont(tx, actor, "Delete font", row, clock());
    return asOwnFont(row);
  });
}

async function useOf(queries: Queries, address: string): Promise<string | undefined> {
  const rows = await queries
    .selectFrom("content_records")
    .select("field_values")
    .where("block", "=", "look")
    .where("deleted_at", "is", null)
    .where((where) =>
      where.or([
        where("field_values", "like", `%${address}%`),
        where("draft_values", "like", `%${address}%`),
      ]),
    )
    .execute();
  const [row] = rows;
  if (row === undefined) return undefined;
  return row.field_values?.includes(address) ? "The look of the site" : "The draft of the look";
}

interface ServedFont {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly etag: string;
  readonly cacheControl: string;
}

/** The file at an address, for anyone. */
export async function findOwnFontFile(
  queries: Queries,
  path: string,
): Promise<ServedFont | undefined> {
  const id = ownFontIdOf(path);
  if (id === undefined) return undefined;
  const row = await queries
    .selectFrom("own_fonts")
    .select("bytes")
    .where("id", "=", id)
    .executeTakeFirst();
  return (
    row && {
      bytes: row.bytes,
      type: "font/woff2",
      etag: `"${id}"`,
      cacheControl: "public, max-age=31536000, immutable",
    }
  );
}

/** What pages need to know of an uploaded font; undefined for an address without one. */
export async function findOwnFont(queries: Queries, address: string): Promise<OwnFont | undefined> {
  const row = await findRow(queries, ownFontIdOf(address) ?? "");
  return row && asOwnFont(row);
}

/** Outlines of an uploaded font, for share pictures; undefined for an address without one. */
export async function ownOutlines(
  queries: Queries,
  address: string,
): Promise<Outlines | undefined> {
  const row = await queries
    .selectFrom("own_fonts")
    .select("outlines")
    .where("id", "=", ownFontIdOf(address) ?? "")
    .executeTakeFirst();
  return row && JSON.parse(row.outlines);
}

/** All columns but the large ones. */
const listed = ["id", "name", "file_name", "byte_count", "facts", "added_by", "added_at"] as const;

type Row = Pick<Selectable<Tables["own_fonts"]>, (typeof listed)[number]>;

function findRow(queries: Queries, id: string): Promise<Row | undefined> {
  return queries.selectFrom("own_fonts").select(listed).where("id", "=", id).executeTakeFirst();
}

function asOwnFont(row: Row): OwnFont {
  return {
    ...JSON.parse(row.facts),
    _id: row.id,
    address: ownFontAddress(row.id),
    name: row.name,
    fileName: row.file_name,
    bytes: row.byte_count,
    addedBy: row.added_by,
    addedAt: new Date(row.added_at).toISOString(),
  };
}

async function auditFont(
  tx: WriteTransaction,
  actor: Actor,
  action: "Upload font" | "Delete font",
  row: Row,
  at: number,
): Promise<void> {
  const facts = { name: row.name, file: row.file_name, bytes: row.byte_count };
  await audit(tx, actor, {
    action,
    subject: "font",
    subjectId: row.id,
    label: row.name,
    before: action === "Delete font" ? facts : null,
    after: action === "Upload font" ? facts : null,
    at,
  });
}
