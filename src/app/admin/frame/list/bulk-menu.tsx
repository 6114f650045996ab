import { Menu, ScrollArea } from "@mantine/core";
import type { ReactElement } from "react";

interface BulkMenuProps {
  options: readonly { readonly value: string; readonly label: string }[];
  isOpenAtFirst: boolean;
  onChoose: (value: string) => void;
  /** The button that opens the menu. */
  children: ReactElement;
}

export default function BulkMenu({ options, isOpenAtFirst, onChoose, children }: BulkMenuProps) {
  return (
    <Menu defaultOpened={isOpenAtFirst} position="top-start" withinPortal>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah="50vh">
          {options.map(({ value, label }) => (
            <Menu.Item key={value} onClick={() => onChoose(value)}>
              {label}
            </Menu.Item>
          ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}
