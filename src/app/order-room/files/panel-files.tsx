import { Alert, Anchor, Button, Group, Text, Title } from "@mantine/core";
import { useState } from "react";
import { Link, useFetcher, useSearchParams } from "react-router";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import type { PanelRoom } from "../room-parts.server.ts";
import type { FileView } from "./files-part.server.ts";
import classes from "./order-files.module.css";

export function PanelFiles({ room }: { room: PanelRoom }) {
  const { listed, toAll, used } = room.files;
  const [parameters] = useSearchParams();
  if (listed.length === 0) return null;
  const query = new URLSearchParams(parameters);
  query.set("files", "all");
  return (
    <section aria-labelledby="files">
      <Title order={2} id="files">
        Files
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {used}
      </Text>
      <ul className={classes.list} aria-label="Files, the newest first">
        {listed.map((file) => (
          <li key={file.id} className={classes.file}>
            <div>
              <FileLink file={file} />
              <Text size="sm" c="dimmed">
                {file.from}, <time dateTime={file.isoDate}>{file.date}</time>
              </Text>
            </div>
            <RemoveFile file={file} />
          </li>
        ))}
      </ul>
      {toAll !== "" && (
        <Anchor component={Link} to={`?${query}`} preventScrollReset size="sm">
          {toAll}
        </Anchor>
      )}
    </section>
  );
}

function RemoveFile({ file }: { file: FileView }) {
  const fetcher = useFetcher<ActionResult>();
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        mih={44}
        aria-label={`Remove ${file.name}`}
        onClick={() => setIsAsking(true)}
      >
        Remove
      </Button>
    );
  }
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="remove-file" />
      <input type="hidden" name="fileId" value={file.id} />
      {fetcher.data?.notice && <Alert color="red">{fetcher.data.notice}</Alert>}
      <Text size="sm">This deletes the file for good, for the customer too.</Text>
      <Group gap="xs">
        <Button type="submit" color="red" h={44} autoFocus loading={fetcher.state !== "idle"}>
          Remove the file
        </Button>
        <Button variant="default" h={44} onClick={() => setIsAsking(false)}>
          Cancel
        </Button>
      </Group>
    </fetcher.Form>
  );
}

export function FileLink({ file: { name, href, about } }: { file: FileView }) {
  return (
    <Text size="sm">
      <Anchor href={href} download={name} inherit>
        {name}
      </Anchor>{" "}
      <Text span size="sm" c="dimmed">
        {about}
      </Text>
    </Text>
  );
}
