import { Alert, NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import { useState } from "react";
import type { ShownValue } from "#settings/define-setting.ts";
import { GivenField } from "./setting-field.tsx";
import type { ShownField } from "./setting-parts.server.ts";
import { encryptionLabels } from "./value-labels.ts";

type MailServer = ShownValue<"mailServer">;

const usualPorts: Readonly<Record<string, string>> = { tls: "465", starttls: "587", none: "25" };

interface MailServerFieldProps {
  field: ShownField;
  errors: Readonly<Record<string, string>>;
}

export function MailServerField({ field: { value, given }, errors }: MailServerFieldProps) {
  const server = value as MailServer | null;
  return given !== null && server !== null ? (
    <GivenServer server={server} variable={given} />
  ) : (
    <ServerFields server={server} errors={errors} />
  );
}

function GivenServer({ server, variable }: { server: MailServer; variable: string }) {
  const { host, port, encryption, user, hasPassword } = server;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <GivenField label="Host" value={host} variable={variable} />
        <GivenField label="Port" value={String(port)} variable={variable} />
      </SimpleGrid>
      <GivenField label="Encryption" value={encryptionLabels[encryption]} variable={variable} />
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
            label: encryptionLabels[value as MailServer["encryption"]],
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
