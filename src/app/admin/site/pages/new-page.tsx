import { Button } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useDialog } from "#app/admin/frame/forms/use-open-part.ts";
import { useWasOpened } from "#app/admin/frame/forms/use-was-opened.ts";
import { IconFilePlus } from "#app/ui/icons/icon-file-plus.ts";

const newPagePart = "#new";

/** Loaded when it is opened, because it draws every pattern. */
const NewPageDialog = lazy(() => import("./new-page-dialog.tsx"));

export function NewPage() {
  const { isOpen, show, close } = useDialog(newPagePart);
  const wasOpened = useWasOpened(newPagePart);
  return (
    <>
      <Button
        leftSection={<IconFilePlus size={18} aria-hidden />}
        onClick={() => void show()}
        aria-keyshortcuts="n"
      >
        New page
      </Button>
      {wasOpened && (
        <Suspense>
          <NewPageDialog isOpen={isOpen} onClose={() => void close()} />
        </Suspense>
      )}
    </>
  );
}
