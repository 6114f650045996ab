import type { ReactNode } from "react";
import plainAccountSheet from "#app/looks/plain-account.css?sheet";
import { useLook } from "../look-context.ts";
import { Picture } from "../pictures/picture.tsx";
import { useSheet } from "../styles/style-sheets.ts";
import accountPageSheet from "./account-page.css?sheet";

interface AccountPageProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Links below the form, such as "Forgot password?". */
  aside?: ReactNode;
}

export function AccountPage({ title, lead, children, aside }: AccountPageProps) {
  const { hasDrawings } = useLook();
  useSheet(accountPageSheet, ...(hasDrawings ? [] : [plainAccountSheet]));
  return (
    <div className="account-page">
      <div className="account-page__sheet">
        <h1 className="account-page__title">{title}</h1>
        {lead && <div className="account-page__lead">{lead}</div>}
        <div className="account-page__body">{children}</div>
        {aside && <div className="account-page__aside">{aside}</div>}
      </div>
      <div className="account-page__field">
        {hasDrawings && (
          <Picture
            address="/pictures/first-light.webp"
            dark="/pictures/night-field.webp"
            alt=""
            sizes="80rem"
          />
        )}
      </div>
    </div>
  );
}
