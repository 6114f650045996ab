import { Alert, Button, Group, Stack, TextInput, Title } from "@mantine/core";
import { Form, redirect, useNavigation } from "react-router";
import { EmptyList } from "#app/admin/frame/list/empty-list.tsx";
import { ListView } from "#app/admin/frame/list/list-view.tsx";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm, refusedForm } from "#app/forms.server.ts";
import { valuesOfPattern } from "#app/landing/patterns.ts";
import { articles } from "#content/blocks/articles.ts";
import { startArticle } from "#content/drafts/start-page.ts";
import { readPageRows } from "../pages/page-rows.server.ts";
import { suggestedAddress } from "../pages/suggested-address.ts";
import type { Route } from "./+types/articles";
import { articlesList } from "./articles-list.ts";

export const handle = { breadcrumb: [{ label: "Articles" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Articles", matches);
}

export function loader(args: Route.LoaderArgs) {
  return readPageRows(args, articlesList, articles);
}

/** Starts an article as a draft, and opens the article beside its form. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const typed = await readForm(request);
  const { articleTitle = "", pattern = "" } = typed;
  const address = suggestedAddress(articleTitle);
  const values = {
    ...valuesOfPattern(pattern, articleTitle),
    articleTitle,
    pageAddress: address === "" ? "" : `/articles${address}`.slice(0, longestAddress),
  };
  try {
    const { _id: id } = await startArticle(servicesOf(context), actor, values);
    return redirect(`/admin/site?page=${id}`);
  } catch (error) {
    return refusedForm(error, typed);
  }
}

const longestAddress = 100;

export default function Articles({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, page } = loaderData;
  const isSending = useNavigation().state === "submitting";
  return (
    <Stack gap="lg">
      <Title order={1}>Articles</Title>
      <Form method="post" action="/article-list">
        <Group align="flex-end" gap="xs">
          <TextInput
            name="articleTitle"
            label="New article"
            placeholder="Title"
            maxLength={120}
            autoComplete="off"
            required
            flex="1 1 16rem"
          />
          <Button type="submit" name="pattern" value="" loading={isSending}>
            Start empty
          </Button>
          <Button
            type="submit"
            name="pattern"
            value="article"
            variant="default"
            loading={isSending}
          >
            Start from a pattern
          </Button>
        </Group>
        {actionData?.notice && (
          <Alert color="red" mt="xs">
            {actionData.notice}
          </Alert>
        )}
      </Form>
      <ListView
        list={articlesList}
        {...shown}
        label="Articles"
        page={page}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/admin/site?page=${id}`}
        nameOf={({ title }) => `the article “${title}”`}
        empty={
          <EmptyList
            title="No articles yet"
            why="Articles answer what people search for before they buy. As soon as the first is published, your site has a list of articles and a feed."
          />
        }
      />
    </Stack>
  );
}
