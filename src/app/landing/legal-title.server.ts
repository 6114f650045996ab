import { data, type RouterContextProvider } from "react-router";
import type { PrivacyPolicy, privacyPolicy } from "../../content/blocks/privacy-policy.ts";
import type { refundPolicy } from "../../content/blocks/refund-policy.ts";
import type { terms } from "../../content/blocks/terms.ts";
import { listRecords } from "../../content/content-store.server.ts";
import { servicesOf } from "../app-context.server.ts";

/** The title of a legal page. Throws a 404 while there is none. */
export async function legalTitle(
  context: Readonly<RouterContextProvider>,
  block: typeof privacyPolicy | typeof terms | typeof refundPolicy,
): Promise<string> {
  const [page]: Pick<PrivacyPolicy, "legalTitle">[] = await listRecords(
    servicesOf(context).database.read,
    block,
  );
  if (page === undefined) throw data(null, { status: 404 });
  return page.legalTitle;
}
