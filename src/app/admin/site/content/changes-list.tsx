import { Anchor, Button, Group, Kbd, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { usePanelRights } from "#app/admin/frame/shell/use-panel-rights.ts";
import type { EditableRecord } from "#content/drafts/editable-record.ts";
import { findBlock } from "#content/model/blocks.ts";
import { editPathOf } from "#content/model/record-paths.ts";
import classes from "./changes-list.module.css";
import { useContentAction } from "./use-content-action.ts";

interface ChangesListProps {
  drafts: readonly EditableRecord[];
  empty?: ReactNode;
  /** True while a form of the screen has text that is not saved, and that publishing would leave out. */
  isTyping?: boolean;
}

const nothingWaits = (
  <Text size="sm" c="dimmed">
    No changes are waiting. Visitors see everything that you have saved.
  </Text>
);

/** This component stays mounted without drafts, because it shows the toast with "Undo". */
export function ChangesList({ drafts, empty = nothingWaits, isTyping = false }: ChangesListProps) {
  const publishing = useContentAction();
  const { publishes } = usePanelRights();
  const discarding = useContentAction();
  if (drafts.length === 0) return empty;
  return (
    <Stack gap="xs">
      <ul className={classes.changes} aria-label="Changes that are not published">
        {drafts.map((draft) => {
          const block = findBlock(draft.block);
          if (block === undefined) return null;
          const name = draft.label === block.title ? block.title : `${block.title}: ${draft.label}`;
          const changed = (draft.draft?.fields ?? []).map(
            (each) => block.fields[each]?.label ?? each,
          );
          if (draft.draft?.isMoved) changed.push("Place in the list");
          return (
            <li key={draft._id}>
              <div>
                <Anchor component={Link} to={editPathOf(block, draft._id)} size="sm" fw={600}>
                  {name}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {draft.published === null ? "New" : changed.join(", ")} · {draft.draft?.author}
                </Text>
              </div>
              <Button
                variant="subtle"
                color="gray"
                size="xs"
                mih={44}
                aria-label={`Discard the draft of ${name}`}
                onClick={() =>
                  discarding.send({ intent: "discard", block: block.name, id: draft._id })
                }
              >
                Discard
              </Button>
            </li>
          );
        })}
      </ul>
      {publishes && isTyping ? (
        <Text size="sm" c="dimmed">
          You have changed more below. Publish, save or discard that first.
        </Text>
      ) : publishes ? (
        <Group>
          <Button
            loading={publishing.isSending}
            onClick={() =>
              publishing.send({
                intent: "publish-all",
                block: null,
                ids: drafts.map(({ _id }) => _id),
              })
            }
            aria-keyshortcuts="p"
            rightSection={
              <Kbd size="xs" visibleFrom="sm" aria-hidden>
                p
              </Kbd>
            }
          >
            {drafts.length === 1 ? "Publish 1 change" : `Publish ${drafts.length} changes`}
          </Button>
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          An owner or an editor reviews these changes and publishes them.
        </Text>
      )}
    </Stack>
  );
}
