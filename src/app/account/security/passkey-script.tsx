import passkeyScript from "./passkey.js?raw";

/**
 * Inlined, so that the login page needs no further request. The Content-Security-Policy contains
 * the hash of the script. No module, because a module would show its form after the first paint, and
 * the form would move what is below.
 */
export function PasskeyScript() {
  return (
    <script
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of the program, without input
      dangerouslySetInnerHTML={{ __html: passkeyScript }}
    />
  );
}
