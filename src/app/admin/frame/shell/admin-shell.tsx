import {
  Anchor,
  AppShell,
  Badge,
  Box,
  Breadcrumbs,
  Group,
  NavLink,
  Stack,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation, useMatches, useNavigation } from "react-router";
import type { Crumb, RouteHandle } from "#app/root.tsx";
import { IconDots } from "#app/ui/icons/icon-dots.ts";
import { IconExternalLink } from "#app/ui/icons/icon-external-link.ts";
import { IconLogout } from "#app/ui/icons/icon-logout.ts";
import { IconUserCircle } from "#app/ui/icons/icon-user-circle.ts";
import { SkipLink } from "#app/ui/site-frame/skip-link.tsx";
import { loadOnce } from "#platform/load-once.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { CommandPalette } from "../command-palette/command-palette.tsx";
import { Shortcuts } from "../shortcuts/shortcuts.tsx";
import { navigation, type Section, sectionsOnPhone, sectionsWithout } from "./admin-navigation.ts";
import classes from "./admin-shell.module.css";
import { ColorSchemeToggle } from "./color-scheme-toggle.tsx";
import { ShellNotices } from "./shell-notices.tsx";

const attribute = "data-mantine-color-scheme";

/** Prints the panel in light colours, even when the screen shows dark colours. */
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

interface PresentEntry {
  readonly section: Section | undefined;
  /** Path of the screen; for a screen outside the navigation, the path of its parent. */
  readonly path: string;
  /** True if the navigation has a link to the screen itself. */
  readonly isScreen: boolean;
}

function usePresentEntry(sections: readonly Section[]): PresentEntry {
  const here = useLocation();
  const trail = useTrail();
  // Marks the clicked entry before the response arrives.
  const coming = useNavigation().location ?? here;
  const path = coming.pathname.replace(/\/$/, "");
  const isScreen = navigation.some((entry) => entry.path === path);
  const parent = trail.findLast((entry) => navigation.some(({ path }) => path === entry.path));
  const shown = isScreen ? path : (parent?.path ?? trail[0]?.path ?? here.pathname);
  const section = sections.find((each) =>
    [each, ...each.screens].some((entry) => entry.path === shown),
  );
  return { section, path: shown, isScreen };
}

/** `aria-current` is "page" on a link to the screen itself, and "true" on a link to its parent. */
function markIf(isPresent: boolean, isScreen: boolean) {
  return isPresent ? ({ "aria-current": isScreen ? "page" : "true" } as const) : {};
}

function SectionTabs({ section, path, isScreen }: PresentEntry) {
  const tabs = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a phone shows only some of the tabs
  useEffect(() => {
    const present = tabs.current?.querySelector<HTMLElement>("[aria-current]");
    if (present) tabs.current?.scrollTo({ left: present.offsetLeft - 48, behavior: "instant" });
  }, [path]);
  if (section === undefined || section.screens.length === 0) return null;
  return (
    <nav aria-label={`${section.label}: screens`} className={classes.tabs} ref={tabs}>
      {section.screens.map((screen) => (
        <Link
          key={screen.path}
          to={screen.path}
          className={classes.tab}
          {...markIf(screen.path === path, isScreen)}
        >
          {screen.label}
        </Link>
      ))}
    </nav>
  );
}

/** The breadcrumbs of all matched routes. */
function useTrail(): readonly Crumb[] {
  return useMatches().flatMap(({ handle, loaderData }) => {
    const breadcrumb = (handle as RouteHandle | undefined)?.breadcrumb ?? [];
    return typeof breadcrumb === "function" ? breadcrumb(loaderData) : breadcrumb;
  });
}

