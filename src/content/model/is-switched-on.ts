/** Whether the owner has switched a feature on. A feature whose block has no record is off. */
export function isSwitchedOn(block: { readonly isOn?: string } | undefined): boolean {
  return block?.isOn === "Switched on";
}
