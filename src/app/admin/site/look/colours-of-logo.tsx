import { Alert, Button, Group, Loader, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useFetcher } from "react-router";
import { logo as block } from "#content/blocks/logo.ts";
import { paletteOf } from "#look/colours/derive.ts";
import type { ProposedPalette } from "#look/colours/logo-palettes.server.ts";
import { type Roles, roles } from "#look/roles.ts";
import type { PictureFile } from "#media/picture-file.ts";
import { useContentAction } from "../content/use-content-action.ts";
import { PictureInput } from "../media/picture-input.tsx";
import type { loader } from "./logo-palettes.ts";
import classes from "./look.module.css";

export interface SiteLogo {
  /** Null while the site has no logo. */
  readonly id: string | null;
  readonly revision: number | null;
  /** Address of the picture, with drafts. */
  readonly picture: string;
  readonly isDraft: boolean;
}

interface ColoursOfLogoProps {
  logo: SiteLogo;
  /** The colours that are in the form. */
  chosen: Roles;
  onChoose: (palette: Roles) => void;
  onPicture: (picture: PictureFile) => void;
}

/** Palettes in the colours of a logo, and the logo itself for the site. */
export function ColoursOfLogo(props: ColoursOfLogoProps) {
  const { logo, chosen, onChoose, onPicture } = props;
  const [picture, setPicture] = useState(logo.picture.startsWith("/media/") ? logo.picture : "");
  const fetcher = useFetcher<typeof loader>();
  const { load } = fetcher;
  const [asked, setAsked] = useState("");
  const ask = (address: string) => {
    setAsked(address);
    void load(`/admin/look/palettes?${new URLSearchParams({ picture: address })}`);
  };
  const use = (address: string) => {
    setPicture(address);
    if (address.startsWith("/media/")) ask(address);
  };
  // Null when the request failed.
  const answer: typeof fetcher.data | null =
    fetcher.state === "idle" && asked === picture ? fetcher.data : undefined;
  return (
    <Stack gap="sm">
      <PictureInput
        name="lookLogo"
        label="Take colours from a logo"
        description="Upload your logo: palettes taken from it appear below."
        value={picture}
        onChange={use}
        onPicture={onPicture}
      />
      {picture !== "" && (asked !== picture || answer === null) && (
        <Button variant="default" mih={44} onClick={() => ask(picture)}>
          Propose palettes from this logo
        </Button>
      )}
      <div aria-live="polite">
        {fetcher.state !== "idle" && (
          <Group gap="xs">
            <Loader size="xs" aria-hidden />
            <Text size="sm">Looking at the colours of the logo…</Text>
          </Group>
        )}
        {answer === null && <Alert color="red">The site did not answer. Try again.</Alert>}
        {answer?.error && <Alert color="red">{answer.error}</Alert>}
        {answer && answer.palettes.length > 0 && (
          <Text size="sm">
            {answer.palettes.length} palettes from your logo. Choose one to see the site in it.
          </Text>
        )}
      </div>
      {answer?.palettes.map((palette) => (
        <PaletteRow
          key={palette.name}
          proposed={palette}
          isChosen={roles.every((role) => chosen[role] === palette.roles[role])}
          onChoose={() => onChoose(palette.roles)}
        />
      ))}
      {picture !== "" && <UseAsLogo logo={logo} picture={picture} />}
    </Stack>
  );
}

interface PaletteRowProps {
  proposed: ProposedPalette;
  isChosen: boolean;
  onChoose: () => void;
}

function PaletteRow({ proposed: { name, roles: colours }, isChosen, onChoose }: PaletteRowProps) {
  const { ground, surface, ink, brand, accent, danger } = colours;
  const palette = paletteOf(colours, "light");
  return (
    <button type="button" className={classes.palette} aria-pressed={isChosen} onClick={onChoose}>
      <strong>{name}</strong>
      <span className={classes.swatches} aria-hidden>
        {[ground, surface, ink, brand, accent, danger].map((colour, index) => (
          <span key={roles[index]} style={{ background: colour }} />
        ))}
      </span>
      <span
        className={classes.specimen}
        style={{ background: palette.ground, color: palette.ink }}
        aria-hidden
      >
        <strong>Your heading</strong>
        <span style={{ background: palette.brand, color: palette["on-brand"] }}>Button</span>
      </span>
    </button>
  );
}

function UseAsLogo({ logo, picture }: { logo: SiteLogo; picture: string }) {
  const action = useContentAction();
  if (logo.picture === picture) {
    if (!logo.isDraft) return <Text size="sm">This is the logo and icon of the site.</Text>;
    return (
      <Alert color="green" role="status">
        <Text size="sm">
          This will be the logo and icon of the site. It is published together with the look.
        </Text>
        {logo.id !== null && (
          <Button
            size="compact-sm"
            variant="default"
            mt="xs"
            mih={32}
            loading={action.isSending}
            onClick={() => action.send({ intent: "discard", block: block.name, id: logo.id ?? "" })}
          >
            Keep the logo as it was
          </Button>
        )}
      </Alert>
    );
  }
  return (
    <Button
      variant="default"
      mih={44}
      loading={action.isSending}
      onClick={() =>
        action.send({
          intent: "draft",
          block: block.name,
          id: logo.id,
          values: { logo: picture, darkLogo: "", siteIcon: "" },
          base: logo.revision,
          seen: null,
        })
      }
    >
      Use it as the logo and icon of the site
    </Button>
  );
}
