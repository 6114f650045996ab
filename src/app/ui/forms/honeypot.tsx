/** A name that autofill ignores and bots fill in. */
const honeypotField = "topic";

/**
 * The honeypot: a field hidden from sight, keyboard and screen readers. Not by `display: none`, because
 * bots skip fields that are not displayed.
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

/** True when the honeypot was filled in. The bot gets a normal success. */
export function isHoneypotFilled(values: Readonly<Record<string, string>>): boolean {
  return (values[honeypotField] ?? "") !== "";
}
