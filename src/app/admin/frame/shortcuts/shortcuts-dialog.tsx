import { Kbd, Modal, Text } from "@mantine/core";
import { Fragment } from "react";
import { sections } from "../shell/admin-navigation.ts";
import classes from "./shortcuts.module.css";
import { placeKeys } from "./shortcuts.tsx";

const labelOf = (path: string) => sections.find((section) => section.path === path)?.label ?? path;

const rows: readonly (readonly [keys: readonly string[], effect: string])[] = [
  [["Ctrl or ⌘", "K"], "Find a screen, content, an order or a customer"],
  ...Object.entries(placeKeys).map(([key, path]) => [["g", key], labelOf(path)] as const),
  [["j", "k"], "Go to the next or previous row of a list, or section of a page"],
  [["↓", "↑"], "Go to the next or previous row of a table"],
  [["Enter"], "Open the row"],
  [["/"], "Search the list"],
  [["x"], "Select the row"],
  [["a"], "Select all rows on the page"],
  [["w"], "Choose who works on the selected orders"],
  [["d"], "Mark the selected orders as delivered without proof (asks first)"],
  [["p"], "Mark the selected orders as Pending"],
  [["z"], "Undo the last change (while its message is shown)"],
  [["p"], "Publish all drafts (on Site and Drafts)"],
  [["r"], "Reply (on the page of a message)"],
  [["n"], "Add a person (on Team and admins)"],
  [["j", "k"], "Go to the next or previous order (on the page of an order)"],
  [["Ctrl or ⌘", "Enter"], "Send the message (on the page of an order)"],
  [["Esc"], "Close the open dialog or menu"],
  [["?"], "Show these shortcuts"],
];

export default function ShortcutsDialog({
  opened,
  onClose,
}: {
  opened: boolean;
  onClose: () => void;
}) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" lockScroll={false}>
      <dl className={classes.list}>
        {rows.map(([keys, effect]) => (
          <Fragment key={effect}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <Text component="dd" size="sm" m={0}>
              {effect}
            </Text>
          </Fragment>
        ))}
      </dl>
    </Modal>
  );
}
