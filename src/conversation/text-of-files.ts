/** Text of a message that has files and no words. */
export function textOfFiles(files: readonly { readonly name: string }[]): string {
  return files.map(({ name }) => name).join("\n");
}
