import type { Queries } from "../platform/database/database.ts";
import {
  type FactsByAddress,
  type PictureFacts,
  pictureAddress,
  pictureIdsIn,
} from "./picture-file.ts";

/**
 * Reads the facts of all uploaded pictures whose addresses occur in `content` at any depth. Makes
 * one query, or none without an address.
 */
export async function pictureFactsFor(queries: Queries, content: unknown): Promise<FactsByAddress> {
  const ids = new Set<string>();
  collectIds(content, ids);
  if (ids.size === 0) return {};
  const rows = await queries
    .selectFrom("media_files")
    .select(["id", "alt", "width", "height", "focal_x", "focal_y", "version", "state"])
    .where("id", "in", [...ids])
    .where("deleted_at", "is", null)
    .execute();
  const facts = rows.map(({ id, focal_x, focal_y, ...rest }): [string, PictureFacts] => {
    const address = pictureAddress(id);
    return [address, { address, ...rest, focalX: focal_x, focalY: focal_y }];
  });
  return Object.fromEntries(facts);
}

/**
 * File names of all uploaded pictures whose addresses occur in `content` at any depth, by address.
 * Includes pictures in the trash.
 */
export async function pictureNamesFor(
  queries: Queries,
  content: unknown,
): Promise<Readonly<Record<string, string>>> {
  const ids = new Set<string>();
  collectIds(content, ids);
  if (ids.size === 0) return {};
  const rows = await queries
    .selectFrom("media_files")
    .select(["id", "name"])
    .where("id", "in", [...ids])
    .execute();
  return Object.fromEntries(rows.map(({ id, name }) => [pictureAddress(id), name]));
}

function collectIds(content: unknown, ids: Set<string>): void {
  if (typeof content === "string") {
    // A text may be the JSON of sections, which contains many addresses.
    if (content.includes("/media/")) for (const id of pictureIdsIn(content)) ids.add(id);
  } else if (typeof content === "object" && content !== null) {
    for (const part of Object.values(content)) collectIds(part, ids);
  }
}
