import { SegmentedControl } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type CSSProperties, type ReactNode, useState } from "react";
import classes from "#app/admin/site/editor/site-editor.module.css";

const widths = { Phone: 390, Tablet: 820, Desktop: 1280 } as const;
type Device = keyof typeof widths;

interface ScaledCanvasProps {
  label: string;
  devices?: readonly Device[];
  /** True while a part of the page is being edited. */
  isOpen?: boolean;
  isArticle?: boolean;
  children: (style: CSSProperties) => ReactNode;
}

/** Renders a page at the width of the chosen device, scaled to the room beside its form. */
export function ScaledCanvas(props: ScaledCanvasProps) {
  const { label, devices = ["Phone", "Tablet", "Desktop"], isOpen, isArticle, children } = props;
  const [chosen, setChosen] = useState<Device | null>(null);
  const { ref, width, height } = useElementSize();
  // On a phone, a scaled desktop page would be illegible.
  const device = chosen ?? (width > 0 && width < 480 ? "Phone" : "Desktop");
  const scale = width === 0 ? 1 : Math.min(1, width / widths[device]);
  return (
    <section
      className={classes.canvas}
      aria-label={label}
      data-open={isOpen || undefined}
      data-article={isArticle || undefined}
    >
      <SegmentedControl
        size="xs"
        value={device}
        onChange={(value) => setChosen(value as Device)}
        data={[...devices]}
        aria-label="Width of the screen"
      />
      <div ref={ref} className={classes.screen}>
        {width > 0 &&
          children({
            width: widths[device],
            height: height / scale,
            transform: `scale(${scale})`,
            left: Math.max(0, (width - widths[device] * scale) / 2),
          })}
      </div>
    </section>
  );
}
