import { Button } from "@mantine/core";
import { useState } from "react";
import { csvRow, withoutFormulas } from "#platform/texts/csv.ts";

/**
 * Copies the selected rows with tabs between the cells, as spreadsheets expect, or saves them as
 * CSV.
 */
export function TakeRows({ label }: { label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    const [, ...rows] = chosenRows(label);
    const lines = rows.map((row) => row.map(withoutFormulas).join("\t"));
    await navigator.clipboard.writeText(lines.join("\n"));
    setCopied(true);
  };
  // Browsers offer a clipboard only on sites with HTTPS.
  const hasClipboard = typeof navigator !== "undefined" && navigator.clipboard !== undefined;
  return (
    <>
      {hasClipboard && (
        <Button size="sm" variant="default" onClick={() => void copy()} aria-keyshortcuts="c">
          {isCopied ? "Copied" : "Copy"}
        </Button>
      )}
      <Button size="sm" variant="default" onClick={() => saveRows(label)} aria-keyshortcuts="e">
        Save CSV
      </Button>
    </>
  );
}

/** Texts of the selected rows as they are shown. The first row has the headings. */
function chosenRows(label: string): string[][] {
  const chosen = document.querySelectorAll(`table[aria-label="${label}"] tr[data-chosen]`);
  const rows = [...chosen].map((row) => [
    ...row.querySelectorAll<HTMLTableCellElement>("td[data-value]"),
  ]);
  const headings = rows[0]?.map(({ dataset }) => dataset.label ?? "") ?? [];
  return [headings, ...rows.map((cells) => cells.map(textOf))];
}

function textOf({ textContent }: HTMLTableCellElement): string {
  return textContent.replaceAll(/\s+/g, " ").trim();
}

function saveRows(label: string): void {
  // The byte order mark tells spreadsheets that the file is UTF-8.
  const file = new Blob(["\ufeff", ...chosenRows(label).map(csvRow)], { type: "text/csv" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = `${label.toLowerCase().replaceAll(" ", "-")}.csv`;
  link.click();
  // The browser can still be reading the file after the click, so the URL stays valid for a minute.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
