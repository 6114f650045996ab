import type { ComponentPropsWithoutRef } from "react";
import classes from "./table.module.css";

interface TableProps extends Omit<ComponentPropsWithoutRef<"table">, "className"> {
  /** Vertical padding of a row. */
  readonly spacing?: "xs" | "sm";
  readonly isFixed?: boolean;
  readonly isHighlighted?: boolean;
  readonly className?: string | undefined;
}

/**
 * Used instead of Mantine's table, which takes several times as long to render cells. A cell can
 * have `data-quiet` for a dimmed style, or `data-end` to align at the end.
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
