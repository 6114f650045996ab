import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GivenStatement } from "./file-reading.ts";
import { readStatement } from "./read-statement.ts";
import { type StatementRow, unpackRows } from "./statement-row.ts";

const timeZone = "Europe/Berlin";

function read(text: string | Uint8Array, more: Partial<GivenStatement> = {}) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const { packed, ...facts } = readStatement({ bytes, timeZone, ...more });
  return { ...facts, rows: [...unpackRows(packed, 2)].flat() };
}

const short = ({
  kind,
  at,
  grossCents,
  feeCents,
  netCents,
  currency,
  transactionId,
}: StatementRow) =>
  `${kind} ${new Date(at).toISOString()} ${grossCents} ${feeCents} ${netCents} ${currency} ${transactionId}`;

const csv = (rows: readonly (readonly string[])[], delimiter = ",", end = "\r\n") =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)).join(end);

const paypalHead =
  "Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,From Email Address,To Email Address,Transaction ID,Reference Txn ID,Invoice Number,Custom Number,Balance,Subject,Balance Impact".split(
    ",",
  );
const shop = "Shop@Example.com";
const paypalRows = [
  "11/30/2026,23:30:00,PST,Ada Field,Express Checkout Payment,Completed,USD,149.00,-5.69,143.31,ada@example.com,Shop@Example.com,T1,,order-1,attempt-1,143.31,Basic,Credit",
  "11/28/2026,10:00:00,PST,Ada Field,Payment Refund,Completed,USD,-49.00,0.00,-49.00,Shop@Example.com,ada@example.com,R1,T1,order-1,attempt-1,94.31,,Debit",
  "11/27/2026,10:00:00,PST,,General Withdrawal - Bank Account,Completed,USD,-94.31,0.00,-94.31,Shop@Example.com,,W1,,,,0.00,,Debit",
  "11/27/2026,09:00:00,PST,,General Currency Conversion,Completed,EUR,-10.00,0.00,-10.00,,,C1,T9,,,0.00,,Debit",
  "11/27/2026,08:00:00,PST,,Hold on Balance for Dispute Investigation,Completed,USD,-149.00,0.00,-149.00,,,H1,T1,,,0.00,,Debit",
  "11/26/2026,08:00:00,PST,,Chargeback Fee,Completed,USD,-20.00,0.00,-20.00,,,F1,T1,,,0.00,,Debit",
  "11/25/2026,08:00:00,PST,Ben,eCheck Payment,Pending,USD,149.00,0.00,149.00,ben@example.com,Shop@Example.com,T2,,order-2,,0.00,,Credit",
  "11/25/2026,07:00:00,PST,Ben,General Authorization,Completed,USD,149.00,0.00,149.00,ben@example.com,Shop@Example.com,A2,,order-2,,0.00,,Memo",
].map((line) => line.split(","));

const paypalRead = [
  "money 2026-12-01T07:30:00.000Z 14900 569 14331 USD T1",
  "money 2026-11-28T18:00:00.000Z -4900 0 -4900 USD R1",
  "payout 2026-11-27T18:00:00.000Z -9431 0 -9431 USD W1",
  "neutral 2026-11-27T17:00:00.000Z -1000 0 -1000 EUR C1",
  "neutral 2026-11-27T16:00:00.000Z -14900 0 -14900 USD H1",
  "fee 2026-11-26T16:00:00.000Z -2000 0 -2000 USD F1",
  "neutral 2026-11-25T16:00:00.000Z 14900 0 14900 USD ",
  "neutral 2026-11-25T15:00:00.000Z 14900 0 14900 USD ",
];

