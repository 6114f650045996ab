import type { ComponentPropsWithoutRef } from "react";
import classes from "./table.module.css";

interface TableProps extends Omit<ComponentPropsWithoutRef<"table">, "className"> {
  /** Of a whole row. */
  readonly spacing?: "xs" | "sm";
  /** True for a fixed table layout. */
  readonly isFixed?: boolean;
  readonly isHighlighted?: boolean;
  readonly className?: string | undefined;
}

/**
 * A table of plain elements in the panel's style. The library's own loads a scroller and a
 * positioner and renders cells several times as slowly. Cells may be `data-quiet`, or `data-end` to
 * align at the end.
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
