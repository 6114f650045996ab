/** The audit log is append-only, so an outdated name of an action is replaced only for display. */
const shownActions: Readonly<Record<string, string>> = {
  "Put picture back": "Restore picture",
  "Put former file back": "Restore previous file",
  "Put content back": "Restore content",
  "Put back subscriber": "Restore subscriber",
  "Put back message": "Restore message",
  "Send mail again": "Send email again",
  "Send test mail": "Send test email",
  "Undo sending mail": "Undo sending email",
  "Answer message": "Reply to message",
  "Tick first step": "Mark first step as done",
  "Restore revision": "Restore earlier version",
  "End links": "Revoke links",
  "Accept payment message": "Accept payment notification",
  "Link payment message": "Apply payment notification",
  "Dismiss payment message": "Dismiss payment notification",
  "Ask about payment message again": "Verify payment notification again",
};

export function shownAction(action: string): string {
  return shownActions[action] ?? action;
}

/** Words of the displayed names, with the stored words that they replace. */
const storedWords: Readonly<Record<string, string>> = {
  restore: "put",
  previous: "former",
  email: "mail",
  reply: "answer",
  mark: "tick",
  done: "tick",
  earlier: "revision",
  revoke: "end",
  version: "revision",
  notification: "message",
  apply: "link",
  verify: "ask",
};

/** Stored words that a search must match as well, because people type the displayed words. */
export function storedWordsFor(typed: string, isWhole: boolean): readonly string[] {
  return Object.entries(storedWords).flatMap(([shown, stored]) =>
    shown === typed || (!isWhole && shown.startsWith(typed)) ? [stored] : [],
  );
}

const shownSubjects: Readonly<Record<string, string>> = {
  user: "Admin",
  mail: "Email",
  tab: "Saved tab",
};

export function shownSubject(subject: string): string {
  return shownSubjects[subject] ?? subject.charAt(0).toUpperCase() + subject.slice(1);
}
