import { Anchor, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { listPictures } from "#media/list-pictures.ts";
import { trashDays } from "#platform/time/trash-retention.ts";
import type { Route } from "./+types/media-library";
import { picturesPerPage } from "./media-calls.ts";
import { PictureBrowser } from "./picture-browser.tsx";

export const handle = { breadcrumb: [{ label: "Media" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Media", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  return {
    pictures: await listPictures(servicesOf(context).media, actor, { limit: picturesPerPage }),
  };
}

export default function MediaLibrary({ loaderData }: Route.ComponentProps) {
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>Media</Title>
        <Text c="dimmed">
          All uploaded pictures and where they are used. Deleted pictures stay for {trashDays} days{" "}
          <Anchor component={Link} to="/trash" underline="always">
            in the trash
          </Anchor>
          .
        </Text>
      </div>
      <PictureBrowser initial={loaderData.pictures} />
    </Stack>
  );
}
