import {
  Alert,
  Anchor,
  Button,
  Group,
  Menu,
  Modal,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useEffect, useState } from "react";
import { Link, useFetcher } from "react-router";
import { IconDots } from "#app/ui/icons/icon-dots.ts";
import type { EditableRecord } from "#content/drafts/editable-record.ts";
import { isWithdrawable } from "#content/drafts/withdrawable.ts";
import type { Block } from "#content/model/define.ts";
import type { ReleaseKind } from "#content/releases/release.ts";
import type { loader } from "./release-of.ts";
import { ReleaseTime, suggestedTime } from "./release-time.tsx";

export interface PlannedTime {
  readonly kind: ReleaseKind;
  /** Id of a release that is planned already; null for a new one. */
  readonly release: string | null;
  readonly name: string;
  readonly wallTime: string;
  readonly isLater: boolean;
}

interface Failure {
  readonly notice?: string | undefined;
  readonly errors: Readonly<Record<string, string>>;
}

interface AtATimeProps {
  block: Block;
  record: EditableRecord | null;
  /** Name of the record with the typed texts. */
  label: string;
  /** True when there is something to publish. */
  hasChanges: boolean;
  isBusy: boolean;
  /** Rises with each request of the form that has succeeded. */
  savedCount: number;
  failure: Failure | undefined;
  onPlan: (planned: PlannedTime) => void;
  onWithdraw: () => void;
}

/** Buttons besides Publish: the same at a time, and taking the record off the site. */
export function AtATime(props: AtATimeProps) {
  const { block, record, hasChanges, isBusy, savedCount, failure, onWithdraw } = props;
  const [kind, setKind] = useState<ReleaseKind | null>(null);
  const isOnSite = record !== null && record.published !== null && isWithdrawable(block);
  // The form has to show what is wrong with its fields.
  const isFaultOfForm = Object.keys(failure?.errors ?? {}).some((name) => name in block.fields);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each success closes the dialog
  useEffect(() => setKind(null), [savedCount]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal closes the dialog, also one that equals the last
  useEffect(() => {
    if (isFaultOfForm) setKind(null);
  }, [failure]);
  if (block.changeRight !== undefined) return null;
  return (
    <>
      {hasChanges && (
        <Button variant="default" disabled={isBusy} onClick={() => setKind("publish")}>
          Publish at a time…
        </Button>
      )}
      {isOnSite && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="subtle" color="gray" aria-label="More" px="xs" disabled={isBusy}>
              <IconDots size={18} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={onWithdraw}>Take off the site</Menu.Item>
            <Menu.Item onClick={() => setKind("withdraw")}>Take off the site at a time…</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <Modal
        opened={kind !== null}
        onClose={() => setKind(null)}
        title={kind === "withdraw" ? "Take off the site at a time" : "Publish at a time"}
        lockScroll={false}
      >
        {kind !== null && <Choice {...props} kind={kind} onClose={() => setKind(null)} />}
      </Modal>
    </>
  );
}

interface ChoiceProps extends AtATimeProps {
  kind: ReleaseKind;
  onClose: () => void;
}

const newRelease = "";

function Choice(props: ChoiceProps) {
  const { kind, record, label, isBusy, savedCount, failure, onPlan, onClose } = props;
  const found = useReleaseOf(record?._id ?? "new", savedCount);
  const [release, setRelease] = useState(newRelease);
  const [name, setName] = useState(label);
  const [typed, setTyped] = useState<{ wallTime: string; isLater: boolean } | null>(null);
  if (found === undefined) return <Text>Loading…</Text>;
  if (found === null)
    return <Text>The releases could not be loaded. Close this and try again.</Text>;
  if (found.present !== null) return <Planned release={found.present} />;
  const chosen = typed ?? suggestedTime(found.now, found.timeZone);
  return (
    // A nested form would also submit the form of the record.
    <Stack gap="md">
      {failure?.notice && <Alert color="red">{failure.notice}</Alert>}
      {found.open.length > 0 && (
        <NativeSelect
          label="Release"
          description="What belongs together is published together."
          value={release}
          onChange={(event) => setRelease(event.currentTarget.value)}
          data={[
            { value: newRelease, label: "A new one" },
            ...found.open.map((one) => ({ value: one.id, label: `${one.name}, ${one.when}` })),
          ]}
        />
      )}
      {release === newRelease && (
        <>
          <TextInput
            label="Name"
            description="Only the team sees it."
            value={name}
            maxLength={80}
            autoComplete="off"
            error={failure?.errors.name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <ReleaseTime
            timeZone={found.timeZone}
            now={found.now}
            chosen={chosen}
            error={failure?.errors.wallTime}
            onChange={setTyped}
          />
        </>
      )}
      <Text size="sm" c="dimmed">
        {kind === "publish"
          ? "The draft is saved now. At that time it is published as it is then, so you can still correct it."
          : "Its texts are kept as a draft, and you can publish it again."}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Not now
        </Button>
        <Button
          loading={isBusy}
          onClick={() =>
            onPlan({ kind, release: release === newRelease ? null : release, name, ...chosen })
          }
        >
          Plan it
        </Button>
      </Group>
    </Stack>
  );
}

type ReleaseOfRecord = Awaited<ReturnType<typeof loader>>;

/**
 * Loads again when the form has saved something. Undefined until it is loaded; null when it cannot be
 * loaded.
 */
function useReleaseOf(recordId: string, savedCount: number): ReleaseOfRecord | null | undefined {
  const { load, data } = useFetcher<typeof loader>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was saved can be the release
  useEffect(() => void load(`/admin/release-of/${recordId}`), [recordId, savedCount]);
  return data;
}

function Planned({ release }: { release: NonNullable<ReleaseOfRecord["present"]> }) {
  const { id, name, when, kind, state } = release;
  const deed = kind === "publish" ? "publishes this draft" : "takes this off the site";
  return (
    <Text size="sm">
      The release{" "}
      <Anchor component={Link} to={`/releases/${id}`} inherit>
        {name}
      </Anchor>{" "}
      {state === "refused" ? `could not be published on ${when} and waits.` : `${deed} on ${when}.`}
    </Text>
  );
}

interface PlannedNoteProps {
  recordId: string;
  savedCount: number;
}

/** Says above a form that a release has its record. */
export function PlannedNote({ recordId, savedCount }: PlannedNoteProps) {
  const found = useReleaseOf(recordId, savedCount);
  if (!found?.present) return null;
  return (
    <Alert color={found.present.state === "refused" ? "red" : "yellow"}>
      <Planned release={found.present} />
    </Alert>
  );
}
