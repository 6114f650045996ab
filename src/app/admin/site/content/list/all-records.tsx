import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { mayOpen } from "#app/route-access.server.ts";
import { redirects } from "#content/blocks/redirects.ts";
import { listForEditing, listNewestPages } from "#content/drafts/editable-record.ts";
import { blocks } from "#content/model/blocks.ts";
import type { Block } from "#content/model/define.ts";
import { editPathOf } from "#content/model/record-paths.ts";
import { listScreens } from "#content/model/screens.ts";
import { may } from "#policy/rights.ts";
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

/**
 * A site can have thousands of pages and articles, and the palette loads at each opening. The search
 * of their lists finds the older ones.
 */
const mostPages = 300;

/** Name and screen of each setting and record that the person may open, for the command palette. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  if (!may(actor, "edit content")) return { screens: [], records: [] };
  const ofBlocks = await Promise.all(
    (Object.values(blocks) as Block[]).map(async (block) => {
      if (!may(actor, block.changeRight ?? "edit content")) return [];
      // Their list has a search of its own, because there may be ten thousand.
      if (block.name === redirects.name) return [];
      const records =
        block.isRead === "alone"
          ? await listNewestPages(services, actor, block, mostPages)
          : await listForEditing(services, actor, block);
      return records.map(({ _id, label }) => ({
        // A draft can be without a title, and nobody would type the address of a picture.
        label: label === "" || label.startsWith("/media/") ? block.title : label,
        block: block.title,
        keywords: [...(block.alsoCalled ?? [])],
        path: editPathOf(block, _id),
      }));
    }),
  );
  const screens = settings.filter(({ path }) => mayOpen(actor, path));
  return { screens, records: ofBlocks.flat() };
}
