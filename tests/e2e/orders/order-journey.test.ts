import { expect, coldTest as test } from "../../support/browser/journey.ts";
import { handsOf, openBrowser, ways } from "../../support/browser/keyboard-and-phone.ts";
import { notices, openPanel, signInOnce } from "../../support/browser/panel.ts";
import { placePaidOrder } from "../../support/browser/placed-order.ts";
import { atProvider, signInWithoutForm } from "../../support/browser/purchase.ts";
import { decoded } from "../../support/mail/mailed-link.ts";
import { tenMinutesPass } from "../../support/mail/ten-minutes.ts";
import { scaled } from "../../support/time-limits.ts";

test.use({
  furrowSettings: ({ mailServer }, use) =>
    use({ SMTP_URL: mailServer.url, MAIL_FROM: "site@example.com" }),
});

for (const { way, isPhone } of ways) {
  test(`customer and owner go from the brief over a question to the accepted second delivery, ${way}`, async ({
    browser,
    furrow,
    mailServer,
  }) => {
    test.setTimeout(scaled(240_000));
    const { press, write, choose } = handsOf(isPhone);
    const { person, room, inPanel } = await placePaidOrder(furrow);
    // On a phone, the pages of the customer work without JavaScript.
    const device = { isPhone, javaScriptEnabled: !isPhone };
    const customer = await openBrowser(browser, furrow, device);
    await signInWithoutForm(customer, person);
    /** Reloads the customer's page unless it updates itself. */
    const look = async () => void (isPhone && (await customer.reload()));
    /** Waits for the email with this subject, and expects its button. */
    const readEmail = async (subject: RegExp, button: string) => {
      const found = () =>
        mailServer.deliveries.find(
          ({ recipients, text }) => recipients.includes(person.email) && subject.test(text),
        );
      await expect(() => {
        tenMinutesPass(furrow);
        expect(found()).toBeDefined();
      }).toPass({ timeout: scaled(30_000) });
      expect(decoded(found()?.text ?? "")).toContain(button);
    };
    /** Opens the order again, and expects its next step without scrolling. */
    const seeNextStep = async (name: string | RegExp) => {
      await customer.goto(room);
      const step = customer.getByRole("button", { name });
      await expect(step.or(customer.getByRole("link", { name })).first()).toBeInViewport();
    };
    const owner = await openBrowser(browser, furrow, { isPhone });
    await signInOnce(owner, furrow);
    await openPanel(owner, inPanel);

    // The customer answers the brief. Valid answers are stored although others are refused.
    await readEmail(/^Subject: .*questions/m, "Answer the questions");
    await seeNextStep("Answer the questions");
    await expect(customer.getByText("Not begun.")).toBeVisible();
    await press(customer.getByRole("link", { name: "Answer the questions" }));
    const website = customer.getByLabel("Which website should we work on?");
    await write(website, "our shop");
    await write(
      customer.getByLabel("What do you sell, and who buys it?"),
      "Bread, to the village.",
    );
    await press(customer.getByRole("radio", { name: "In one town or region" }), "Space");
    await press(customer.getByRole("button", { name: "Send the answers" }));
    await expect(customer.getByText("2 answers need your attention.")).toBeVisible();
    await expect(website).toHaveValue("our shop");
    await write(website, "bakery.example");
    await press(customer.getByRole("checkbox", { name: "Visit us" }), "Space");
    if (!isPhone) await expect(customer.getByText("All answers are saved.")).toBeVisible();
    await press(customer.getByRole("button", { name: "Send the answers" }));
    await expect(customer.getByText("Thank you, we have your answers.")).toBeVisible();

    // The owner's open page shows the answers, and the work begins.
    const brief = owner.getByRole("region", { name: "Brief" });
    await expect(brief).toContainText("https://bakery.example");
    await expect(brief).toContainText("Bread, to the village.");
    await press(brief.getByRole("button", { name: "Start work" }));
    await expect(brief.getByRole("button", { name: "Start work" })).toHaveCount(0);

    // The question stops the clock until the customer answers.
    const composer = owner
      .getByLabel("Message to the customer", { exact: true })
      .and(owner.locator("textarea"));
    await write(composer, "Which address should the listing have?");
    await press(owner.getByLabel("Ask the customer"), "Space");
    await press(owner.getByRole("button", { name: "Ask the customer" }));
    await expect(owner.getByText("Message is Sent")).toBeVisible();
    await look();
    const question = customer.getByRole("region", { name: "We need your answer" });
    await expect(question).toContainText("Which address should the listing have?");
    await write(customer.getByLabel("Your message", { exact: true }).last(), "The old address.");
    await press(customer.getByRole("button", { name: "Send", exact: true }));
    await expect(question).toHaveCount(0);
    await expect(owner.getByRole("region", { name: "Messages" })).toContainText("The old address.");

    // Each point needs a proof. The typed text survives a reload.
    const actions = owner.getByRole("region", { name: "Actions" });
    const dialog = owner.getByRole("dialog");
    const point = (nth: number) => owner.getByRole("group", { name: RegExp(`^${nth}\\. `) });
    await press(actions.getByRole("button", { name: "Deliver", exact: true }));
    await write(dialog.getByLabel("What are you delivering?"), "The first harvest is in.");
    await press(dialog.getByRole("button", { name: "A proof for each point" }));
    await write(point(1).getByLabel("Address of the proof"), "https://example.com/survey");
    await choose(point(2).getByLabel("Kind of proof"), "Number");
    await write(point(2).getByLabel("Number", { exact: true }), "10");
    await write(point(2).getByLabel("Unit"), "searches");
    for (const nth of [3, 4, 5]) {
      await write(point(nth).getByLabel("Address of the proof"), `https://example.com/${nth}`);
    }
    await press(dialog.getByRole("button", { name: "Deliver the order" }));
    const missing = "Show the proof of this point, or say when it follows.";
    await expect(point(7).getByText(missing)).toBeVisible();
    await owner.reload();
    await owner.locator("html[data-hydrated]").waitFor();
    await expect(point(2).getByLabel("Unit")).toHaveValue("searches");
    await choose(point(6).getByLabel("Kind of proof"), "File");
    const file = { name: "pages.txt", mimeType: "text/plain", buffer: Buffer.from("Two pages") };
    await point(6).locator("input[type=file]").setInputFiles([file]);
    await choose(point(7).getByLabel("Kind of proof"), "Follows later");
    await write(point(7).getByLabel("When or why"), "From Monday on.");
    await press(dialog.getByRole("button", { name: "Deliver the order" }));
    await expect(notices(owner).filter({ hasText: "Delivery 1 is sent." })).toBeVisible();

    await readEmail(/^Subject: Your order \d+ is delivered/m, "See the delivery");
    await seeNextStep("Accept the delivery");
    const standing = /^Delivered on .+\. Please accept the delivery or ask for changes until .+\.$/;
    const sentences = customer.getByRole("paragraph");
    await expect(sentences.filter({ hasText: standing })).toBeVisible();
    const first = customer.getByRole("article", { name: "Delivery 1" });
    await expect(first.getByText("10 searches", { exact: true })).toBeVisible();
    await expect(first.getByRole("link", { name: "example.com/survey" })).toBeVisible();
    await expect(first).toContainText("Follows: From Monday on.");
    const downloading = customer.waitForEvent("download");
    await press(first.getByRole("link", { name: "pages.txt" }));
    expect((await downloading).suggestedFilename()).toBe("pages.txt");
    await press(customer.locator("summary", { hasText: "Ask for changes" }));
    const asking = customer.getByRole("form", { name: "Ask for changes" });
    await write(asking.getByLabel("What should change?"), "Please shorten the titles.");
    await press(asking.getByLabel("Internal links: the broken ones mended"), "Space");
    await press(asking.getByRole("button", { name: "Send the request" }));
    await expect(customer.getByText(/^You asked for changes on/)).toBeVisible();
    await expect(customer.getByRole("button", { name: "Accept the delivery" })).toHaveCount(0);

    const asked = owner.getByRole("article").filter({ hasText: "Delivery 1" });
    await expect(asked).toContainText("Please shorten the titles.");
    await expect(asked).toContainText("Concerns: Internal links: the broken ones mended");
    await press(actions.getByRole("button", { name: "Deliver", exact: true }));
    // The form already contains the proofs of the first delivery.
    await expect(point(2).getByLabel("Unit")).toHaveValue("searches");
    await write(dialog.getByLabel("What are you delivering?"), "Shorter titles.");
    await press(dialog.getByRole("button", { name: "Deliver the order" }));
    await expect(notices(owner).filter({ hasText: "Delivery 2 is sent." })).toBeVisible();
    await seeNextStep("Accept the delivery");
    await press(customer.getByRole("button", { name: "Accept the delivery" }));
    await expect(customer.getByText(/^Complete: you accepted the delivery on/)).toBeVisible();
    const timeline = owner.getByRole("region", { name: "Timeline" });
    await expect(timeline.getByText("Delivery 2 accepted")).toBeVisible();

    await readEmail(/^Subject: Your order \d+ is complete/m, "Order the next month");
    await seeNextStep(/^Order the next month for \$/);
    await press(customer.getByRole("button", { name: /^Order the next month for \$/ }));
    // Without JavaScript, the form to the provider has a button of its own.
    if (isPhone) await press(customer.getByRole("button", { name: "Continue to PayPal" }));
    await customer.waitForURL(atProvider);
    await customer.goto(room);
    await expect(customer.getByRole("link", { name: "Pay for the next month" })).toBeVisible();

    await press(customer.locator("summary", { hasText: "Something is wrong" }));
    const reopening = customer.getByRole("form", { name: "Something is wrong" });
    await write(reopening.getByLabel("What is wrong?"), "The first link is broken.");
    await press(reopening.getByRole("button", { name: "Reopen the order" }));
    await expect(customer.getByText(/^You told us on .+ that something is wrong/)).toBeVisible();
    await expect(
      owner.getByRole("article").filter({ hasText: "The first link is broken." }),
    ).toBeVisible();
    for (const page of [customer, owner]) {
      const width = await page.locator("html").evaluate((root) => root.scrollWidth);
      expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    }
  });
}
