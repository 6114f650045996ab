import { Notice } from "../ui/notice.tsx";

interface KeptNoticeProps {
  why: keyof typeof words | "removed";
  /** The action that did not happen, as a participle such as "ordered". */
  undone: string;
  button: string;
}

/** Notice above a form whose session has ended. The form still contains what the customer typed. */
export function SavedFormNotice({ why, undone, button }: KeptNoticeProps) {
  if (why === "removed") {
    return (
      <Notice tone="error">
        You no longer see this order, so nothing was {undone}. What you typed is still here, so that
        you can copy it. Ask the person who manages the people of{" "}
        <a href="/account/company">the company</a>.
      </Notice>
    );
  }
  const { fact, href, way } = words[why];
  return (
    <Notice tone="error">
      {fact}, so nothing was {undone}. What you typed is still here:{" "}
      <a href={href} target="_blank" rel="noopener">
        {way} in another tab
      </a>
      , then press “{button}” here.
    </Notice>
  );
}

const words = {
  "signed out": { fact: "You were signed out", href: "/login", way: "log in" },
  "another account": {
    fact: "You have signed in with another account since you opened this form",
    href: "/dashboard",
    way: "sign out and log in with the previous one",
  },
} as const;
