import { Alert, Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Fragment, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { useDraftForm } from "#app/admin/frame/forms/use-draft-form.ts";
import { sectionKinds } from "#app/landing/kinds/section-kinds.ts";
import { patterns } from "#app/landing/patterns.ts";
import { pages } from "#content/blocks/pages.ts";
import { sectionsIn } from "#content/sections/section.ts";
import classes from "./new-page.module.css";
import { suggestedAddress } from "./suggested-address.ts";

interface NewPageDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

const empty = { pageTitle: "", pageAddress: "", pattern: "service" };

interface Choice {
  readonly name: string;
  readonly title: string;
  readonly note: string;
  /** Drawings of the first sections, from top to bottom. */
  readonly drawings: readonly { readonly id: string; readonly drawing: ReactNode }[];
}

const mostDrawn = 3;

const choices: readonly Choice[] = [
  ...patterns
    .filter(({ block }) => block === "page")
    .map(({ name, title, note, exampleTitle, valuesFor }) => ({
      name,
      title,
      note,
      drawings: sectionsIn(valuesFor(exampleTitle).sections ?? "")
        .slice(0, mostDrawn)
        .map(({ id, kind }) => ({ id, drawing: sectionKinds.get(kind)?.drawing })),
    })),
  { name: "", title: "An empty page", note: "You choose every section yourself.", drawings: [] },
];

/**
 * A title, an address that follows from the title until somebody types another one, and a pattern.
 * The page opens beside its form, as a draft.
 */
export default function NewPageDialog({ isOpen, onClose }: NewPageDialogProps) {
  const navigate = useNavigate();
  const isNarrow = useMediaQuery("(max-width: 47.99em)");
  const form = useDraftForm<typeof empty, { readonly id: string }>({
    key: "furrow-typed new-page",
    stored: empty,
    onSaved: ({ data }) => void (data && navigate(`/admin/site?page=${data.id}`)),
  });
  const { typed, result } = form;
  const { pageTitle = "", pageAddress = "", pattern = "" } = typed.values;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="New page"
      size="lg"
      fullScreen={isNarrow}
      lockScroll={false}
    >
      <form.Form method="post" action="/pages" onSubmit={form.onSubmit}>
        <Stack gap="md">
          {result?.notice && <Alert color="red">{result.notice}</Alert>}
          <TextInput
            {...form.field("pageTitle")}
            label={pages.fields.pageTitle.label}
            placeholder="Local SEO in Leeds"
            autoComplete="off"
            required
            data-autofocus
            onChange={({ currentTarget: { value } }) => {
              const follows = pageAddress === suggestedAddress(pageTitle);
              typed.setValues({
                pageTitle: value,
                ...(follows && { pageAddress: suggestedAddress(value) }),
              });
            }}
          />
          <TextInput
            {...form.field("pageAddress")}
            label={pages.fields.pageAddress.label}
            description="You can change it later: the old address then leads to the new one."
            placeholder="/local-seo-in-leeds/"
            autoComplete="off"
            inputMode="url"
            required
          />
          <fieldset className={classes.patterns}>
            <legend>Start from</legend>
            {choices.map(({ name, title, note, drawings }) => (
              <label key={name} className={classes.pattern}>
                <input
                  type="radio"
                  name="pattern"
                  value={name}
                  checked={name === pattern}
                  onChange={() => typed.setValue("pattern", name)}
                />
                <span className={classes.drawing} aria-hidden>
                  {drawings.map(({ id, drawing }) => (
                    <Fragment key={id}>{drawing}</Fragment>
                  ))}
                </span>
                <span>
                  <strong>{title}</strong>
                  <small>{note}</small>
                </span>
              </label>
            ))}
          </fieldset>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Not now
            </Button>
            <Button type="submit" loading={form.isSaving}>
              Create the page
            </Button>
          </Group>
        </Stack>
      </form.Form>
    </Modal>
  );
}
