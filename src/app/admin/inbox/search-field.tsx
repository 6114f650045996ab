import { Anchor, Button, Group, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { Form, Link, useNavigation } from "react-router";

interface SearchFieldProps {
  path: string;
  label: string;
  search: string;
  maxLength: number;
}

/** A search that stays in the address, so that paging and the browser's Back keep it. */
export function SearchField({ path, label, search, maxLength }: SearchFieldProps) {
  const navigation = useNavigation();
  const isSearching = navigation.state === "loading" && navigation.location.pathname === path;
  return (
    <Form method="get" action={path} role="search">
      <Group gap="xs" align="end" maw={560}>
        <TextInput
          // A new one for each address, so that Back shows what was searched for there.
          key={search}
          name="search"
          type="search"
          label={label}
          defaultValue={search}
          maxLength={maxLength}
          leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
          flex={1}
          miw={200}
        />
        <Button type="submit" variant="default" loading={isSearching}>
          Search
        </Button>
        {search !== "" && (
          <Anchor component={Link} to={path} size="sm" lh="36px">
            Show all
          </Anchor>
        )}
      </Group>
    </Form>
  );
}
