import { Button, Group, Kbd, Menu, Modal, ScrollArea, Stack, Text } from "@mantine/core";
import { IconChevronUp } from "@tabler/icons-react";
import { useState } from "react";
import type { JsonValue } from "#platform/errors.ts";

type Input = Readonly<Record<string, JsonValue>>;

interface Question {
  readonly title: string;
  /** What the action does. Without a text, the action is done without a question. */
  readonly text: string;
  /** Label of the button that does it. */
  readonly confirm: string;
}

export interface BulkAction<Row> {
  readonly label: string;
  /** Sent with the ids of the selected rows. */
  readonly input: Input;
  readonly shortcut: string;
  /** The button opens a menu; the chosen value is sent under this name. */
  readonly choices?: {
    readonly name: string;
    readonly options: readonly { readonly value: string; readonly label: string }[];
  };
  /** The question before an action that "Undo" cannot take back entirely, such as an email. */
  readonly ask?: (selected: readonly Row[]) => Question;
}

interface BulkActionsProps<Row> {
  actions: readonly BulkAction<Row>[];
  selected: readonly Row[];
  isRunning: boolean;
  onRun: (input: Input) => void;
}

export function BulkActions<Row>(props: BulkActionsProps<Row>) {
  const { actions, selected, isRunning, onRun } = props;
  // The question keeps its words while the dialog closes.
  const [asked, setAsked] = useState<{ question: Question; input: Input; isOpen: boolean }>();
  const close = () => setAsked((last) => last && { ...last, isOpen: false });
  const act = ({ ask, input }: BulkAction<Row>) => {
    const question = ask?.(selected);
    if (question === undefined || question.text === "") onRun(input);
    else setAsked({ question, input, isOpen: true });
  };
  return (
    <>
      {actions.map((action, index) => {
        const { label, shortcut, choices } = action;
        const look = {
          size: "sm",
          variant: index === 0 ? "filled" : "default",
          loading: isRunning,
          "aria-keyshortcuts": shortcut,
        } as const;
        const key = (
          <Kbd size="xs" visibleFrom="sm" aria-hidden>
            {shortcut}
          </Kbd>
        );
        if (choices === undefined) {
          return (
            <Button key={label} {...look} rightSection={key} onClick={() => act(action)}>
              {label}
            </Button>
          );
        }
        return (
          <Menu key={label} position="top-start" withinPortal>
            <Menu.Target>
              <Button {...look} leftSection={<IconChevronUp size={14} />} rightSection={key}>
                {label}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <ScrollArea.Autosize mah="50vh">
                {choices.options.map(({ value, label: choice }) => (
                  <Menu.Item
                    key={value}
                    onClick={() => onRun({ ...action.input, [choices.name]: value })}
                  >
                    {choice}
                  </Menu.Item>
                ))}
              </ScrollArea.Autosize>
            </Menu.Dropdown>
          </Menu>
        );
      })}
      <Modal
        opened={asked?.isOpen ?? false}
        onClose={close}
        title={asked?.question.title}
        lockScroll={false}
      >
        <Stack gap="md">
          <Text size="sm">{asked?.question.text}</Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Not now
            </Button>
            <Button
              data-autofocus
              onClick={() => {
                close();
                if (asked?.isOpen) onRun(asked.input);
              }}
            >
              {asked?.question.confirm}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
