import { pageTitle } from "../page-title.ts";
import { AccountPage } from "../ui/account-page.tsx";

export const handle = { quiet: true };

export function meta() {
  return pageTitle("Your account is deleted");
}

/** Where a deleted account leads, and where nobody is asked to log in. */
export default function Goodbye() {
  return (
    <AccountPage title="Your account is deleted" aside={<a href="/">Back Home</a>}>
      <p>
        You are signed out everywhere, and your name is off our books. Thank you for the time in our
        field.
      </p>
    </AccountPage>
  );
}