function AdminBreadcrumb() {
  const trail = useTrail();
  // A screen in the navigation needs no breadcrumbs, because its heading and its tab show its name.
  if (trail.length < 2) return null;
  return (
    <nav aria-label="Breadcrumb">
      <Breadcrumbs mt={-12} mb={4}>
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
  /** Whether the look of the site has the drawings of the farm. */
  hasDrawings: boolean;
  businessName: string;
  email: string;
  /** Paths of the navigation that the person may not open. */
  hidden: readonly string[];
  /** Role as which an owner sees the panel. */
  seenAs: string | null;
  /** Day until which the admin has to switch on the second factor; null without such a day. */
  secondFactorDue: string | null;
  /** True when payments are simulated. Every screen then shows "Test payments". */
  testPayments: boolean;
  /** Numbers of unread messages and open reviews, counted up to `mostCounted` + 1. */
  waiting: { unread: number; reviews: number };
  children: ReactNode;
}

/** A higher number is shown as "99+". */
export const mostCounted = 99;

export function AdminShell(props: AdminShellProps) {
  const { hasDrawings, businessName } = props;
  const { email, hidden, seenAs, secondFactorDue, testPayments, waiting, children } = props;
  const [opened, { toggle, close }] = useDisclosure(false);
  const here = useLocation();
  const { state, location: coming } = useNavigation();
  // Uses the path of the clicked link, so that the screen reacts before the response arrives.
  const { pathname } = coming ?? here;
  const sections = sectionsWithout(hidden);
  const present = usePresentEntry(sections);
  useHydrationMark();
  useDaylightOnPaper();
  useKeptFocus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes at each change of the screen
  useEffect(close, [pathname]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 216, breakpoint: "sm", collapsed: { mobile: !opened } }}
      padding="lg"
    >
      <AppShell.Header className={classes.head}>
        <SkipLink className={classes.skip} />
        <Group h="100%" justify="space-between" gap="xs" wrap="nowrap" className={classes.header}>
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Link to="/admin" className={classes.brand}>
              {hasDrawings ? (
                <>
                  <Sprout />
                  Furrow
                </>
              ) : (
                <span className={classes.business}>{businessName}</span>
              )}
            </Link>
          </Group>
          <Group gap="xs" wrap="nowrap" miw={0}>
            {testPayments && (
              <Badge
                variant="dot"
                color="yellow"
                title="Payments are simulated; no money is charged"
                // When the header is too narrow, the badge shrinks and the buttons keep their size.
                style={{ flex: "0 1 auto" }}
                miw={0}
              >
                Test
                <span className={classes.payments}> payments</span>
              </Badge>
            )}
            <Text size="sm" c="dimmed" truncate visibleFrom="sm">
              {shownEmail(email)}
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
          {sections.map((section) => (
            <NavLink
              key={section.path}
              component={Link}
              to={section.path}
              label={section.label}
              leftSection={<section.icon size={20} stroke={1.6} aria-hidden />}
              rightSection={<WaitingBadge path={section.path} waiting={waiting} />}
              active={section === present.section}
              {...markIf(
                section === present.section,
                present.path === section.path && present.isScreen,
              )}
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
            label="Sign out"
            leftSection={<IconLogout size={18} stroke={1.6} aria-hidden />}
          />
        </form>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main} mod={{ covered: opened }}>
        <ScreenAnnouncement />
        <Shortcuts />
        <Box maw={1600} aria-busy={pathname !== here.pathname} className={classes.screen}>
          <ShellNotices seenAs={seenAs} secondFactorDue={secondFactorDue} />
          <SectionTabs {...present} />
          <AdminBreadcrumb />
          {children}
        </Box>
      </AppShell.Main>
      <nav aria-label="Most used" className={classes.bar}>
        {sectionsOnPhone(sections).map((section) => (
          <Link
            key={section.path}
            to={section.path}
            className={classes.place}
            {...markIf(section === present.section && !opened, present.isScreen)}
          >
            <section.icon size={22} stroke={1.6} aria-hidden />
            <span>
              {section.label}
              <WaitingBadge path={section.path} waiting={waiting} />
            </span>
          </Link>
        ))}
        <UnstyledButton className={classes.place} onClick={toggle} aria-expanded={opened}>
          <IconDots size={22} stroke={1.6} aria-hidden />
          <span>More</span>
        </UnstyledButton>
      </nav>
    </AppShell>
  );
}

function Sprout() {
  return (
    <svg className={classes.sprout} viewBox="0 0 24 28" aria-hidden="true">
      <path d="M12 28V13" fill="none" stroke="currentColor" strokeWidth="2" />
      <path d="M12 16C12 8 7 4 1 4c0 7 4 12 11 12Zm0-3c0-7 4-11 11-12 0 7-4 12-11 12Z" />
    </svg>
  );
}

interface WaitingBadgeProps extends Pick<AdminShellProps, "waiting"> {
  path: string;
}

function WaitingBadge({ path, waiting: { unread, reviews } }: WaitingBadgeProps) {
  const badges: Readonly<Record<string, { count: number; title: string; word: string }>> = {
    "/all-messages": { count: unread, title: "Unread messages", word: "unread" },
    "/payments": { count: reviews, title: "Payments that need review", word: "to review" },
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

/**
 * Announces the title of a new screen, because screen readers do not notice that a script has
 * changed the screen.
 */
function ScreenAnnouncement() {
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);
  const [title, setTitle] = useState("");
  useEffect(() => {
    // The browser itself announces the screen of a new document.
    if (pathname === shownPath.current) return;
    shownPath.current = pathname;
    setTitle(document.title);
  }, [pathname]);
  return <VisuallyHidden aria-live="polite">{title}</VisuallyHidden>;
}

/** Loaded later, because no control loses the focus before the first change of the screen. */
const loadKeepFocus = loadOnce(async () => {
  const { keepFocus } = await import("./keep-focus.ts");
  keepFocus();
});

function useKeptFocus() {
  useEffect(() => {
    // If the script cannot be loaded, the panel works without keeping the focus.
    loadKeepFocus().catch(() => {});
  }, []);
}

/** Tests and scripts wait for `data-hydrated` before they use the panel. */
function useHydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = "true";
  }, []);
}
