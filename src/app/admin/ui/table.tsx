import type { ComponentPropsWithoutRef } from "react";
import classes from "./table.module.css";

interface TableProps extends Omit<ComponentPropsWithoutRef<"table">, "className"> {
  /** Of a whole row. */
  readonly spacing?: "xs" | "sm";
  /** Columns are as wide as they say, whatever stands in them. */
  readonly isFixed?: boolean;
  readonly isHighlighted?: boolean;
  readonly className?: string | undefined;
}

/**
 * A table in the panel's look, of plain elements: the library's own loads a scroller and a
 * positioner with every screen, and renders each cell several times as slowly. A cell may say that
 * it is `data-quiet`, or that it stands at the `data-end` of its column.
 */
export function Table(props: TableProps) {
  const { spacing = "xs", isFixed, isHighlighted, className = "", ...others } = props;
  return (
    <table
      className={`${classes.table} ${className}`}
      data-spacing={spacing}
      data-fixed={isFixed}
      data-highlighted={isHighlighted}
      {...others}
    />
  );
}
