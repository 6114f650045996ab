import { Button, Group, Modal, NativeSelect, SegmentedControl } from "@mantine/core";
import { useElementSize, useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense, useState } from "react";
import type { SiteContent } from "#content/model/site-content.ts";
import type { Scheme } from "#look/roles.ts";
import type { FactsByAddress } from "#media/picture-file.ts";
import classes from "./look.module.css";
import type { ShownPage } from "./look-canvas.tsx";

/** Loaded on demand, because its code contains every section of the site. */
const LookCanvas = lazy(() => import("./look-canvas.tsx"));

const widths = { phone: 390, desktop: 1280 } as const;

const pages: readonly { readonly value: ShownPage; readonly label: string }[] = [
  { value: "home", label: "Home" },
  { value: "pricing", label: "Pricing" },
  { value: "service", label: "Services" },
  { value: "article", label: "An article" },
  { value: "sampleMonth", label: "A report for a customer" },
  { value: "contact", label: "Contact" },
];

interface LookPreviewProps {
  /** The site with the look that somebody is typing. */
  site: SiteContent;
  pictures: FactsByAddress;
  /** Null without an article. */
  article: Readonly<Record<string, string>> | null;
}

/** The real site in the look that somebody is typing; on a phone, after a press on a button. */
export function LookPreview(props: LookPreviewProps) {
  const isPhone = useMediaQuery("(max-width: 47.99em)");
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={classes.preview} aria-label="Preview">
      {isPhone ? (
        <>
          <Button variant="default" mih={44} fullWidth onClick={() => setOpen(true)}>
            Preview
          </Button>
          <Modal
            opened={isOpen}
            onClose={() => setOpen(false)}
            title="Preview"
            fullScreen
            lockScroll={false}
            closeButtonProps={{ "aria-label": "Close the preview" }}
            classNames={{ content: classes.sheet ?? "", body: classes.sheetBody ?? "" }}
          >
            <SiteInLook {...props} />
          </Modal>
        </>
      ) : (
        <div className={classes.beside}>
          <SiteInLook {...props} />
        </div>
      )}
    </section>
  );
}

function SiteInLook({ site, pictures, article }: LookPreviewProps) {
  const [page, setPage] = useState<ShownPage>("home");
  const [device, setDevice] = useState<keyof typeof widths | null>(null);
  const [scheme, setScheme] = useState<Scheme>("light");
  const { ref, width, height } = useElementSize();
  // A scaled desktop page would be illegible there.
  const isNarrow = width > 0 && width < 480;
  const shown = isNarrow ? "phone" : (device ?? "desktop");
  const scale = width === 0 ? 1 : Math.min(1, width / widths[shown]);
  const only = site.look?.scheme === "Light" || site.look?.scheme === "Dark";
  return (
    <>
      <Group gap={6} wrap="nowrap">
        <NativeSelect
          size="xs"
          flex="0 1 14rem"
          miw={0}
          aria-label="Page in the preview"
          value={page}
          onChange={(event) => setPage(event.currentTarget.value as ShownPage)}
          data={pages.filter(({ value }) => value !== "article" || article !== null)}
        />
        {!isNarrow && (
          <SegmentedControl
            size="xs"
            aria-label="Width of the preview"
            value={shown}
            onChange={(value) => setDevice(value as keyof typeof widths)}
            data={[
              { value: "phone", label: "Phone" },
              { value: "desktop", label: "Desktop" },
            ]}
          />
        )}
        {!only && (
          <SegmentedControl
            size="xs"
            aria-label="Scheme of the preview"
            value={scheme}
            onChange={(value) => setScheme(value as Scheme)}
            data={[
              { value: "light", label: "Light" },
              { value: "dark", label: "Dark" },
            ]}
          />
        )}
      </Group>
      <div ref={ref} className={classes.screen}>
        {width > 0 && (
          <Suspense>
            <LookCanvas
              title="The site in this look"
              page={page}
              site={site}
              scheme={scheme}
              pictures={pictures}
              article={article ?? undefined}
              style={{
                width: widths[shown],
                height: height / scale,
                transform: `scale(${scale})`,
                left: Math.max(0, (width - widths[shown] * scale) / 2),
              }}
            />
          </Suspense>
        )}
      </div>
    </>
  );
}
