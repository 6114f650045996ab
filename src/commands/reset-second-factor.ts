import { accountsWithoutPassword, isConfirmed } from "../access/accounts/accounts.server.ts";
import { readFirstAdmin, readTeam } from "../access/admins/assignees.ts";
import { resetSecondFactorOf } from "../access/second-factor/reset-second-factor.ts";
import { openMail } from "../mail/mailer.ts";
import { StartError } from "../platform/errors.ts";
import { installationSecret } from "../platform/files/secret.ts";
import { systemClock } from "../platform/time/clock.ts";
import { readSettings } from "../server/settings.ts";
import { waysIn } from "../server/ways-in.ts";
import { runCommand, withExistingDatabase } from "./run-command.ts";

/**
 * `furrow reset-second-factor EMAIL`: for an admin who has lost the phone and the backup codes,
 * when no other admin can sign in.
 */
export const runResetSecondFactor = (email: string) =>
  runCommand("The second factor was not reset.", async () => {
    const configuration = readSettings();
    await withExistingDatabase(configuration, async (database) => {
      const secret = installationSecret(configuration.secret, configuration.dataDirectory);
      const post = openMail({
        configuration,
        clock: systemClock,
        secret,
        isConfirmed,
        accountsWithoutPassword,
        readTeam,
        readFirstAdmin,
      });
      if (await resetSecondFactorOf({ database, post, waysIn }, email)) return;
      throw new StartError(`There is no account with the address ${email}.`);
    });
    console.log(
      `✓ The second factor of ${email} is reset: codes and passkeys are removed, and all sessions, API keys and links of the account have ended.`,
    );
  });
