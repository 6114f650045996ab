import { Alert, Button, NativeSelect, SimpleGrid, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { shownEmail } from "#platform/texts/shown-email.ts";
import type { Settings } from "#settings/settings.ts";
import { GivenField, type PartProps, SettingsForm } from "./settings-form.tsx";

type MailServer = NonNullable<Settings["mailServer"]["value"]>;

const encryptions: Readonly<Record<MailServer["encryption"], string>> = {
  tls: "TLS from the start",
  starttls: "STARTTLS",
  none: "None (only for a mail server on the site's own server)",
  "if-offered": "STARTTLS if the server offers it",
};

const usualPorts: Readonly<Record<string, string>> = { tls: "465", starttls: "587", none: "25" };

export function MailForm({ email, ...props }: PartProps & { readonly email: string }) {
  const { settings, result, sending } = props;
  const { mailServer, mailSender } = settings;
  const errors = result?.errors ?? {};
  return (
    <SettingsForm
      {...props}
      title="Mail server"
      intro="Sends the emails to your customers and to you. You find these values at your mail provider, often under “SMTP”."
      names={["mailServer", "mailSender"]}
      save="Save mail server"
      saved={`${describeServer(mailServer.value)}, sender ${mailSender.value ?? "none"}`}
      buttons={
        <Button
          type="submit"
          name="intent"
          value="test"
          variant="default"
          loading={sending === "test"}
        >
          Send a test email
        </Button>
      }
    >
      {mailServer.setBy === "environment" && mailServer.value !== null ? (
        <GivenServer server={mailServer.value} variable={mailServer.variable} />
      ) : (
        <ServerFields server={mailServer.value} errors={errors} />
      )}
      {mailSender.setBy === "environment" ? (
        <GivenField label="Sender" value={mailSender.value ?? ""} variable={mailSender.variable} />
      ) : (
        <TextInput
          name="mailSender"
          label="Sender"
          description="An email address that this mail account may send from, with or without a name"
          placeholder="Shop <shop@example.com>"
          defaultValue={mailSender.value ?? ""}
          error={errors.mailSender}
          maxLength={320}
        />
      )}
      <Text size="sm" c="dimmed">
        “Send a test email” tests the values above and saves nothing.
      </Text>
      <div role="status">
        {sending === "test" ? (
          <Alert color="gray" role="none">
            Sending a test email to {shownEmail(email)}…
          </Alert>
        ) : (
          result?.trial && (
            <Alert color={result.trial.sent ? "field" : "red"} role="none">
              {result.trial.message}
              {result.trial.sent && " Check your inbox."}
            </Alert>
          )
        )}
      </div>
    </SettingsForm>
  );
}

function describeServer(server: MailServer | null): string {
  if (server === null) return "no mail server";
  const { host, port, encryption, user } = server;
  return `${host}, port ${port}, ${encryptions[encryption]}, user name ${user || "none"}`;
}

function GivenServer({ server, variable }: { server: MailServer; variable: string }) {
  const { host, port, encryption, user, hasPassword } = server;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <GivenField label="Host" value={host} variable={variable} />
        <GivenField label="Port" value={String(port)} variable={variable} />
      </SimpleGrid>
      <GivenField label="Encryption" value={encryptions[encryption]} variable={variable} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <GivenField label="User name" value={user || "None"} variable={variable} />
        <GivenField
          label="Password"
          value={hasPassword ? "Set, not shown" : "None"}
          variable={variable}
        />
      </SimpleGrid>
    </>
  );
}

interface ServerFieldsProps {
  server: MailServer | null;
  errors: Readonly<Record<string, string>>;
}

function ServerFields({ server, errors }: ServerFieldsProps) {
  const [encryption, setEncryption] = useState<string>(server?.encryption ?? "tls");
  const [port, setPort] = useState(String(server?.port ?? usualPorts.tls));

  function choose(chosen: string) {
    if (port === usualPorts[encryption]) setPort(usualPorts[chosen] ?? port);
    setEncryption(chosen);
  }

  return (
    <>
      {server?.isPasswordReadable === false && (
        <Alert color="yellow" title="Enter the mail password again">
          The site can no longer read the saved mail password, so no emails are sent. Enter it again
          to send the waiting emails.
        </Alert>
      )}
      <TextInput
        name="mailServer.host"
        label="Host"
        placeholder="mail.example.com"
        defaultValue={server?.host ?? ""}
        error={errors["mailServer.host"]}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <NativeSelect
          name="mailServer.encryption"
          label="Encryption"
          description="Your mail provider tells you which one: usually TLS with port 465, or STARTTLS with port 587"
          inputWrapperOrder={["label", "input", "description", "error"]}
          value={encryption}
          onChange={(event) => choose(event.currentTarget.value)}
          data={["tls", "starttls", "none"].map((value) => ({
            value,
            label: encryptions[value as MailServer["encryption"]],
          }))}
          error={errors["mailServer.encryption"]}
        />
        <TextInput
          name="mailServer.port"
          label="Port"
          inputMode="numeric"
          value={port}
          onChange={(event) => setPort(event.currentTarget.value)}
          error={errors["mailServer.port"]}
          autoComplete="off"
        />
      </SimpleGrid>
      <TextInput
        name="mailServer.user"
        label="User name"
        description="Often your whole email address. Leave it empty if the server needs no sign-in."
        defaultValue={server?.user ?? ""}
        error={errors["mailServer.user"]}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        name="mailServer.password"
        type="password"
        label="Password"
        description={
          server?.hasPassword
            ? "A password is saved and never shown. Leave this field empty to keep it. After a change of host, port, encryption or user name, enter it again."
            : "Stored encrypted, never shown again"
        }
        error={errors["mailServer.password"]}
        autoComplete="new-password"
      />
    </>
  );
}
