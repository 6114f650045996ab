import type { NavigationEntry } from "../shell/admin-navigation.ts";

export interface Command extends NavigationEntry {
  readonly description: string;
  /** Undefined for a command that only opens the screen where it is done. */
  readonly act?: "dark" | "light" | "system" | "sign-out" | "back-up" | "leave";
  /** The command is left out for people who may not open this screen. */
  readonly needs?: string;
}

/** What a person can do from anywhere in the panel. */
const commands: readonly Command[] = [
  {
    label: "Invite a person to the team",
    description: "Command",
    path: "/add-user",
    needs: "/add-user",
    keywords: ["add an admin", "new person", "colleague"],
  },
  {
    label: "Back up now",
    description: "Command",
    path: "/backups",
    needs: "/backups",
    act: "back-up",
    keywords: ["backup", "make a backup"],
  },
  {
    label: "New page",
    description: "Command",
    path: "/pages#new",
    needs: "/pages",
    keywords: ["add a page", "landing page"],
  },
  { label: "Dark colors", description: "Command", path: "", act: "dark", keywords: ["night"] },
  { label: "Light colors", description: "Command", path: "", act: "light", keywords: ["day"] },
  {
    label: "Colors of the system",
    description: "Command",
    path: "",
    act: "system",
    keywords: ["automatic", "dark", "light"],
  },
  { label: "View the site", description: "Command", path: "/", act: "leave" },
  {
    label: "Your account",
    description: "Command",
    path: "/account",
    act: "leave",
    keywords: ["profile", "sessions", "my data"],
  },
  {
    label: "Change your password",
    description: "Command",
    path: "/account/password",
    act: "leave",
  },
  {
    label: "Second factor and passkeys",
    description: "Command",
    path: "/account/security",
    act: "leave",
    keywords: ["2FA", "security", "authenticator", "API keys"],
  },
  {
    label: "Sign out",
    description: "Command",
    path: "/sign-out",
    act: "sign-out",
    keywords: ["Signout", "log out", "logout"],
  },
];

export function commandsWithout(hidden: readonly string[]): readonly Command[] {
  return commands.filter(({ needs }) => needs === undefined || !hidden.includes(needs));
}

/** Sends the form of the sign-out, because a link must not end a session. */
export function signOut(path: string): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = path;
  document.body.append(form);
  form.submit();
}
