import passkeyScript from "./passkey.ts?script-text";

/**
 * Inlined, so that the login page needs no further request. The Content-Security-Policy contains
 * the hash of the script.
 */
export function PasskeyScript() {
  return (
    <script
      type="module"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of the program, without input
      dangerouslySetInnerHTML={{ __html: passkeyScript }}
    />
  );
}
