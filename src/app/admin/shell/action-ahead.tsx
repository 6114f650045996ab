import { Form, PrefetchPageLinks } from "react-router";

/** Where the content screens send what they want done: no screen by itself. */
const path = "/admin/content";

/**
 * Makes the router learn of the panel's action, and load it, while there is a connection: where it
 * had to ask first, one that is lost would take the screen away before anything is sent.
 */
export function ActionAhead() {
  return (
    <div hidden>
      {/* The router looks for the addresses of links and forms that are on a page. */}
      <Form method="post" action={path} discover="render" />
      <PrefetchPageLinks page={path} />
    </div>
  );
}
