import { adminOnly } from "#app/admin/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { listForEditing } from "#content/drafts/editable-record.ts";
import { blocks } from "#content/model/blocks.ts";
import type { Block } from "#content/model/define.ts";
import { editPathOf } from "#content/model/record-paths.ts";
import { listScreens } from "#content/model/screens.ts";
import type { Route } from "./+types/all-records";

const settings = listScreens.map(({ path, note = "", blocks: listed }) => ({
  label: listed[0]?.screens.title ?? listed.map(({ title }) => title).join(", "),
  path,
  keywords: [
    note,
    ...listed.flatMap(({ title, alsoCalled = [], fields }) => [
      title,
      ...alsoCalled,
      ...Object.values(fields).map(({ label }) => label),
    ]),
  ],
}));

/** Name and screen of every setting and record, for the command palette. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const ofBlocks = await Promise.all(
    (Object.values(blocks) as Block[]).map(async (block) => {
      const records = await listForEditing(services, actor, block);
      return records.map((record) => ({
        label: record.label,
        block: block.title,
        keywords: [...(block.alsoCalled ?? [])],
        path: editPathOf(block, record._id),
      }));
    }),
  );
  return { screens: settings, records: ofBlocks.flat() };
}
