import { Notice } from "../ui/notice.tsx";

/** Above a form that somebody sent who was signed out by then: it shows what it showed before. */
export function UnsentNotice() {
  return (
    <Notice tone="info">
      You were signed out, so nothing was saved. What you had typed is not here any more: fill it in
      again.
    </Notice>
  );
}
