import { Box, SegmentedControl, Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import siteCss from "../../ui/site.css?inline";

const widths = { phone: 390, desktop: 1280 };
type Width = keyof typeof widths;

interface PreviewFrameProps {
  /** The very sections of the site. */
  children: ReactNode;
  nonce: string;
}

/** The real section in a window of its own, as wide as a phone or a desktop, scaled to fit. */
export function PreviewFrame({ children, nonce }: PreviewFrameProps) {
  const [width, setWidth] = useState<Width>("desktop");
  const { ref, width: available } = useElementSize();
  const scale = available === 0 ? 1 : Math.min(1, available / widths[width]);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const height = useContentHeight(body, width);
  return (
    <Box ref={ref} component="section" aria-label="Preview">
      <SegmentedControl
        value={width}
        onChange={(chosen) => setWidth(chosen as Width)}
        data={[
          { value: "phone", label: "Phone" },
          { value: "desktop", label: "Desktop" },
        ]}
        size="xs"
        mb="xs"
      />
      <Text span size="xs" c="dimmed" ml="sm">
        As visitors will see it
      </Text>
      <Box h={Math.ceil(height * scale)} style={{ overflow: "hidden" }}>
        <FrameWindow nonce={nonce} onBody={setBody} width={widths[width]} {...{ height, scale }}>
          {children}
        </FrameWindow>
      </Box>
    </Box>
  );
}

interface FrameWindowProps {
  children: ReactNode;
  nonce: string;
  width: number;
  height: number;
  scale: number;
  onBody: (body: HTMLElement) => void;
}

function FrameWindow({ children, nonce, width, height, scale, onBody }: FrameWindowProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const inner = frame.current?.contentDocument;
    if (!inner) return;
    const style = inner.createElement("style");
    style.nonce = nonce;
    style.textContent = siteCss;
    inner.head.replaceChildren(style);
    inner.documentElement.lang = "en";
    setBody(inner.body);
    onBody(inner.body);
  }, [nonce, onBody]);
  return (
    <iframe
      ref={frame}
      title="Preview"
      // Nothing in it is to be clicked: it shows what is being typed.
      inert
      tabIndex={-1}
      style={{
        width,
        height,
        border: 0,
        transform: `scale(${scale})`,
        transformOrigin: "top left",
      }}
    >
      {body && createPortal(children, body)}
    </iframe>
  );
}

/** The height of what is shown, which changes as somebody types. */
function useContentHeight(body: HTMLElement | null, width: Width): number {
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
