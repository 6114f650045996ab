import { Button, Paper, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import wheatSheaf from "#app/ui/drawings/wheat-sheaf.svg?url";
import classes from "./list.module.css";

interface EmptyListProps {
  title: string;
  /** Explains which rows will appear in the list, and what the list is good for. */
  why: string;
  /** The next step; omitted when the admin can only wait. */
  todo?: { readonly label: string; readonly path: string };
  /** Further steps, shown below `todo`. */
  children?: ReactNode;
}

/** Shown when a list is empty without any filter. */
export function EmptyList({ title, why, todo, children }: EmptyListProps) {
  return (
    <Paper withBorder p="xl" className={classes.empty}>
      <img src={wheatSheaf} alt="" width={128} height={96} />
      <Stack gap={4} align="flex-start" flex="1 1 16rem">
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed" maw={480}>
          {why}
        </Text>
        {todo && (
          <Button component={Link} to={todo.path} mt="xs" variant="default">
            {todo.label}
          </Button>
        )}
        {children}
      </Stack>
    </Paper>
  );
}
