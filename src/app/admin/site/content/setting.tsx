import { Card, Stack, Title } from "@mantine/core";
import { Link } from "react-router";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { mayOpen } from "#app/route-access.server.ts";
import { listForEditing } from "#content/drafts/editable-record.ts";
import { editPathOf } from "#content/model/record-paths.ts";
import { listScreens } from "#content/model/screens.ts";
import type { Route } from "./+types/setting";
import classes from "./setting.module.css";

export const handle = { breadcrumb: [{ label: "Content" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Content", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const forms = await Promise.all(
    singles.map(async ({ path, block }) => {
      const [record] = await listForEditing(services, actor, block);
      return record === undefined ? [] : [[path, editPathOf(block, record._id)] as const];
    }),
  );
  const closed = [...cards, ...rows].filter(({ path }) => !mayOpen(actor, path));
  return { forms: Object.fromEntries(forms.flat()), closed: closed.map(({ path }) => path) };
}

interface Row {
  readonly label: string;
  readonly path: string;
  readonly note?: string | undefined;
}

/** The cards of the specification, in its order; each leads to the screen that it names. */
const cards: readonly Row[] = [
  { label: "Banner", path: "/edit-banner" },
  { label: "Logo", path: "/add-logo" },
  { label: "About Us", path: "/edit-about" },
  { label: "Service", path: "/edit-service" },
  { label: "Pricing", path: "/add-pricing" },
  { label: "Testimonial", path: "/edit-testimonial" },
  { label: "Footer Address", path: "/add-address-footer" },
  { label: "Footer About", path: "/add-about-footer" },
  { label: "Footer Social", path: "/add-social-footer" },
];

const rows: readonly Row[] = listScreens
  .filter(({ path }) => !cards.some((card) => card.path === path))
  // Settings → Payments leads to the payment address.
  .filter(({ path }) => path !== "/add-paypal-Email")
  // A screen with two paths is listed once.
  .filter(({ title }, index, all) => all.findIndex((screen) => screen.title === title) === index)
  .map(({ path, title, note }) => ({ label: title, path, note }));

/** Rows of a single record. Each links straight to the form of the record. */
const singles = listScreens.flatMap(({ path, blocks: [block, ...others] }) =>
  block?.shape === "singleton" && others.length === 0 && rows.some((row) => row.path === path)
    ? [{ path, block }]
    : [],
);

const smallGroups = [
  {
    heading: "Menus, footer and legal",
    paths: ["/edit-menus", "/add-copyright", "/edit-privacy", "/edit-terms", "/edit-refunds"],
  },
  { heading: "Emails and templates", paths: ["/letters", "/add-item"] },
];

/**
 * The first group contains every screen that belongs to no other group, so that no screen is left
 * out.
 */
const groups = [
  {
    heading: "Home and service page",
    rows: rows.filter(({ path }) => !smallGroups.some(({ paths }) => paths.includes(path))),
  },
  ...smallGroups.map(({ heading, paths }) => ({
    heading,
    rows: rows.filter(({ path }) => paths.includes(path)),
  })),
];

export default function Setting({ loaderData: { forms, closed } }: Route.ComponentProps) {
  return (
    <Stack gap="xl">
      <Title order={1}>Content</Title>
      <nav aria-label="Settings">
        <ul className={classes.cards}>
          {cards
            .filter(({ path }) => !closed.includes(path))
            .map(({ label, path }) => (
              <li key={path}>
                <Card component={Link} to={path} withBorder padding="md" className={classes.card}>
                  {label}
                </Card>
              </li>
            ))}
        </ul>
      </nav>
      <div className={classes.groups}>
        {groups.map(({ heading, rows }) => (
          <section key={heading} aria-label={heading}>
            <Title order={2} size="h4">
              {heading}
            </Title>
            <ul className={classes.rows}>
              {rows
                .filter(({ path }) => !closed.includes(path))
                .map(({ label, path, note }) => (
                  <li key={path}>
                    <Link to={forms[path] ?? path}>
                      <span>
                        {label}
                        {note !== undefined && <small> {note}</small>}
                      </span>
                    </Link>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </Stack>
  );
}
