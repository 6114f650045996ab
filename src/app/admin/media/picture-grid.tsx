import { AspectRatio, Badge, Card, Image, Progress, SimpleGrid, Text } from "@mantine/core";
import { type PictureFileWithUses, variantAddress, widthsOf } from "../../../media/picture-file.ts";

interface PictureGridProps {
  pictures: readonly PictureFileWithUses[];
  selected: string | undefined;
  onSelect: (id: string) => void;
}

export function PictureGrid({ pictures, selected, onSelect }: PictureGridProps) {
  return (
    <SimpleGrid type="container" cols={{ base: 2, "30rem": 3, "48rem": 4 }} spacing="sm">
      {pictures.map((picture) => (
        <Card
          key={picture._id}
          component="button"
          type="button"
          withBorder
          padding="xs"
          ta="start"
          bd={
            selected === picture._id ? "2px solid var(--mantine-primary-color-filled)" : undefined
          }
          aria-pressed={selected === picture._id}
          onClick={() => onSelect(picture._id)}
        >
          <Card.Section>
            <AspectRatio ratio={4 / 3} bg={picture.dominantColour}>
              <Image src={thumbnail(picture)} alt={picture.alt} fit="contain" loading="lazy" />
            </AspectRatio>
          </Card.Section>
          <Text size="sm" truncate mt={6}>
            {picture.name}
          </Text>
          <State picture={picture} />
        </Card>
      ))}
    </SimpleGrid>
  );
}

function State({ picture }: { picture: PictureFileWithUses }) {
  const { state, progress } = picture;
  const uses = picture.uses.filter(({ isInTrash }) => !isInTrash);
  if (state === "encoding") {
    return <Progress value={progress * 100} mt={6} aria-label="Sizes made" animated />;
  }
  if (uses.length === 0) {
    return (
      <Text size="xs" c="dimmed">
        Not used
      </Text>
    );
  }
  const places = [...new Set(uses.map(({ place }) => place))].join(", ");
  return (
    <Badge variant="light" size="sm" maw="100%" title={places}>
      {places}
    </Badge>
  );
}

/** The smallest size that is there. */
function thumbnail(picture: PictureFileWithUses): string {
  const widths = picture.state === "ready" ? widthsOf(picture.width) : [];
  return variantAddress(picture, { width: widths[0] ?? picture.width, format: "webp" });
}
