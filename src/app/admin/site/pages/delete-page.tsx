import { Button } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useDialog } from "#app/admin/frame/forms/use-open-part.ts";
import { useWasOpened } from "#app/admin/frame/forms/use-was-opened.ts";
import { useContentAction } from "../content/use-content-action.ts";
import type { DeletedPage } from "./delete-page-dialog.tsx";

const deletePart = "#delete-page";

/** Loaded when it is opened, because dialogs take a library. */
const DeletePageDialog = lazy(() => import("./delete-page-dialog.tsx"));

interface DeletePageProps {
  /** Null on a page that cannot be deleted. */
  page: DeletedPage | null;
  onDone: () => void;
}

/**
 * Asks before a page goes to the trash, and says what visitors will find. Stays mounted without the
 * page, because it shows the toast with "Undo" after the screen has lost the page.
 */
export function DeletePage({ page, onDone }: DeletePageProps) {
  const { isOpen, show, close } = useDialog(deletePart);
  const wasOpened = useWasOpened(deletePart);
  const action = useContentAction(onDone);
  if (page === null) return null;
  return (
    <>
      <Button variant="subtle" color="red" size="compact-sm" onClick={() => void show()}>
        Delete this page
      </Button>
      {wasOpened && (
        <Suspense>
          <DeletePageDialog
            page={page}
            isOpen={isOpen}
            isSending={action.isSending}
            onClose={() => void close()}
            onDelete={(leadsTo) =>
              action.send({ intent: "delete", block: page.block, id: page._id, leadsTo })
            }
          />
        </Suspense>
      )}
    </>
  );
}
