import { AppError } from "#platform/errors.ts";
import type { Parse } from "#platform/parsing/parser.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { loadCssCheck } from "../css/css-check.ts";
import { parseDraftValues } from "../drafts/save-draft.ts";
import { findBlock } from "../model/blocks.ts";
import type { Block } from "../model/define.ts";
import { schemaOf } from "../model/schema-of.ts";
import { withOwnerNote } from "../records/owner-notes.server.ts";
import {
  draftFor,
  publishedValues,
  type RecordState,
  type Values,
} from "../records/stored-record.server.ts";
import type { SectionKinds } from "../sections/section.ts";
import { archiveParsers } from "./archive-parsers.ts";
import { type ArchivedRecord, archiveFault, type IncomingAttachments } from "./content-archive.ts";

export interface IncomingRecord {
  readonly id: string;
  readonly block: Block;
  readonly state: RecordState;
}

export interface Archive {
  readonly records: readonly IncomingRecord[];
  readonly attachmentCount: number;
}

type TakeAttachment = IncomingAttachments["take"];

/**
 * Reads a whole archive and validates each record before anything is written. Passes each
 * attachment on at once, because all attachments together may not fit into memory. Throws "invalid"
 * with the line of the first fault.
 */
export async function readArchive(
  parse: Parse,
  lines: AsyncIterable<string>,
  takeAttachment: TakeAttachment,
  kinds: SectionKinds,
): Promise<Archive> {
  await loadCssCheck();
  const records = new Map<string, IncomingRecord>();
  const attachmentPaths = new Set<string>();
  let number = 0;
  let isWhole = false;
  for await (const text of lines) {
    number++;
    const line = await parse(archiveParsers.line, { text, number });
    if ((line.kind === "furrow-content") !== (number === 1) || isWhole) {
      throw archiveFault(number, "it is in the wrong place.");
    }
    if (line.kind === "record") addRecord(records, line, number, kinds);
    else if (line.kind === "attachment") {
      if (attachmentPaths.has(line.path)) throw archiveFault(number, "its path occurs twice.");
      attachmentPaths.add(line.path);
      const bytes = Buffer.from(line.base64, "base64");
      await takeAttachment({ path: line.path, bytes }).catch((error) => {
        throw isInvalid(error) ? archiveFault(number, error.message, line.path) : error;
      });
    } else if (line.kind === "end") {
      isWhole = line.records === records.size && line.attachments === attachmentPaths.size;
      if (!isWhole) throw archiveFault(number, "its counts do not match the lines above.");
    }
  }
  if (!isWhole) throw new AppError("invalid", "The file is incomplete: its last line is missing.");
  return { records: [...records.values()], attachmentCount: attachmentPaths.size };
}

function isInvalid(error: unknown): error is AppError {
  return error instanceof AppError && error.code === "invalid";
}

function addRecord(
  records: Map<string, IncomingRecord>,
  line: ArchivedRecord,
  number: number,
  kinds: SectionKinds,
): void {
  const record = incomingRecord(line, number, kinds);
  if (records.has(record.id)) throw archiveFault(number, `the id ${record.id} occurs twice.`);
  const isSecond =
    record.block.shape === "singleton" &&
    records.values().some(({ block }) => block === record.block);
  if (isSecond) throw archiveFault(number, `there is only one ${record.block.title}.`);
  records.set(record.id, record);
}

function incomingRecord(
  { block: name, _id: id, ...said }: ArchivedRecord,
  number: number,
  kinds: SectionKinds,
) {
  const block = findBlock(name);
  if (block === undefined)
    throw archiveFault(number, `this site has no content of the kind "${name}".`);
  try {
    const published = said.values && validValues(block, said.values, kinds);
    const drafted = said.draft && parseDraftValues(block, said.draft);
    if (published === null && drafted === undefined) {
      throw new AppError("invalid", "It has neither values nor a draft.");
    }
    const texts = { ...publishedValues(block, { published, draft: null }), ...drafted };
    const draft = drafted === undefined ? null : draftFor(block, { published, draft: null }, texts);
    return { id, block, state: { published, draft } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const path = [block.name, id, error.issues[0]?.path].filter(Boolean).join("/");
    throw archiveFault(number, `${block.title}: ${error.message}`, path);
  }
}

function validValues(block: Block, values: object, kinds: SectionKinds): Values {
  const valid: Values = parseOrThrow(schemaOf(block, kinds), values);
  // Older versions exported the note to the owner as the beginning of the text.
  const isOlder = "ownerNote" in block.fields && !("ownerNote" in values);
  return isOlder ? withOwnerNote(valid) : valid;
}
