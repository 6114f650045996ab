import { Notice } from "../ui/notice.tsx";

interface KeptNoticeProps {
  /** What did not happen, such as "ordered". */
  undone: string;
  /** What is written on the button that sends the form. */
  button: string;
}

/** Above a form that somebody sent who was signed out by then, and that still has all they typed. */
export function KeptNotice({ undone, button }: KeptNoticeProps) {
  return (
    <Notice tone="error">
      You were signed out, so nothing was {undone}. What you typed is still here:{" "}
      <a href="/login" target="_blank" rel="noopener">
        log in in another tab
      </a>
      , then press “{button}” here.
    </Notice>
  );
}
