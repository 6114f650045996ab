/** The address of the dashboard with some of its choices changed; null takes one out. */
export function dashboardAddress(
  present: URLSearchParams,
  changes: Readonly<Record<string, string | null>>,
): string {
  const choices = new URLSearchParams(present);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) choices.delete(name);
    else choices.set(name, value);
  }
  const text = choices.toString();
  return text === "" ? "/admin" : `/admin?${text}`;
}
