/** "DE89 3704 0044 0532 0130 00": people compare groups of four. */
export function ibanInGroups(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, "$1 ");
}
