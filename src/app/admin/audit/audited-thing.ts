import { findBlock } from "../../../content/model/block-named.ts";
import { editPathOf } from "../../../content/model/record-paths.ts";
import type { LoggedWrite } from "../../../policy/list-audit-entries.ts";

type Thing = Pick<LoggedWrite, "subject" | "subjectId">;

const screens: Readonly<Record<string, (id: string) => string>> = {
  user: (id) => `/admin-user/${id}`,
  picture: () => "/media-library",
  order: (id) => `/admin/payment-status/${id}`,
  message: (id) => `/view/${id}`,
};

/** The screen of what was written; null where it has none. */
export function screenOf({ subject, subjectId }: Thing): string | null {
  if (subject !== "content") return screens[subject]?.(subjectId) ?? null;
  const { block, id } = contentOf(subjectId);
  return block === undefined || id === undefined ? null : editPathOf(block, id);
}

const fieldNames: Readonly<Record<string, string>> = { userEmail: "Email", userRole: "Role" };

/** A field's name in its form, or else in the log. */
export function fieldName({ subject, subjectId }: Thing, path: string): string {
  const block = subject === "content" ? contentOf(subjectId).block : undefined;
  return block?.fields[path]?.label ?? fieldNames[path] ?? wordsOf(path);
}

/** "paymentStatus" as "Payment status". */
function wordsOf(name: string): string {
  const words = name.replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function contentOf(subjectId: string) {
  const [name = "", id] = subjectId.split("/");
  return { block: findBlock(name), id };
}
