import "@mantine/spotlight/styles.css";
import { openSpotlight, Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { navigation } from "./admin-navigation.ts";
import type { loader as recordsLoader } from "./content/all-records.tsx";

/** Leads to any screen, record or setting by its name. Opens as soon as it is there. */
export default function JumpWindow() {
  const navigate = useNavigate();
  const records = useFetcher<typeof recordsLoader>();
  const [isOpen, setOpen] = useState(false);
  const { load, data } = records;
  useEffect(() => {
    // Asked for at each opening: what is found is what there is now.
    if (isOpen) void load("/admin/records");
  }, [isOpen, load]);
  useEffect(openSpotlight, []);
  const to = (path: string) => () => void navigate(path);
  const screens: SpotlightActionData[] = [
    ...navigation.map(({ label, path }) => ({ id: path, label, onClick: to(path) })),
    ...(data?.screens ?? []).map(({ label, path, keywords }) => ({
      id: path,
      label,
      description: "Setting",
      keywords,
      onClick: to(path),
    })),
  ];
  const found: SpotlightActionData[] = (data?.records ?? []).map(({ label, block, path }) => ({
    id: path,
    label,
    description: block,
    onClick: to(path),
  }));
  return (
    <Spotlight
      actions={[...screens, ...found]}
      shortcut={["mod + K"]}
      onSpotlightOpen={() => setOpen(true)}
      onSpotlightClose={() => setOpen(false)}
      limit={12}
      highlightQuery
      // Its lock on scrolling would write a style sheet that the page's policy refuses.
      lockScroll={false}
      scrollable
      attributes={{ content: { "aria-label": "Go to" } }}
      nothingFound="Nothing has this name."
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: "Go to a screen, a record or a setting",
        "aria-label": "Go to",
      }}
    />
  );
}
