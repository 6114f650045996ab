import type { EditableRecord } from "#content/drafts/editable-record.ts";

/** What has texts on the page: a record, or a section of a page. */
export type WithTexts = Pick<EditableRecord, "label" | "values">;

export interface ShownField<Shown extends WithTexts = EditableRecord> {
  readonly record: Shown;
  readonly field: string;
}

/**
 * Finds the field whose text or picture is at the clicked point, by comparing the text on the page
 * with the fields. Attributes that name the field would make every page of the site larger. `x` and
 * `y` are relative to the viewport of the frame.
 */
export function fieldAt<Shown extends WithTexts>(
  section: Element,
  { x, y }: { readonly x: number; readonly y: number },
  records: readonly Shown[],
): ShownField<Shown> | null {
  const fields = records.flatMap((record) =>
    Object.entries(record.values).map(([field, text]) => ({ record, field, text: plain(text) })),
  );
  const isAtPoint = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return x >= left && x <= right && y >= top && y <= bottom;
  };
  // Descendants come after their ancestors, so reversed order tries the innermost element first.
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

/**
 * True if `said`, an element's text, is a paragraph of the field's long text `text`. Requires more
 * than 30 characters, because a shorter text could be part of any field.
 */
function isParagraphOf(text: string, said: string): boolean {
  return said.length > 30 && text.includes(said);
}

/** The record whose name is in the smallest element around the point. */
function recordAround<Shown extends WithTexts>(
  elements: readonly Element[],
  records: readonly Shown[],
): ShownField<Shown> | null {
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
