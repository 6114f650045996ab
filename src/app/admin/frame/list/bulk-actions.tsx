import { Button, Kbd } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { IconChevronUp } from "#app/ui/icons/icon-chevron-up.ts";
import type { JsonValue } from "#platform/errors.ts";
import type { Question } from "./bulk-question.tsx";

// Most lists have neither, and the code of menus and dialogs is larger than that of the list.
const BulkMenu = lazy(() => import("./bulk-menu.tsx"));
const BulkQuestion = lazy(() => import("./bulk-question.tsx"));

type Input = Readonly<Record<string, JsonValue>>;

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
  // Opens the menu after its code has been loaded, so that no click or key is lost.
  const [wasPressed, setPressed] = useState(false);
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
          <Suspense
            key={label}
            fallback={
              <Button {...look} onClick={() => setPressed(true)}>
                {label}
              </Button>
            }
          >
            <BulkMenu
              options={choices.options}
              isOpenAtFirst={wasPressed}
              onChoose={(value) => onRun({ ...action.input, [choices.name]: value })}
            >
              <Button {...look} leftSection={<IconChevronUp size={14} />} rightSection={key}>
                {label}
              </Button>
            </BulkMenu>
          </Suspense>
        );
      })}
      {asked && (
        <Suspense>
          <BulkQuestion
            question={asked.question}
            isOpen={asked.isOpen}
            onClose={close}
            onConfirm={() => onRun(asked.input)}
          />
        </Suspense>
      )}
    </>
  );
}
