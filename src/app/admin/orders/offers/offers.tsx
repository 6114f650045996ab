import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { EmptyList } from "#app/admin/frame/list/empty-list.tsx";
import { ListView } from "#app/admin/frame/list/list-view.tsx";
import { readList } from "#app/admin/frame/list/read-list.server.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { hasMailServer } from "#app/admin/messages/mail/mail-row.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageOfOffers } from "#offers/read-offers.ts";
import { may } from "#policy/rights.ts";
import type { Route } from "./+types/offers";
import { offerRow } from "./offer-row.server.ts";
import { offersList } from "./offers-list.tsx";

export const handle = {
  breadcrumb: [{ label: "Orders", path: "/total-orders" }, { label: "Offers" }],
};

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Offers", matches);
}

const pageSize = 20;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const { search, shown } = await readList(services, actor, request, offersList);
  const offers = await pageOfOffers(services, actor, { ...search, pageSize });
  const sendsEmails = await hasMailServer(services);
  return {
    offers: { ...offers, items: offers.items.map((one) => offerRow(one, reader, sendsEmails)) },
    shown,
    mayMake: may(actor, "make offers"),
  };
}

const empty = {
  title: "No offers yet",
  why: "Sell on the phone: offer a plan at a price of its own, or anything else. The customer accepts and pays with one link, without a password.",
};
const first = { label: "Make the first offer", path: "/admin/offers/new" };

export default function Offers({ loaderData }: Route.ComponentProps) {
  const { offers, shown, mayMake } = loaderData;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1}>Offers</Title>
        {mayMake && (
          <Button component={Link} to="/admin/offers/new">
            New offer
          </Button>
        )}
      </Group>
      <Text maw={720}>
        An offer becomes an order when the customer accepts it. Until then you can change or
        withdraw it; after its last day it ends by itself.
      </Text>
      <ListView
        list={offersList}
        {...shown}
        label="All offers"
        page={offers}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/admin/offers/${id}`}
        nameOf={({ title, to }) => `offer of ${title} for ${to}`}
        empty={<EmptyList {...empty} {...(mayMake && { todo: first })} />}
      />
    </Stack>
  );
}
