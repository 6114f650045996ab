import { Button, Collapse, Group, NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAdjustmentsHorizontal, IconSearch } from "@tabler/icons-react";
import type { FormEvent } from "react";
import { Form, useNavigate } from "react-router";
import { orderStatuses, paymentStatuses } from "../../../orders/order.ts";
import {
  type OrderSearch,
  orderSearchParameters,
  readOrderSearch,
} from "../../../orders/search/order-search.ts";
import { sortLabels } from "./search-words.ts";

interface OrderFiltersProps {
  search: OrderSearch;
  /** Names of all plans that were ever ordered. */
  plans: readonly string[];
  isLoading: boolean;
}

/** The search field and, behind a button, the filters. All of them are in the URL. */
export function OrderFilters({ search, plans, isLoading }: OrderFiltersProps) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const navigate = useNavigate();
  const any = { value: "", label: "Any" };

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      String(value),
    ]);
    const { search: wanted } = readOrderSearch(new URLSearchParams(typed));
    void navigate(`?${orderSearchParameters(wanted)}`);
  }

  return (
    <Form method="get" role="search" aria-label="Orders" onSubmit={apply}>
      <Group gap="xs" align="end">
        <TextInput
          type="search"
          name="q"
          defaultValue={search.q}
          size="md"
          flex={{ base: "1 1 100%", sm: 1 }}
          maw={{ sm: 480 }}
          maxLength={200}
          aria-label="Search orders"
          placeholder="Name, email, plan or number"
          leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        />
        <Button type="submit" size="md" loading={isLoading}>
          Search
        </Button>
        <Button
          variant="default"
          size="md"
          onClick={toggle}
          aria-expanded={isOpen}
          aria-controls="order-filters"
          leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.6} aria-hidden />}
        >
          Filters
        </Button>
      </Group>
      <Collapse expanded={isOpen} id="order-filters">
        <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm" mt="sm">
          <NativeSelect
            label="Payment Status"
            name="payment"
            defaultValue={search.payment ?? ""}
            data={[any, ...paymentStatuses]}
          />
          <NativeSelect
            label="Order Status"
            name="status"
            defaultValue={search.status ?? ""}
            data={[any, ...orderStatuses]}
          />
          <NativeSelect
            label="Plan"
            name="plan"
            defaultValue={search.plan ?? ""}
            data={[any, ...new Set([...plans, ...(search.plan === null ? [] : [search.plan])])]}
          />
          <NativeSelect
            label="Sorted by"
            name="sort"
            defaultValue={search.sort}
            data={Object.entries(sortLabels).map(([value, label]) => ({ value, label }))}
          />
          <TextInput type="date" label="First day" name="from" defaultValue={search.from ?? ""} />
          <TextInput type="date" label="Last day" name="to" defaultValue={search.to ?? ""} />
        </SimpleGrid>
        <Button type="submit" mt="sm" loading={isLoading}>
          Apply
        </Button>
      </Collapse>
    </Form>
  );
}
