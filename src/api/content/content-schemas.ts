import { z } from "zod";
import type { ImportReport } from "#content/archive/import-content.ts";
import type { NamedRecord } from "#content/archive/import-report.server.ts";
import type { EditableRecord } from "#content/drafts/editable-record.ts";
import type { FieldChange, HistoryEntry } from "#content/history/history.ts";
import type { TrashedRecord } from "#content/history/trash.ts";
import { blocks } from "#content/model/blocks.ts";
import { type Block, publicFields } from "#content/model/define.ts";
import { changeSchemaOf, schemaOf } from "#content/model/schema-of.ts";
import type { ContentAction } from "#content/records/content-tables.server.ts";

export function recordSchema(block: Block) {
  const fields = publicFields(block).map((name) => [
    name,
    z.string().meta({ title: block.fields[name]?.label }),
  ]);
  return z
    .strictObject({ _id: z.string(), ...Object.fromEntries(fields) })
    .meta({ id: pascalCase(block.name) });
}

/**
 * Prefix of the tags of blocks' calls. The OpenAPI document lists the tags with this prefix last.
 */
export const blockTagPrefix = "Content: ";

export function valuesSchema(block: Block) {
  return schemaOf(block).meta({ id: `${pascalCase(block.name)}Values` });
}

export function changeSchema(block: Block) {
  return changeSchemaOf(block).meta({ id: `${pascalCase(block.name)}Change` });
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_dash, letter: string) => letter.toUpperCase());
}

const time = z.iso.datetime();
const texts = z.record(z.string(), z.string()).meta({ description: "Texts by field name" });
const blockName = z
  .string()
  .meta({ description: 'A block\'s name, such as "pricing-package"', examples: ["banner"] });

const editable = {
  _id: z.string(),
  block: blockName,
  revision: z.int(),
  label: z.string(),
  values: texts,
  published: texts.nullable().meta({ description: "Null before the first publication" }),
  draft: z
    .strictObject({
      fields: z.array(z.string()),
      isMoved: z.boolean(),
      author: z.string(),
      at: time,
    })
    .nullable(),
  author: z.string(),
  updatedAt: time,
  isDemonstration: z.boolean(),
};

export const editableSchema = z
  .strictObject(editable)
  .meta({ id: "EditableRecord" }) satisfies z.ZodType<EditableRecord>;

export const trashedSchema = z
  .strictObject({ ...editable, deletedBy: z.string(), deletedAt: time })
  .meta({ id: "TrashedRecord" }) satisfies z.ZodType<TrashedRecord>;

const actions = [
  "created",
  "updated",
  "drafted",
  "published",
  "withdrawn",
  "discarded",
  "restored",
  "duplicated",
  "moved-in-draft",
  "moved",
  "deleted",
  "undeleted",
  "imported",
  "made-plain",
  "made-farm",
] as const satisfies readonly ContentAction[];

const fieldChange = z.strictObject({
  path: z.string(),
  before: z.string(),
  after: z.string(),
}) satisfies z.ZodType<FieldChange>;

export const historySchema = z
  .strictObject({
    _id: z.string(),
    recordId: z.string(),
    block: blockName,
    label: z.string(),
    revision: z.int(),
    action: z.enum(actions),
    author: z.string(),
    at: time,
    isDraft: z.boolean().meta({
      description: "True if restoring this revision saves a draft instead of publishing.",
    }),
    changes: z.array(fieldChange),
  })
  .meta({ id: "HistoryEntry" }) satisfies z.ZodType<HistoryEntry>;

const namedRecords = z.array(
  z.strictObject({ _id: z.string(), label: z.string() }) satisfies z.ZodType<NamedRecord>,
);

export const importReportSchema = z
  .strictObject({
    dryRun: z.boolean(),
    blocks: z.array(
      z.strictObject({
        block: blockName,
        title: z.string(),
        added: namedRecords,
        changed: namedRecords,
        removed: namedRecords,
        reordered: z.boolean(),
      }),
    ),
    attachments: z.int(),
  })
  .meta({ id: "ImportReport" }) satisfies z.ZodType<ImportReport>;

export const draftValues = texts.meta({
  description: "Texts for some or all fields of the block; they need not be valid for publishing",
});

/**
 * An example draft for the block "banner"; other blocks have other fields and reject the example.
 */
export const draftExample = { values: { bannerHeading: blocks.banner.seed[0]?.bannerHeading } };
