/**
 * `furrow backup-key`: prints a new secret key with its public key, in the form of age's key files.
 */
export async function runBackupKey(): Promise<void> {
  const { generateX25519Identity, identityToRecipient } = await import("age-encryption");
  const secretKey = await generateX25519Identity();
  const lines = [
    "# Keep this file where you keep your passwords, and not on the server: without it, nobody can",
    "# restore the copies of backups. Set BACKUP_RECIPIENT on the server to the public key.",
    `# public key: ${await identityToRecipient(secretKey)}`,
    secretKey,
  ];
  console.log(lines.join("\n"));
}
