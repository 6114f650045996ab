import { Textarea, type TextareaProps } from "@mantine/core";
import { type CSSProperties, useSyncExternalStore } from "react";
import classes from "./growing-textarea.module.css";

interface GrowingTextareaProps extends Omit<TextareaProps, "autosize" | "rows" | "classNames"> {
  minRows?: number;
  maxRows?: number;
}

/**
 * A text area that grows with its text. Prefers CSS `field-sizing`, because Mantine's `autosize`
 * measures a copy of the text at every key, which lays out the page twice.
 */
export function GrowingTextarea({ minRows = 1, maxRows, ...others }: GrowingTextareaProps) {
  if (!useSizingByBrowser()) {
    return <Textarea autosize minRows={minRows} maxRows={maxRows} {...others} />;
  }
  const rows = { "--min-rows": minRows, "--max-rows": maxRows ?? "infinity" } as CSSProperties;
  return <Textarea rows={minRows} {...others} classNames={classes} styles={{ input: rows }} />;
}

const isSizedByBrowser = () => CSS.supports("field-sizing: content");
const never = () => () => {};

function useSizingByBrowser(): boolean {
  return useSyncExternalStore(never, isSizedByBrowser, () => true);
}
