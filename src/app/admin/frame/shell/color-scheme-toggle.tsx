import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconMoon } from "#app/ui/icons/icon-moon.ts";
import { IconSun } from "#app/ui/icons/icon-sun.ts";
import classes from "./color-scheme-toggle.module.css";

/** Renders both icons and hides one by CSS, because the server does not know the colour scheme. */
export function ColorSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: true });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      className={classes.toggle}
      aria-label="Switch between light and dark"
      onClick={() => setColorScheme(scheme === "dark" ? "light" : "dark")}
    >
      <IconSun className={classes.inDark} size={20} stroke={1.6} />
      <IconMoon className={classes.inLight} size={20} stroke={1.6} />
    </ActionIcon>
  );
}
