import { createHash, randomBytes } from "node:crypto";
import { queueEmail } from "#mail/queue-email.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { PersonalData } from "#policy/personal-data.ts";
import { findLockedPerson } from "../accounts/accounts.server.ts";
import { clientAddressHeader } from "../sessions/client-address.ts";
import { cookieName } from "../sessions/cookie-names.ts";
import { deviceOf } from "../sessions/sessions.ts";
import type { AccessAnswer, AccessDependencies, RequestHeaders } from "../sessions/sign-in.ts";

/** Browsers in which an account has signed in. */
interface KnownDevicesTable {
  account_id: string;
  /** SHA-256 of the cookie of the browser. */
  device_hash: string;
  since: number;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    known_devices: KnownDevicesTable;
  }
}

/** Maximum per account. A program without cookies is a new device at each sign-in. */
const mostDevices = 50;

/** Longest lifetime of a cookie that browsers accept. */
const cookieSeconds = 400 * 24 * 60 * 60;

/**
 * Recognises the browser of a sign-in by a cookie. Emails the account about a new browser, except
 * about the first browser, which registered the account or accepted the invitation. Never fails,
 * because the session is already open.
 */
export async function rememberDevice(
  access: AccessDependencies,
  headers: RequestHeaders,
  answer: AccessAnswer,
): Promise<AccessAnswer> {
  const { user } = answer.body as { readonly user?: { readonly id: string } };
  if (user === undefined) return answer;
  const name = cookieName(access.publicUrl, "furrow-device");
  const device = deviceIn(headers, name) ?? randomBytes(24).toString("base64url");
  try {
    await access.database.write((tx) => noteDevice(tx, access, user.id, device, headers));
  } catch {
    return answer;
  }
  const secure = access.publicUrl.startsWith("https:") ? "; Secure" : "";
  const attributes = `Max-Age=${cookieSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  return { ...answer, cookies: [...answer.cookies, `${name}=${device}; ${attributes}`] };
}

function deviceIn(headers: RequestHeaders, name: string): string | undefined {
  const cookies = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  const value = cookies.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value !== undefined && /^[\w-]{32}$/.test(value) ? value : undefined;
}

async function noteDevice(
  tx: WriteTransaction,
  { post }: AccessDependencies,
  accountId: string,
  device: string,
  headers: RequestHeaders,
): Promise<void> {
  // Locks the account, so that two simultaneous sign-ins run one after the other.
  const person = await findLockedPerson(tx, accountId);
  if (person === undefined) return;
  const device_hash = createHash("sha256").update(device).digest("hex");
  const known = await tx
    .selectFrom("known_devices")
    .select("device_hash")
    .where("account_id", "=", accountId)
    .orderBy("since", "desc")
    .execute();
  if (known.some((row) => row.device_hash === device_hash)) return;
  const since = post.clock();
  await tx
    .insertInto("known_devices")
    .values({ account_id: accountId, device_hash, since })
    .execute();
  const forgotten = known.slice(mostDevices - 1).map((row) => row.device_hash);
  if (forgotten.length > 0) {
    await tx
      .deleteFrom("known_devices")
      .where("account_id", "=", accountId)
      .where("device_hash", "in", forgotten)
      .execute();
  }
  if (known.length === 0) return;
  const { email } = person;
  const address = headers.get(clientAddressHeader) ?? "";
  await queueEmail(tx, post, {
    name: "newDevice",
    recipient: email,
    values: { email },
    path: "/account/sessions",
    facts: [
      ["Device", deviceOf(headers.get("user-agent"))],
      ["Network address", address === "" ? "unknown" : address],
    ],
  });
}

/**
 * The dates since when an account knows its devices, without the hashes that identify the devices.
 */
export const personalDevices: PersonalData = {
  name: "knownDevices",
  async *records(queries, { accountId }) {
    const rows = await queries
      .selectFrom("known_devices")
      .select("since")
      .where("account_id", "=", accountId)
      .orderBy("since")
      .execute();
    yield rows.map(({ since }) => ({ since: isoTime(since) }));
  },
  async forget(tx, { accountId }) {
    await tx.deleteFrom("known_devices").where("account_id", "=", accountId).execute();
  },
};
