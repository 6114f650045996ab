import { Box, SegmentedControl, Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type ReactNode, useEffect, useState } from "react";

type Width = "phone" | "desktop";

// Widths in pixels.
const phoneWidth = 390;
const narrowest = 480;

export interface FrameProps {
  readonly style: React.CSSProperties;
  /**
   * Called with the element that contains the content. The preview takes its height from this
   * element instead of the body, because the body of a short document is as high as the frame.
   */
  readonly onContent: (content: HTMLElement) => void;
}

interface PreviewFrameProps {
  caption: string;
  desktopWidth: number;
  children: (framed: FrameProps) => ReactNode;
}

/** Renders at the width of a phone or a desktop, and scales the result to fit. */
export function PreviewFrame({ caption, desktopWidth, children }: PreviewFrameProps) {
  const [chosen, setChosen] = useState<Width | null>(null);
  const { ref, width: available } = useElementSize();
  // On a narrow screen, a scaled desktop page would be illegible.
  const isNarrow = available > 0 && available < narrowest;
  const shown = chosen ?? (isNarrow ? "phone" : "desktop");
  const width = shown === "phone" ? phoneWidth : desktopWidth;
  const scale = available === 0 ? 1 : Math.min(1, available / width);
  const [content, setContent] = useState<HTMLElement | null>(null);
  const height = useContentHeight(content, width);
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
          onContent: setContent,
        })}
      </Box>
    </Box>
  );
}

function useContentHeight(content: HTMLElement | null, width: number): number {
  const [height, setHeight] = useState(400);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew at another width
  useEffect(() => {
    if (content === null) return;
    const measure = () => {
      const { offsetTop, offsetHeight } = content;
      setHeight(Math.max(120, 2 * offsetTop + offsetHeight));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(content);
    measure();
    return () => observer.disconnect();
  }, [content, width]);
  return height;
}
