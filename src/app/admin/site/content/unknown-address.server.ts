import type { RouterContextProvider } from "react-router";
import { servicesOf } from "#app/app-context.server.ts";
import { readSiteData } from "#app/site/site-data.server.ts";
import { unknownPage } from "#app/site/unknown-page.server.ts";
import { editScreens } from "#content/model/screens.ts";
import { findStored } from "#content/records/stored-record.server.ts";

const catchAll = editScreens.filter(({ path }) => path === "");

/**
 * The catch-all route `/{id}` edits records of some blocks. Throws the "not found" page for any
 * other path, before the route asks for a login.
 */
export async function refuseUnknownAddress(
  context: Readonly<RouterContextProvider>,
  request: Request,
  recordId: string | undefined,
): Promise<void> {
  const record = await findStored(servicesOf(context).database.read, recordId ?? "");
  const isEdited = catchAll.some(({ block }) => block === record?.block);
  if (isEdited && record?.deletedAt === null) return;
  throw await unknownPage(context, request, { site: await readSiteData(context, request) });
}
