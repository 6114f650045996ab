import { expect, test } from "vitest";
import type { Services } from "#compose.ts";
import { requireSendingCodes } from "#mail/mailer.ts";
import { previewOffer } from "#offers/open-offer.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { openOffers } from "../../../tests/support/orders/offers.ts";
import { owner } from "../../../tests/support/orders/shop.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { offerView } from "./offer-view.server.ts";

const reader = { locale: "en-US", timeZone: "UTC" };

describeStore("The page of an offer", (openDatabase) => {
  test("says that no code can be sent while no mail server is set up", async () => {
    const { deps, make } = await openOffers(await openDatabase());
    const { id } = await make();
    const shown = await previewOffer(deps, owner, id);
    const refusal = async (smtpUrl: string | undefined) => {
      const services = { ...deps, configuration: { smtpUrl } } as unknown as Services;
      return (await offerView(services, shown, reader)).refusal;
    };
    expect(await refusal(undefined)).toContain("cannot send emails at the moment");
    expect(await refusal("smtp://127.0.0.1")).toBeNull();
    await expectRefused(
      "conflict",
      requireSendingCodes({ smtpUrl: undefined }, deps.database.read),
    );
  });
});
