import {
  Anchor,
  AppShell,
  Badge,
  Box,
  Breadcrumbs,
  Burger,
  Group,
  NavLink,
  Stack,
  Text,
  VisuallyHidden,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconExternalLink, IconLogout, IconUserCircle } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useLocation, useMatches, useNavigation } from "react-router";
import type { Crumb, RouteHandle } from "../../route-handle.ts";
import { SkipLink } from "../../ui/site-frame/site-frame.tsx";
import { CommandPalette } from "../command-palette/command-palette.tsx";
import { navigation } from "./admin-navigation.ts";
import classes from "./admin-shell.module.css";
import { ColorSchemeToggle } from "./color-scheme-toggle.tsx";

const attribute = "data-mantine-color-scheme";

/** Prints in light colours, whatever the colour scheme is. */
function useDaylightOnPaper(): void {
  useEffect(() => {
    const { documentElement: root } = document;
    let onScreen: string | null = null;
    const lighten = () => {
      onScreen = root.getAttribute(attribute);
      root.setAttribute(attribute, "light");
    };
    const restore = () => root.setAttribute(attribute, onScreen ?? "light");
    window.addEventListener("beforeprint", lighten);
    window.addEventListener("afterprint", restore);
    return () => {
      window.removeEventListener("beforeprint", lighten);
      window.removeEventListener("afterprint", restore);
    };
  }, []);
}

/** The current entry of the navigation. */
function usePresentEntry(): { readonly path: string; readonly isScreen: boolean } {
  const here = useLocation();
  const trail = useTrail();
  // Marks the clicked entry at once, before the response.
  const coming = useNavigation().location ?? here;
  const path = coming.pathname.replace(/\/$/, "");
  if (navigation.some((entry) => entry.path === path)) return { path, isScreen: true };
  return { path: trail[0]?.path ?? here.pathname, isScreen: false };
}

/** The breadcrumb trail below the dashboard. */
function useTrail(): readonly Crumb[] {
  return useMatches().flatMap(({ handle, loaderData }) => {
    const breadcrumb = (handle as RouteHandle | undefined)?.breadcrumb ?? [];
    return typeof breadcrumb === "function" ? breadcrumb(loaderData) : breadcrumb;
  });
}

/** The breadcrumb of the screen. */
function AdminBreadcrumb() {
  const trail = useTrail();
  if (trail.length === 0) return null;
  return (
    <nav aria-label="Breadcrumb">
      <Breadcrumbs mt={-12} mb={4}>
        <Anchor component={Link} to="/admin" size="sm" py={12}>
          Dashboard
        </Anchor>
        {trail.map(({ label, path }) =>
          path === undefined ? (
            <Text key={label} size="sm" c="dimmed" aria-current="page">
              {label}
            </Text>
          ) : (
            <Anchor key={label} component={Link} to={path} size="sm" py={12}>
              {label}
            </Anchor>
          ),
        )}
      </Breadcrumbs>
    </nav>
  );
}

interface AdminShellProps {
  email: string;
  /** True when payments are simulated; every page then says so. */
  testPayments: boolean;
  /** Numbers of unread messages and open reviews. */
  waiting: { unread: number; reviews: number };
  children: ReactNode;
}

/** Higher numbers are shown as "99+". */
export const mostCounted = 99;

/** Navigation, breadcrumb and colour scheme switch around every screen of the panel. */
export function AdminShell({ email, testPayments, waiting, children }: AdminShellProps) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const here = useLocation();
  const { state, location: coming } = useNavigation();
  // A click shows at once, however long the answer takes.
  const { pathname } = coming ?? here;
  const present = usePresentEntry();
  useHydrationMark();
  useDaylightOnPaper();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes at each change of the screen
  useEffect(close, [pathname]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: "sm", collapsed: { mobile: !opened } }}
      padding="lg"
    >
      <AppShell.Header>
        <SkipLink className={classes.skip} />
        <Group h="100%" justify="space-between" gap="xs" wrap="nowrap" className={classes.header}>
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              // The component ignores the setting for reduced motion.
              transitionDuration={0}
              className={classes.burger}
              aria-label="Navigation"
            />
            <Text component={Link} to="/admin" fw={700} size="lg" py={8} c="inherit" td="none">
              Furrow
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap" miw={0}>
            {testPayments && (
              <Badge
                variant="dot"
                color="yellow"
                title="Payments are simulated; no money is charged"
                // Shrinks before the buttons do.
                style={{ flex: "0 1 auto" }}
                miw={0}
              >
                Test
                <span className={classes.payments}> payments</span>
              </Badge>
            )}
            <Text size="sm" c="dimmed" truncate visibleFrom="sm">
              {email}
            </Text>
            <CommandPalette />
            <ColorSchemeToggle />
          </Group>
        </Group>
        {state === "loading" && (
          <div className={classes.progress} role="progressbar" aria-label="Loading" />
        )}
      </AppShell.Header>
      <AppShell.Navbar
        aria-label="Admin panel"
        className={classes.navbar}
        mod={{ closed: !opened }}
      >
        <Stack gap={2} flex={1}>
          {navigation.map(({ label, path, icon: EntryIcon }) => (
            <NavLink
              key={path}
              component={Link}
              to={path}
              label={label}
              leftSection={<EntryIcon size={18} stroke={1.6} aria-hidden />}
              rightSection={<WaitingBadge path={path} waiting={waiting} />}
              {...(present.path === path && {
                active: true,
                "aria-current": present.isScreen ? "page" : "true",
              })}
            />
          ))}
        </Stack>
        <NavLink
          href="/"
          label="View the site"
          leftSection={<IconExternalLink size={18} stroke={1.6} aria-hidden />}
        />
        <NavLink
          href="/account"
          label="Your account"
          leftSection={<IconUserCircle size={18} stroke={1.6} aria-hidden />}
        />
        <form method="post" action="/sign-out">
          <NavLink
            component="button"
            type="submit"
            label="Signout"
            leftSection={<IconLogout size={18} stroke={1.6} aria-hidden />}
          />
        </form>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main} mod={{ covered: opened }}>
        <ScreenAnnouncement />
        <Box maw={1600} aria-busy={pathname !== here.pathname} className={classes.screen}>
          <AdminBreadcrumb />
          {children}
        </Box>
      </AppShell.Main>
    </AppShell>
  );
}

interface WaitingBadgeProps extends Pick<AdminShellProps, "waiting"> {
  path: string;
}

function WaitingBadge({ path, waiting: { unread, reviews } }: WaitingBadgeProps) {
  const badges: Readonly<Record<string, { count: number; title: string; word: string }>> = {
    "/all-messages": { count: unread, title: "Unread messages", word: "unread" },
    "/payments": { count: reviews, title: "Payments that need review", word: "to decide" },
  };
  const badge = badges[path];
  if (badge === undefined || badge.count === 0) return null;
  return (
    <Badge size="sm" title={badge.title} color={path === "/payments" ? "orange" : undefined}>
      {badge.count > mostCounted ? `${mostCounted}+` : badge.count}
      <VisuallyHidden> {badge.word}</VisuallyHidden>
    </Badge>
  );
}

/** Announces the new screen's title to screen readers. */
function ScreenAnnouncement() {
  const { pathname } = useLocation();
  const [firstPath] = useState(pathname);
  const [title, setTitle] = useState("");
  useEffect(() => setTitle(pathname === firstPath ? "" : document.title), [pathname, firstPath]);
  return <VisuallyHidden aria-live="polite">{title}</VisuallyHidden>;
}

/** Marks the document as hydrated, for tests and other scripts. */
function useHydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = "true";
  }, []);
}
