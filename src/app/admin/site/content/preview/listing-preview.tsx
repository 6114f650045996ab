import { Box, Image, Progress, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useBusinessName } from "#app/document/business-name.ts";
import { defaultAddresses, listings, shownInResults } from "#content/addresses/listings.ts";
import type { Block } from "#content/model/define.ts";
import type { PublicPage } from "#seo/public-pages.ts";
import classes from "./listing-preview.module.css";

interface ListingPreviewProps {
  block: Block;
  typed: Readonly<Record<string, string>>;
  origin: string;
}

export function ListingPreview({ block, typed, origin }: ListingPreviewProps) {
  const { listingTitle = "", listingDescription = "", sharePicture = "" } = typed;
  const [settledTitle] = useDebouncedValue(listingTitle, 400);
  const { host } = new URL(origin);
  const drawn = `/admin/share-preview?title=${encodeURIComponent(settledTitle)}`;
  return (
    <Stack component="section" aria-label="Preview" gap="lg">
      <Stack gap="xs">
        <Text size="xs" c="dimmed">
          In search results
        </Text>
        <Box className={classes.result}>
          <Text size="sm">{useBusinessName()}</Text>
          <Text size="xs" c="dimmed">
            {host}
            {typed.pageAddress || pathOf(block)}
          </Text>
          <Text className={classes.title}>{cutOff(listingTitle, shownInResults.title)}</Text>
          <Text size="sm" c="dimmed">
            {cutOff(listingDescription, shownInResults.description)}
          </Text>
        </Box>
        <Length of="Title" text={listingTitle} shown={shownInResults.title} />
        <Length of="Description" text={listingDescription} shown={shownInResults.description} />
      </Stack>
      <Stack gap="xs">
        <Text size="xs" c="dimmed">
          When someone shares the page
        </Text>
        <Box className={classes.card}>
          <Image src={sharePicture || drawn} alt="" className={classes.picture} />
          <Box p="sm">
            <Text size="xs" c="dimmed">
              {host}
            </Text>
            <Text fw={600} lineClamp={2}>
              {listingTitle}
            </Text>
            <Text size="sm" c="dimmed" lineClamp={2}>
              {listingDescription}
            </Text>
          </Box>
        </Box>
      </Stack>
    </Stack>
  );
}

function pathOf(block: Block): string {
  const entry = Object.entries(listings).find(([, { name }]) => name === block.name);
  return entry === undefined ? "/" : defaultAddresses[entry[0] as PublicPage];
}

/** Cuts a text at the end of a word, as search engines do. */
function cutOff(text: string, shown: number): string {
  if (text.length <= shown) return text;
  return `${text.slice(0, shown).replace(/\s+\S*$/, "")} …`;
}

function Length({ of, text, shown }: { of: string; text: string; shown: number }) {
  const { length } = text.trim();
  const isLong = length > shown;
  const isShort = length < shown / 3;
  const advice = isLong
    ? "too long: search results cut off the end"
    : isShort
      ? "there is room for more"
      : "a good length";
  return (
    <div>
      <Text size="xs" component="p" role="status">
        {of}: {length} of about {shown} characters, {advice}.
      </Text>
      <Progress
        value={Math.min(100, (length / shown) * 100)}
        color={isLong || isShort ? "orange" : undefined}
        size="xs"
        aria-hidden
      />
    </div>
  );
}
