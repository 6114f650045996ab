import { openResetLink } from "../access/sessions/reset-links.server.ts";
import { StartError } from "../platform/errors.ts";
import { readSettings } from "../server/settings.ts";
import { runCommand, withExistingDatabase } from "./run-command.ts";

/**
 * `furrow reset-password EMAIL`: for a person who has forgotten the password on a site that sends
 * no emails. Prints a link, because nobody sees such links in the panel.
 */
export const runResetPassword = (email: string) =>
  runCommand("No link was made.", async () => {
    const configuration = readSettings();
    await withExistingDatabase(configuration, async (database) => {
      const path = await openResetLink(database, email);
      if (path === null) throw new StartError(`There is no account with the address ${email}.`);
      console.log(
        `Send this link to ${email}. Whoever opens it can set a new password, once, within one hour:`,
      );
      console.log(`${configuration.publicUrl}${path}`);
    });
  });
