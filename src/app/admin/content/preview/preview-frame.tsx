import { Box, SegmentedControl, Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type ReactNode, useEffect, useState } from "react";

type Width = "phone" | "desktop";

// In pixels.
const phoneWidth = 390;
const narrowest = 480;

/** Props of a frame inside the preview. */
export interface FrameProps {
  readonly style: React.CSSProperties;
  /** Called with the body, whose height the preview adopts. */
  readonly onBody: (body: HTMLElement) => void;
}

interface PreviewFrameProps {
  caption: string;
  /** Width of a reader's screen in pixels. */
  desktopWidth: number;
  children: (framed: FrameProps) => ReactNode;
}

/** A frame as wide as a phone or a desktop, scaled to fit. */
export function PreviewFrame({ caption, desktopWidth, children }: PreviewFrameProps) {
  const [chosen, setChosen] = useState<Width | null>(null);
  const { ref, width: available } = useElementSize();
  // On a phone, a scaled desktop would be illegible.
  const isNarrow = available > 0 && available < narrowest;
  const shown = chosen ?? (isNarrow ? "phone" : "desktop");
  const width = shown === "phone" ? phoneWidth : desktopWidth;
  const scale = available === 0 ? 1 : Math.min(1, available / width);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const height = useContentHeight(body, width);
  const transform = `scale(${scale})`;
  return (
    <Box ref={ref} component="section" aria-label="Preview">
      <SegmentedControl
        value={shown}
        onChange={(value) => setChosen(value as Width)}
        data={[
          { value: "phone", label: "Phone" },
          { value: "desktop", label: "Desktop" },
        ]}
        size="xs"
        mb="xs"
      />
      <Text span size="xs" c="dimmed" ml="sm">
        {caption}
      </Text>
      <Box h={Math.ceil(height * scale)} style={{ overflow: "hidden" }}>
        {children({
          style: { width, height, border: 0, transform, transformOrigin: "top left" },
          onBody: setBody,
        })}
      </Box>
    </Box>
  );
}

/** Height of the content, which changes with the text. */
function useContentHeight(body: HTMLElement | null, width: number): number {
  const [height, setHeight] = useState(400);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew at another width
  useEffect(() => {
    if (body === null) return;
    const measure = () => setHeight(Math.max(120, Math.ceil(body.scrollHeight)));
    const observer = new ResizeObserver(measure);
    observer.observe(body);
    measure();
    return () => observer.disconnect();
  }, [body, width]);
  return height;
}
