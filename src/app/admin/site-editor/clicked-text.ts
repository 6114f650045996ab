import type { EditableRecord } from "../../../content/drafts/editable-record.ts";

/** A field of a record, by its text on the page. */
export interface ShownField {
  readonly record: EditableRecord;
  readonly field: string;
}

/**
 * The field whose text or picture is at a point of the page; null when the point is at none. The
 * sections of the site carry no marks for this, because marks would make every page larger: a field
 * is recognised by its text. `x` and `y` are relative to the frame's viewport.
 */
export function fieldAt(
  section: Element,
  { x, y }: { readonly x: number; readonly y: number },
  records: readonly EditableRecord[],
): ShownField | null {
  const fields = records.flatMap((record) =>
    Object.entries(record.values).map(([field, text]) => ({ record, field, text: plain(text) })),
  );
  const isAtPoint = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return x >= left && x <= right && y >= top && y <= bottom;
  };
  // Descendants come after their ancestors, so the innermost element is tried first.
  const elements = [section, ...section.querySelectorAll("*")].filter(isAtPoint).toReversed();
  for (const element of elements) {
    const said = plain(element.textContent ?? "");
    const picture = element.getAttribute("src");
    const found = fields.find(
      ({ text }) => text !== "" && (text === said || text === picture || isParagraphOf(text, said)),
    );
    if (found !== undefined) return found;
  }
  return recordAround(elements, records);
}

/** A long text is shown in several paragraphs; a short text could be part of any field. */
function isParagraphOf(text: string, said: string): boolean {
  return said.length > 30 && text.includes(said);
}

/** The record whose name stands in the smallest element around the point. */
function recordAround(
  elements: readonly Element[],
  records: readonly EditableRecord[],
): ShownField | null {
  for (const element of elements) {
    const said = plain(element.textContent ?? "");
    const named = records.filter(({ label }) => said.includes(plain(label)));
    const [record] = named;
    if (record !== undefined && named.length === 1) {
      return { record, field: Object.keys(record.values)[0] ?? "" };
    }
    if (named.length > 1) return null;
  }
  return null;
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