describe("PayPal’s activity", () => {
  test("is read with payments, refunds, fees, payouts and rows without an effect", () => {
    const { rows, ...facts } = read(csv([paypalHead, ...paypalRows]));
    expect(rows.map(short)).toEqual(paypalRead);
    expect(facts).toEqual({ format: "paypal", account: shop.toLowerCase(), rowCount: 8 });
    expect(rows[1]).toMatchObject({ parentId: "T1", orderReference: "order-1", line: 3 });
    expect(rows.filter(({ fault }) => fault !== "")).toEqual([]);
  });

  const german: Readonly<Record<string, string>> = {
    Date: "Datum",
    Time: "Uhrzeit",
    TimeZone: "Zeitzone",
    Type: "Typ",
    Currency: "Währung",
    Gross: "Brutto",
    Fee: "Gebühr",
    Net: "Netto",
    "From Email Address": "Absender E-Mail-Adresse",
    "To Email Address": "Empfänger E-Mail-Adresse",
    "Transaction ID": "Transaktionscode",
    "Reference Txn ID": "Zugehöriger Transaktionscode",
    "Invoice Number": "Rechnungsnummer",
    "Balance Impact": "Auswirkung auf Guthaben",
    "Express Checkout Payment": "PayPal Express-Zahlung",
    "Payment Refund": "Rückzahlung",
    "General Withdrawal - Bank Account": "Allgemeine Abbuchung – Bankkonto",
    "General Currency Conversion": "Allgemeine Währungsumrechnung",
    "Hold on Balance for Dispute Investigation": "Einbehaltung wegen Käuferbeschwerde",
    "Chargeback Fee": "Gebühr für Rückbuchung",
    "General Authorization": "Allgemeine Autorisierung",
    Completed: "Abgeschlossen",
    Pending: "Ausstehend",
    Credit: "Haben",
    Debit: "Soll",
  };
  const french: Readonly<Record<string, string>> = {
    Time: "Heure",
    TimeZone: "Fuseau horaire",
    Name: "Nom",
    Status: "État",
    Currency: "Devise",
    Gross: "Avant commission",
    Fee: "Commission",
    "From Email Address": "De l'adresse email",
    "To Email Address": "À l'adresse email",
    "Transaction ID": "Numéro de transaction",
    "Reference Txn ID": "Nº de transaction de référence",
    "Invoice Number": "N° de facture",
    "Balance Impact": "Impact sur le solde",
    Pending: "En attente",
  };
  const dutch: Readonly<Record<string, string>> = {
    Date: "Datum",
    Time: "Tijd",
    TimeZone: "Tijdzone",
    Name: "Naam",
    Currency: "Valuta",
    Gross: "Bruto",
    Fee: "Kosten",
    "From Email Address": "Van e-mailadres",
    "To Email Address": "Naar e-mailadres",
    "Transaction ID": "Transactiereferentie",
    "Invoice Number": "Factuurnummer",
    "Balance Impact": "Effect op saldo",
    Pending: "In behandeling",
  };
  const inWords = (row: readonly string[], words: Readonly<Record<string, string>>) =>
    row.map((cell) => words[cell] ?? cell);
  const commas = (cell: string) =>
    /^-?\d+\.\d\d$/.test(cell)
      ? cell.replace(".", ",").replace(/(\d)(?=\d{3},)/g, "$1.")
      : cell.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, "$2.$1.$3");
  const dayFirst = (cell: string) => cell.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, "$2/$1/$3");
  const latin1 = (text: string) => new Uint8Array(Buffer.from(text.replaceAll("–", "-"), "latin1"));
  const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));

  test.each([
    ["German, decimal commas, semicolons", german, commas, ";", (text: string) => `\ufeff${text}`],
    ["German in Windows-1252", german, commas, ",", latin1],
    ["German in UTF-16 with tabs", german, commas, "\t", utf16],
    ["French with the day first", french, dayFirst, ",", (text: string) => text],
    ["Dutch with decimal commas", dutch, commas, ",", (text: string) => text],
    ["British with the day first", {}, dayFirst, ",", (text: string) => text],
  ] as const)("is read the same in %s", (_title, words, write, delimiter, encode) => {
    const table = [
      inWords(paypalHead, words),
      ...paypalRows.map((row) => inWords(row, words).map(write)),
    ];
    const { rows, account } = read(encode(csv(table, delimiter)));
    expect(rows.map(short)).toEqual(paypalRead);
    expect(account).toBe(shop.toLowerCase());
  });

  test("counts in the zone that the row names, by its clocks", () => {
    const at = (zone: string) => {
      const row = [...(paypalRows[0] ?? [])];
      row[2] = zone;
      return new Date(read(csv([paypalHead, row])).rows[0]?.at ?? 0).toISOString();
    };
    expect(at("America/Los_Angeles")).toBe("2026-12-01T07:30:00.000Z");
    expect(at("GMT+01:00")).toBe("2026-11-30T22:30:00.000Z");
    expect(at("CET")).toBe("2026-11-30T22:30:00.000Z");
    // The zone of the site.
    expect(at("")).toBe("2026-11-30T22:30:00.000Z");
  });

  test("asks for the order of days when the file can be read in two ways", () => {
    const row = [...(paypalRows[0] ?? [])];
    row[0] = "11/05/2026";
    const file = csv([paypalHead, row]);
    const refusal = { code: "invalid", issues: [{ path: "days" }] };
    expect(() => read(file)).toThrow(expect.objectContaining({ code: refusal.code }));
    expect(() => read(file)).toThrow(/“11\/05\/2026” can be a day in either order/);
    expect(
      read(file, { days: "day first" }).rows.map(({ at }) => new Date(at).getUTCMonth()),
    ).toEqual([4]);
    // A plan that is charged on the fifth of each month is not one of three days of May.
    const monthly = ["09/05/2026", "10/05/2026", "11/05/2026"].map((day, nth) =>
      row.map((cell, place) => (place === 0 ? day : place === 12 ? `M${nth}` : cell)),
    );
    expect(() => read(csv([paypalHead, ...monthly]))).toThrow(/“09\/05\/2026” can be a day/);
    // Rows that follow one another show it.
    const others = ["12/04/2026", "12/01/2026"].map((day, nth) =>
      row.map((cell, place) => (place === 0 ? day : place === 12 ? `N${nth}` : cell)),
    );
    const months = read(csv([paypalHead, ...others, row])).rows.map(({ at }) =>
      new Date(at).getUTCMonth(),
    );
    expect(months).toEqual([11, 11, 10]);
  });

  test("knows kinds by PayPal’s event codes in any language", () => {
    const coded = (event: string) => {
      const row = [...(paypalRows[0] ?? []), event];
      row[4] = "何か";
      return read(csv([[...paypalHead, "Transaction Event Code"], row])).rows[0]?.kind;
    };
    expect("T0006 T1107 T0106 T0200 T0400 T1110 T1201".split(" ").map(coded)).toEqual(
      "money money fee neutral payout neutral money".split(" "),
    );
  });

  test("keeps rows that it cannot read, with the reason, and marks doubled ones", () => {
    const broken = (place: number, cell: string) => {
      const row = [...(paypalRows[0] ?? [])];
      row[place] = cell;
      return row;
    };
    const { rows } = read(
      csv([
        paypalHead,
        paypalRows[0] ?? [],
        broken(0, "yesterday"),
        broken(7, "a lot"),
        broken(12, ""),
        broken(9, "143.00"),
        ["Total", "", "", "", "", "", "", "149.00"],
      ]),
    );
    expect(rows.map(({ kind, fault, isDoubled }) => [kind, fault, isDoubled])).toEqual([
      ["money", "", false],
      ["unreadable", "“yesterday” is no day.", true],
      ["unreadable", "“a lot” is no amount.", true],
      ["unreadable", "The row names no transaction.", false],
      ["money", "149.00 less a fee of 5.69 is not 143.00.", true],
      ["unreadable", "“Total” is no day.", false],
    ]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(6);
  });
});

