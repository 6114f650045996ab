/** A field name that bots fill in, but that no browser fills in automatically. */
const honeypotField = "topic";

/**
 * A field hidden from sight, keyboard and screen readers, but not by `display: none`, because bots
 * skip fields that are not displayed.
 */
export function Honeypot() {
  return (
    <div className="unseen" aria-hidden="true" inert>
      <label>
        Leave this empty
        <input name={honeypotField} type="text" autoComplete="off" tabIndex={-1} />
      </label>
    </div>
  );
}

/**
 * True when a bot filled the honeypot. The caller answers with success, so that the bot does not
 * try again.
 */
export function isHoneypotFilled(values: Readonly<Record<string, string>>): boolean {
  return (values[honeypotField] ?? "") !== "";
}
