import type { Queries } from "#platform/database/database.ts";
import { keyLocation } from "./index-now-key.ts";
import { queueName } from "./index-now-tables.server.ts";

interface WordsOptions {
  readonly publicUrl: string;
  /** A time as a text. */
  readonly inWords: (at: number) => string;
}

/** What IndexNow answered last, for the person who switched it on; "" before the first change. */
export async function sendingInWords(
  queries: Queries,
  { publicUrl, inWords }: WordsOptions,
): Promise<string> {
  const row = await queries
    .selectFrom("index_now")
    .selectAll()
    .where("name", "=", queueName)
    .executeTakeFirst();
  if (row === undefined) return "";
  const { count } = await queries
    .selectFrom("index_now_addresses")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const sentences: string[] = [];
  if (row.accepted_at !== null) {
    const pending =
      Number(row.accepted_status) === 202 ? " It was still checking the key of this site." : "";
    sentences.push(
      `Last accepted: ${addresses(Number(row.accepted_count))} on ${inWords(Number(row.accepted_at))}.${pending}`,
    );
  }
  if (row.refused_at !== null) {
    const status = row.refused_status === null ? null : Number(row.refused_status);
    sentences.push(
      `Last refused on ${inWords(Number(row.refused_at))}: ${meaningOf(status, publicUrl)}`,
    );
  }
  if (Number(count) > 0) sentences.push(`Waiting: ${addresses(Number(count))}.`);
  return sentences.join(" ");
}

function addresses(count: number): string {
  return count === 1 ? "1 address" : `${count.toLocaleString("en-US")} addresses`;
}

function meaningOf(status: number | null, publicUrl: string): string {
  if (status === null) return "nobody answered, so the addresses are sent again later.";
  const meanings: Readonly<Record<number, string>> = {
    400: "the request had a wrong form (400). If it stays so, update this program.",
    403: `the key was not found at ${keyLocation(publicUrl)} (403). Check that this address opens from outside.`,
    422: `the addresses do not belong to ${new URL(publicUrl).host}, or the key does not fit (422). Check the public address of this site.`,
    429: "too many requests came from this site (429), so the addresses are sent again later.",
  };
  return (
    meanings[status] ?? `the answer was the error ${status}, so the addresses are sent again later.`
  );
}
