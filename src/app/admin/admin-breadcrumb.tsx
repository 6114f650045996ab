import { Anchor, Breadcrumbs, Text } from "@mantine/core";
import { Link, useMatches } from "react-router";
import type { RouteHandle } from "../route-handle.ts";

/** Where in the panel this screen stands. */
export function AdminBreadcrumb() {
  const trail = useMatches().flatMap(
    (match) => (match.handle as RouteHandle | undefined)?.breadcrumb ?? [],
  );
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