describe("Stripe’s balance", () => {
  const itemised = [
    "balance_transaction_id,created_utc,available_on_utc,currency,gross,fee,net,reporting_category,source_id,description,payment_intent_id,payment_metadata[order]",
    'txn_1,2026-11-30 23:30:00,2026-12-03 00:00:00,usd,1490.00,5.69,1484.31,charge,ch_1,"Basic, a month",pi_1,order-1',
    "txn_2,2026-11-28 18:00:00,2026-11-28 18:00:00,usd,-49.00,0.00,-49.00,refund,re_1,REFUND,pi_1,order-1",
    "txn_3,2026-11-27 18:00:00,2026-11-27 18:00:00,usd,-149.00,15.00,-164.00,dispute,dp_1,Chargeback,pi_2,",
    "txn_4,2026-11-27 18:00:00,2026-11-27 18:00:00,usd,-94.31,0.00,-94.31,payout,po_1,STRIPE PAYOUT,,",
    "txn_5,2026-11-27 18:00:00,2026-11-27 18:00:00,usd,-2.00,0.00,-2.00,fee,,Billing,,",
    "txn_6,2026-11-27 18:00:00,2026-11-27 18:00:00,usd,-9.00,0.00,-9.00,risk_reserved_funds,,Reserve,,",
  ].join("\n");

  test("is read from the itemised report", () => {
    const { rows, ...facts } = read(itemised);
    expect(rows.map(short)).toEqual([
      "money 2026-11-30T23:30:00.000Z 149000 569 148431 USD pi_1",
      "money 2026-11-28T18:00:00.000Z -4900 0 -4900 USD re_1",
      "money 2026-11-27T18:00:00.000Z -14900 1500 -16400 USD dp_1",
      "payout 2026-11-27T18:00:00.000Z -9431 0 -9431 USD po_1",
      "fee 2026-11-27T18:00:00.000Z -200 0 -200 USD ",
      "neutral 2026-11-27T18:00:00.000Z -900 0 -900 USD ",
    ]);
    expect(facts).toEqual({ format: "stripe", account: "", rowCount: 6 });
    expect(rows[1]?.parentId).toBe("pi_1");
    expect(rows[0]).toMatchObject({ key: "txn_1", orderReference: "order-1" });
  });

  test("is read from all transactions of the balance, also when a spreadsheet saved them", () => {
    const all = (time: string) =>
      [
        "id,Type,Source,Amount,Fee,Net,Currency,Created (UTC),Available On (UTC),Description,Customer Facing Amount,Customer Facing Currency,Transfer,attempt (metadata),order (metadata)",
        `txn_1,charge,ch_1,149.00,4.62,144.38,usd,${time},2026-12-03 00:00,Basic,149.00,usd,,a1,order-1`,
        `txn_2,adjustment,dp_1,-149.00,15.00,-164.00,usd,${time},2026-12-03 00:00,Chargeback,,,,,`,
      ].join("\n");
    for (const time of ["2026-11-30 14:03", "11/30/2026 14:03"]) {
      const { rows } = read(all(time));
      expect(rows.map(short)).toEqual([
        "money 2026-11-30T14:03:00.000Z 14900 462 14438 USD ch_1",
        "money 2026-11-30T14:03:00.000Z -14900 1500 -16400 USD dp_1",
      ]);
      expect(rows[0]?.orderReference).toBe("order-1");
    }
  });

  test("is refused with a sentence as a summary, as another table and without rows", () => {
    const refused = (text: string) => {
      try {
        read(text);
      } catch (error) {
        return error;
      }
      return undefined;
    };
    expect(
      refused("category,description,net_amount,currency\nstarting_balance,Start,1,usd"),
    ).toMatchObject({
      code: "invalid",
      message: expect.stringMatching(/^This is neither PayPal’s activity nor Stripe’s balance\./),
    });
    expect(refused("")).toMatchObject({ code: "invalid" });
    expect(refused(itemised.split("\n")[0] ?? "")).toMatchObject({
      message: expect.stringMatching(/headings and no rows/),
    });
  });
});

