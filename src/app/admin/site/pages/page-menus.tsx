import { Anchor, Group, List, Text } from "@mantine/core";
import { Link } from "react-router";
import { footerMenu, headerMenu } from "#content/blocks/menus.ts";
import { editPathOf, listPathOf } from "#content/model/record-paths.ts";
import { useMenuEntries } from "../content/fields/use-link-pages.ts";

const menus = [
  { menu: headerMenu, words: "Put it into the header menu" },
  { menu: footerMenu, words: "Put it into the footer menu" },
] as const;

interface PageMenusProps {
  recordId: string;
  title: string;
}

/** The menu entries that lead to a page, and the way to one more. */
export default function PageMenus({ recordId, title }: PageMenusProps) {
  const entries = useMenuEntries();
  const leading = entries?.filter(({ leadsTo }) => leadsTo.split("#")[0] === `page:${recordId}`);
  return (
    <section aria-label="Menus">
      <Text size="sm" fw={600}>
        Menus
      </Text>
      {leading?.length === 0 && (
        <Text size="sm" c="dimmed">
          No menu leads to this page.
        </Text>
      )}
      {leading !== undefined && leading.length > 0 && (
        <List size="sm">
          {leading.map(({ id, block, menu, label, parent }) => (
            <List.Item key={id}>
              <Anchor component={Link} to={editPathOf(menuNamed(block), id)} size="sm">
                {menu}: {label}
              </Anchor>
              {parent !== null && `, below ${parent.label}`}
            </List.Item>
          ))}
        </List>
      )}
      <Group gap="md" mt={4}>
        {menus.map(({ menu, words }) => (
          <Anchor
            key={menu.name}
            component={Link}
            to={`${listPathOf(menu)}?${new URLSearchParams({ entryLabel: title, leadsTo: `page:${recordId}` })}#add-${menu.name}`}
            size="sm"
          >
            {words}
          </Anchor>
        ))}
      </Group>
    </section>
  );
}

function menuNamed(block: string) {
  return block === footerMenu.name ? footerMenu : headerMenu;
}
