/** Whether the owner has switched a feature on; one without a record is off. */
export function isSwitchedOn(block: { readonly isOn?: string } | undefined): boolean {
  return block?.isOn === "Switched on";
}
