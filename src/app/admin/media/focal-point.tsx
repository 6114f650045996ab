import { AspectRatio, Group, Image, Text, UnstyledButton } from "@mantine/core";
import type { KeyboardEvent, MouseEvent } from "react";
import { type PictureFile, variantAddress } from "../../../media/picture-file.ts";
import classes from "./focal-point.module.css";

interface FocalPointProps {
  picture: PictureFile;
  x: number;
  y: number;
  onChange: (x: number, y: number) => void;
}

const step = 0.05;
const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

/** Sets the focal point by click or arrow keys, and previews crops. */
export function FocalPoint({ picture, x, y, onChange }: FocalPointProps) {
  const source = variantAddress(picture, { width: picture.width, format: "webp" });
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  const position = `${percent(x)} ${percent(y)}`;
  function chooseByPointer(event: MouseEvent<HTMLElement>) {
    // A keyboard click has no position on the picture.
    if (event.detail === 0) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    onChange(within((event.clientX - left) / width), within((event.clientY - top) / height));
  }
  function chooseByKey(event: KeyboardEvent) {
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    onChange(within(x + move[0]), within(y + move[1]));
  }
  return (
    <div>
      <Text size="sm" fw={600}>
        Focal point
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        Click the part that must stay visible when the picture is cropped, or move the point with
        the arrow keys.
      </Text>
      <UnstyledButton
        className={classes.picture}
        onClick={chooseByPointer}
        onKeyDown={chooseByKey}
        aria-label={`Focal point: ${percent(x)} from the left, ${percent(y)} from the top`}
      >
        <img src={source} alt="" width={picture.width} height={picture.height} />
        <span className={classes.point} style={{ left: percent(x), top: percent(y) }} />
      </UnstyledButton>
      <Group gap="xs" mt="xs" grow preventGrowOverflow={false} align="start" wrap="nowrap">
        {[16 / 7, 1, 4 / 5].map((ratio) => (
          <AspectRatio key={ratio} ratio={ratio}>
            <Image src={source} alt="" style={{ objectPosition: position }} radius="sm" />
          </AspectRatio>
        ))}
      </Group>
    </div>
  );
}

function within(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 100) / 100;
}
