import { Card, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { listScreens } from "../../../content/screens.ts";
import { pageTitle } from "../../page-title.ts";
import { adminOnly } from "../admin-guard.server.ts";
import type { Route } from "./+types/setting";

export const handle = { breadcrumb: [{ label: "Setting" }] };

export function meta() {
  return pageTitle("Setting");
}

export async function loader({ request, context }: Route.LoaderArgs) {
  await adminOnly(context, request);
  return null;
}

/** The cards of the specification, in its order; the other screens follow below them. */
const named = [
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

const others = listScreens
  .filter(({ path }) => !named.some((card) => card.path === path))
  // What stands at two addresses is one thing to edit.
  .filter(({ title }, index, all) => all.findIndex((screen) => screen.title === title) === index)
  .map(({ path, title }) => ({ label: title, path }));

export default function Setting() {
  return (
    <Stack gap="xl">
      <Title order={1}>Setting</Title>
      <Cards cards={named} />
      <Title order={2} size="h3">
        Everything else on the site
      </Title>
      <Cards cards={others} />
    </Stack>
  );
}

function Cards({ cards }: { cards: readonly { label: string; path: string }[] }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm">
      {cards.map(({ label, path }) => (
        <Card key={path} component={Link} to={path} withBorder padding="md">
          <Text fw={600}>{label}</Text>
          <Text size="sm" c="dimmed">
            Edit
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
}
