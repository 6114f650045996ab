import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useEffect, useRef } from "react";
import { useFetcher, useNavigate, useSubmit } from "react-router";
import type { Message } from "../../../inbox/messages/message.ts";
import { isTold } from "../forms/not-done.ts";
import { notifyWithUndo } from "../ui/notify-with-undo.tsx";

interface MessageButtonsProps {
  message: Message;
  isDeleted: boolean;
}

/** What can be done with a message beside answering it. */
export function MessageButtons({ message, isDeleted }: MessageButtonsProps) {
  const { messageStatus } = message;
  const marking = useMarking(message._id);
  const deleting = useDeleting(message._id);
  const putBack = usePutBack(message._id);
  if (isDeleted) {
    return (
      <Group>
        <Button onClick={putBack}>Put back</Button>
      </Group>
    );
  }
  const other = messageStatus === "UnRead" ? "Read" : "UnRead";
  return (
    <Group gap="sm">
      <marking.Form method="post">
        <input type="hidden" name="messageStatus" value={other} />
        <Button
          type="submit"
          variant={other === "Read" ? "filled" : "default"}
          loading={marking.state !== "idle"}
        >
          {other === "Read" ? "Mark Read" : "Mark Unread"}
        </Button>
      </marking.Form>
      <deleting.Form method="post">
        <Button
          type="submit"
          name="intent"
          value="delete"
          variant="subtle"
          color="red"
          loading={deleting.state !== "idle"}
        >
          Delete
        </Button>
      </deleting.Form>
    </Group>
  );
}

type Done = { readonly doneAt: number };
type Marked = Done & Pick<Message, "messageStatus">;

function useMarking(messageId: string) {
  const fetcher = useFetcher<Marked>({ key: `mark ${messageId}` });
  // What was sent may never have been rendered: a quick answer and its question arrive as one.
  useWhenDone(fetcher.data, ({ messageStatus }) => {
    notifications.show({ message: `Message is ${messageStatus}` });
  });
  return fetcher;
}

/** The list is where one goes on; from there it can be taken back. */
function useDeleting(messageId: string) {
  const fetcher = useFetcher<Done>({ key: `delete ${messageId}` });
  const navigate = useNavigate();
  const putBack = usePutBack(messageId);
  useWhenDone(fetcher.data, () => {
    notifyWithUndo("The message is deleted", putBack);
    void navigate("/all-messages");
  });
  return fetcher;
}

/** Works from wherever the admin has gone in the meantime. */
function usePutBack(messageId: string): () => void {
  const submit = useSubmit();
  return () =>
    void submit(
      { intent: "put-back" },
      { method: "post", action: `/view/${messageId}`, navigate: false },
    );
}

function useWhenDone<D extends Done>(data: D | undefined, whenDone: (data: D) => void): void {
  const act = useRef(whenDone);
  act.current = whenDone;
  useEffect(() => {
    if (data !== undefined && !isTold(data)) act.current(data);
  }, [data]);
}