test("any rows are read the same with points and with commas, and no row is lost", () => {
  const cents = fc.integer({ min: -99_999_999, max: 99_999_999 });
  const rows = fc.array(fc.record({ gross: cents, fee: cents }), { minLength: 1, maxLength: 30 });
  const points = (amount: number) => {
    const digits = String(Math.abs(amount)).padStart(3, "0");
    const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",");
    return `${amount < 0 ? "-" : ""}${whole}.${digits.slice(-2)}`;
  };
  const swapped = (text: string) => text.replace(/[.,]/g, (mark) => (mark === "." ? "," : "."));
  fc.assert(
    fc.property(rows, fc.boolean(), (given, hasCommas) => {
      const write = (amount: number) => (hasCommas ? swapped(points(amount)) : points(amount));
      const table = given.map(({ gross, fee }, nth) => [
        "2026-11-30 10:00:00",
        "usd",
        write(gross),
        write(fee),
        write(gross - fee),
        "charge",
        `txn_${nth}`,
      ]);
      const head = "created_utc,currency,gross,fee,net,reporting_category,balance_transaction_id";
      const { rows: found } = read(csv([head.split(","), ...table]));
      expect(
        found.map(({ grossCents, feeCents, netCents, fault }) => ({
          grossCents,
          feeCents,
          netCents,
          fault,
        })),
      ).toEqual(
        given.map(({ gross, fee }) => ({
          grossCents: gross,
          feeCents: fee,
          netCents: gross - fee,
          fault: "",
        })),
      );
    }),
    { numRuns: 60 },
  );
});
