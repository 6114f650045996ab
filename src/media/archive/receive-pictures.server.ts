import { createHash } from "node:crypto";
import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { adoptPictures } from "./adopt-pictures.server.ts";
import {
  type ArchivedPicture,
  type ArchivedSize,
  factsPath,
  isFactsPath,
  type PictureAttachment,
  readArchivedPicture,
  sizePath,
} from "./archived-picture.ts";
import { checkSize } from "./check-size.server.ts";

interface ReceivingDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

interface ExpectedSize {
  readonly picture: ArchivedPicture;
  readonly size: ArchivedSize;
}

/** An import that has not ended after this was cut off. */
const abandonedMs = 24 * 60 * 60 * 1000;

/**
 * Takes in the pictures of one import. Each import stages under an id of its own, so that two at
 * the same time do not mix.
 */
export function receivePictures(
  { database, clock }: ReceivingDependencies,
  { dryRun }: { readonly dryRun: boolean },
) {
  const importId = newId();
  const pictures: ArchivedPicture[] = [];
  /** What belongs to the pictures and has not come yet, by path. */
  const expected = new Map<string, ExpectedSize>();

  async function takeSize(path: string, bytes: Uint8Array): Promise<void> {
    const awaited = expected.get(path);
    if (awaited === undefined) throw invalid(`${path} belongs to no picture of the file.`);
    const { picture, size } = awaited;
    if (createHash("sha256").update(bytes).digest("hex") !== size.sha256) {
      throw invalid(`${path} is damaged: it is not what was exported.`);
    }
    await checkSize(bytes, picture, size, path);
    expected.delete(path);
    if (!dryRun) await stage(awaited, bytes);
  }

  async function stage({ picture, size }: ExpectedSize, bytes: Uint8Array): Promise<void> {
    const staged_at = clock();
    const { width, format } = size;
    await database.write(async (tx) => {
      await tx
        .deleteFrom("media_staged")
        .where("staged_at", "<", staged_at - abandonedMs)
        .execute();
      const { id: picture_id } = picture;
      const staged = { import_id: importId, picture_id, width, format, bytes, staged_at };
      await tx.insertInto("media_staged").values(staged).execute();
    });
  }

  return {
    async take({ path, bytes }: PictureAttachment): Promise<void> {
      if (!isFactsPath(path)) return takeSize(path, bytes);
      const picture = readArchivedPicture(bytes);
      if (picture === undefined || factsPath(picture.id) !== path) {
        throw invalid(`${path} is nothing that an export says of a picture.`);
      }
      pictures.push(picture);
      for (const size of picture.sizes) expected.set(sizePath(picture.id, size), { picture, size });
    },
    complete(): void {
      const [missing] = expected.keys();
      if (missing !== undefined) throw invalid(`The file is not whole: ${missing} is missing.`);
    },
    adopt: (tx: WriteTransaction) => adoptPictures(tx, importId, pictures, clock()),
    async discard(): Promise<void> {
      if (dryRun) return;
      await database.write((tx) =>
        tx.deleteFrom("media_staged").where("import_id", "=", importId).execute(),
      );
    },
  };
}

function invalid(message: string): AppError {
  return new AppError("invalid", message);
}
