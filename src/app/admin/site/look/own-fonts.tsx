import { Alert, Button, Group, Input, Text } from "@mantine/core";
import { useId, useState } from "react";
import { useFetcher } from "react-router";
import { ChooseFile } from "#app/admin/frame/ui/choose-file.tsx";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { IconUpload } from "#app/ui/icons/icon-upload.ts";
import { maxOwnFontBytes, type OwnFont, tooLargeFont } from "#look/typefaces/own-font.ts";
import type { FormParts } from "../content/record/record-form.tsx";
import classes from "./look.module.css";
import { familyOfOwn, useOwnFaces } from "./use-typeface-sheets.ts";

interface OwnFontsProps {
  fonts: readonly OwnFont[];
  form: FormParts;
}

/** The fonts that the owner has uploaded, and the upload of another one. */
export function OwnFonts({ fonts, form: { values, onChange } }: OwnFontsProps) {
  const fetcher = useFetcher<ActionResult<OwnFont>>();
  const id = useId();
  useOwnFaces(fonts);
  const [tooLarge, setTooLarge] = useState("");
  const answer = fetcher.state === "idle" && tooLarge === "" ? fetcher.data : undefined;
  const fault = tooLarge || answer?.notice;
  const send = (fields: Readonly<Record<string, string | File>>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    void fetcher.submit(form, {
      method: "post",
      action: "/admin/look/fonts",
      encType: "multipart/form-data",
    });
  };
  const upload = (file: File) => {
    const isTooLarge = file.size > maxOwnFontBytes;
    setTooLarge(isTooLarge ? tooLargeFont(file.size) : "");
    if (!isTooLarge) send({ intent: "upload", file });
  };
  const isUsed = ({ address }: OwnFont) =>
    values.ownHeadingFont === address || values.ownTextFont === address;
  return (
    <Input.Wrapper
      label="Fonts of your own"
      labelElement="div"
      labelProps={{ id }}
      description={`A WOFF2 file of at most ${maxOwnFontBytes / 1000} kB that you may use on websites.`}
    >
      {fault && (
        <Alert color="red" mt="xs" role="alert">
          {fault}
        </Alert>
      )}
      <ul className={classes.left} aria-labelledby={id}>
        {fonts.map((font) => (
          <li key={font._id}>
            <Text className={classes.faceName} style={{ fontFamily: familyOfOwn(font) }}>
              {font.name}
            </Text>
            <Text size="sm" c="dimmed">
              {Math.ceil(font.bytes / 1000)} kB, {weightsOf(font)}.
              {font.restriction !== "" && ` ${font.restriction}`}
            </Text>
            <Group gap="xs" mt={4}>
              <Button
                size="xs"
                variant="default"
                mih={44}
                aria-label={`Use ${font.name} for headings`}
                disabled={values.ownHeadingFont === font.address}
                onClick={() => onChange({ headingFont: "Uploaded", ownHeadingFont: font.address })}
              >
                For headings
              </Button>
              <Button
                size="xs"
                variant="default"
                mih={44}
                aria-label={`Use ${font.name} for text`}
                disabled={values.ownTextFont === font.address}
                onClick={() => onChange({ textFont: "Uploaded", ownTextFont: font.address })}
              >
                For text
              </Button>
              {!isUsed(font) && (
                <Button
                  size="xs"
                  variant="subtle"
                  color="red"
                  mih={44}
                  aria-label={`Delete ${font.name}`}
                  loading={fetcher.state !== "idle"}
                  onClick={() => send({ intent: "delete", id: font._id })}
                >
                  Delete
                </Button>
              )}
            </Group>
          </li>
        ))}
      </ul>
      <ChooseFile accept=".woff2,font/woff2" onChange={(file) => file && upload(file)}>
        {(button) => (
          <Button
            variant="default"
            mih={44}
            mt="xs"
            leftSection={<IconUpload size={16} aria-hidden />}
            loading={fetcher.state !== "idle"}
            {...button}
          >
            Upload a font
          </Button>
        )}
      </ChooseFile>
      <Text size="sm" aria-live="polite" mt={4}>
        {answer?.data && `${answer.data.name} is uploaded. Choose where to use it.`}
      </Text>
    </Input.Wrapper>
  );
}

function weightsOf({ lightest, boldest }: OwnFont): string {
  return lightest === boldest ? `one weight (${lightest})` : `weights ${lightest} to ${boldest}`;
}
