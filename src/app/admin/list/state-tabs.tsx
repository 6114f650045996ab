import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import classes from "./list.module.css";

interface StateTabsProps {
  label: string;
  tabs: readonly { readonly name: string; readonly to: string; readonly isOpen: boolean }[];
}

/** A link for each state, which lists the rows in this state. */
export function StateTabs({ label, tabs }: StateTabsProps) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map(({ name, to, isOpen }) => (
        <TabLink key={name} to={to} isOpen={isOpen}>
          {name}
        </TabLink>
      ))}
    </nav>
  );
}

interface TabLinkProps {
  to: string;
  isOpen: boolean;
  children: ReactNode;
}

export function TabLink({ to, isOpen, children }: TabLinkProps) {
  return (
    <Button
      component={Link}
      to={to}
      preventScrollReset
      size="xs"
      h={{ base: 44, sm: 32 }}
      variant={isOpen ? "light" : "subtle"}
      color={isOpen ? undefined : "gray"}
      aria-current={isOpen ? "page" : undefined}
    >
      {children}
    </Button>
  );
}
