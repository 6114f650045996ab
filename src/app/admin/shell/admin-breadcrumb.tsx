import { Anchor, Breadcrumbs, Text } from "@mantine/core";
import { Link } from "react-router";
import { useTrail } from "./use-trail.ts";

/** Where in the panel this screen stands. */
export function AdminBreadcrumb() {
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
