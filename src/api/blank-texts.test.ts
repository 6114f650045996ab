import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, openSite, type TestSite } from "../../tests/support/servers/site.ts";

let site: TestSite;
let admin: Caller;
let customer: Caller;

beforeAll(async () => {
  site = await openSite();
  admin = await site.admin();
  customer = await site.register("customer@example.com");
});
afterAll(() => site.close());

const order = {
  packageName: "Basic",
  customerName: "Ada Field",
  customerAddress: "1 Long Acre",
  customerCountry: "Norway",
};
const message = { email: "ada@example.com", message: "Hello" };
const faq = { faqText: "Questions", faqHeading: "And answers" };

/** Sends a body and returns the status and the paths of the errors. */
async function faultsOf(caller: Caller, method: string, path: string, body: object) {
  const answer = await caller.call(method, path, body);
  const { errors = [] } = (await answer.json()) as { errors?: { path: string }[] };
  return [answer.status, ...errors.map((error) => error.path)];
}

test.each(["  ", "\u200b", "\u202e", "\ufeff\u00a0\u2060"])(
  "a required text of only %j is refused in orders, messages and content",
  async (text) => {
    const blankOrder = { ...order, customerName: text };
    expect(await faultsOf(customer, "POST", "/api/new-order", blankOrder)).toEqual([
      400,
      "customerName",
    ]);
    const blankMessage = { ...message, message: text };
    expect(await faultsOf(site, "POST", "/api/add-message", blankMessage)).toEqual([
      400,
      "message",
    ]);
    const [{ _id } = { _id: "" }] = (await (await site.call("GET", "/api/faq")).json()) as {
      _id: string;
    }[];
    const blankFaq = { ...faq, faqHeading: text };
    expect(await faultsOf(admin, "PUT", `/api/faq/${_id}`, blankFaq)).toEqual([400, "faqHeading"]);
  },
);

test("invisible characters within a text are stored", async () => {
  const name = "نامه\u200cای 👩\u200d🌾";
  const placed = await customer.call("POST", "/api/new-order", { ...order, customerName: name });
  expect(await placed.json()).toMatchObject({ customerName: name });
});
