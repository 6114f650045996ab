/** The numbers from 1 to `count` as `n`, in SQL that both engines understand. */
const counted = (count: number) =>
  `with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${count})`;

/** Ids that sort like the numbers that they contain. */
const id = (kind: string) => `'${kind}-' || (10000000 + n)`;
const time = "1700000000000 + n * 60000";
const email = `'person' || n || '@' || case when n % 3 = 0 then 'farm' else 'mail' end || '.example.com'`;
const words = "'Could you look at field ' || n || ', it rained on the barley.'";

const party = `"name":"Farm","street":"","postcode":"","city":"","country":"NO","vatNumber":"",
  "email":"","contact":"","purchaseOrder":"","registration":"","iban":""`;
/** JSON of a document, for the screens that show it. */
const invoice = `'{"kind":"invoice","number":"F-2026-1","issuedOn":"2026-01-15","currency":"USD",
  "corrects":null,"reason":"","seller":{${party}},"buyer":{${party}},"orderNumber":1001,"period":null,
  "lines":[{"label":"Basic","quantity":1,"netCents":14900}],"allowances":[],
  "tax":{"category":"O","ratePercent":0,"reason":""},"netCents":14900,"taxCents":0,
  "roundingCents":0,"totalCents":14900,"paidCents":14900,"payment":null,"inTaxCurrency":null,
  "notes":[]}'`;

/** JSON of a month without sums. */
const snapshot = `'{"version":1,"month":"2023-11","timeZone":"UTC","currency":"USD",
  "closedAt":"2023-12-02T10:00:00.000Z","closedBy":"owner@example.com","entries":0,"lateEntries":0,
  "rows":0,"sums":{"providers":[],"tax":[],"invoices":0,"creditNotes":0,"invoicedCents":0}}'`;

/** Columns of a table, each with the SQL expression of its value in row `n`. */
type Filling = Readonly<Record<string, string>>;

/**
 * Data of all growing tables. A table comes after the tables that it references. A column is named
 * alone if `usualValue` knows it; "@order" is the id of an order, "#time", "#email" and "#words" are
 * such values, and "waiting/done" is the first text in one of fifty rows.
 */
const piles = readPiles(`
  orders: id = @order; number = 1000 + n; account_id; company_id = @account;
    company_name = 'Farm ' || n; customer_email = #email; customer_name = 'Person ' || n;
    customer_address = '1 Long Acre'; customer_country = 'Norway'; customer_website = '';
    package_id = 'plan';
    package_name = case n % 3 when 0 then 'Basic' when 1 then 'Standard' else 'Premium' end;
    price_cents = 14900; currency = 'USD'; payment_status = UnPaid/Paid;
    order_status = Pending/Delivered; placed_at; paid_at;
    placed_day = '2026-0' || (1 + n % 9) || '-15'; name_key = 'person ' || n;
    search_words = 'person farm ' || n; in_review = case when n % 50 = 0 then 1 else 0 end
  site_checks: id = @check; key; website = 'https://example' || n || '.com/';
    host = 'example' || n || '.com'; state = waiting/done; engine_version = 1; requested_at;
    finished_at; email; email_confirmed_at = case when n % 50 = 0 then #time end;
    order_id = case when n % 50 = 1 then @order end;
    account_id = case when n % 50 = 1 then @account end
  site_check_findings: check_id; finding = 'title-missing'
  site_crawls: id = @crawl; website = 'https://example' || n || '.com/'; page_limit = 200;
    state = crawling/done; engine_version = 1; site_facts = null; requested_at;
    finished_at = case when n % 50 > 0 then #time end
  site_crawl_parts: crawl_id; position = 0; kind = 'page';
    address = 'https://example' || n || '.com/'; depth = 0; state = open/stored;
    due_at = case when n % 50 = 0 then #time end; is_page = 1
  site_crawl_turns: site = 'example' || n || '.com'; free_at
  order_site_checks: id = @sitecheck; order_id; purpose = after/before; crawl_id;
    website = 'example' || n || '.com'; reason = ''; author = 'system'; at
  order_events: id = @event; order_id; kind = 'note'; note = 'Called.'; author; at
  order_points: order_id; position = 1; point = 'Soil survey of 25 pages'
  order_lines: order_id; position = 1; kind = 'plan'; label = 'Basic'; quantity = 1;
    unit_cents = 14900; repeats = 0
  order_deliveries: id = @delivery; order_id; number = 1; text = #words; author; review_until; at
  order_delivery_points: delivery_id; position = 1; point = 'Soil survey of 25 pages';
    kind = 'text'; value = #words; unit = ''
  order_delivery_checks: delivery_id; position = 1; check_name = 'title-missing'; pages = '[]';
    website = 'example' || n || '.com'; before_at; after_at
  order_review_events: id = @review; order_id; kind = 'delivered'; number = 1; once = 'delivery';
    author; at
  month_reports: id = @report; order_id; month = '2026-11'; state = 'sent'; done = #words;
    changed = #words; next = #words; revision = 1; author; reviewer = 'owner@example.com';
    updated_at; sent_at
  order_figures: id = @figures; order_id; file_name = 'export.zip'; source = 'Search Console';
    first_day = '2026-11-01'; last_day = '2026-11-30'; query_clicks = 800; author; created_at
  order_figure_numbers: figures_id; position = 1; label = 'Clicks'; value = '1200'; unit = ''
  order_figure_lists: figures_id; kind = 'searches'; lines = '[]'
  order_search_lists: order_id; revision = 1; updated_at
  order_searches: order_id; nth = 1; search = 'plum trees'
  order_search_positions: order_id; month = '2026-11'; search = 'plum trees'; position = '4.2'
  month_report_numbers: report_id; position = 1; label = 'Clicks'; value = '1200'; earlier = '900';
    unit = ''; source = 'Search Console'
  month_report_lists: report_id; kind = 'searches'; figures_id; source = 'Search Console';
    note = ''; lines = '[]'
  month_report_links: id = @link; report_id; token_hash = @hash; company_id = @account; created_at;
    expires_at
  order_rooms: order_id; last_number = 1; waiting_since = case when n % 50 = 0 then #time end
  order_messages: id = @message; order_id; number = 1; side = customer/team; account_id;
    author = customer/owner@example.com; text = #words; form_key; created_at
  order_news: id = @news; order_id; side = team/customer; account_id; email = 'orderDelivered';
    facts = '[]'; after_message = 0; through_message = 0; created_at
  notification_choices: account_id; topic = 'orders'; choice = daily/never; chosen_at
  daily_notices: id = @notice; account_id; email = 'paymentReceivedOwner';
    subject = 'Order 1042 is paid'; facts = ''; path = '/payments'; about = @order; created_at
  mail_choices: account_id; side = 'customer'; choice = daily/never; chosen_at
  order_passwords: id = @password; order_id; label = 'WordPress'; user_name = 'ada'; address = '';
    password = #words; key_id = key/former-key; added_by = customer/team; account_id; form_key;
    version = 1; added_at; changed_at
  order_password_showings: id = @showing; password_id; account_id; author; at
  order_question_events: id = @question; order_id; number = 1; kind = 'asked'; once = 'question';
    message_number = 1; order_event_id = null; author; at
  undone_order_changes: order_event_id = @change; order_id; delivery_number = null; at
  order_briefs: order_id; questions = '[]'; reminders = 0;
    missing_since = case when n % 50 = 0 then #time end;
    changed_at = case when n % 50 = 1 then #time end
  order_brief_answers: order_id; question_id = 'question'; value = #words; acknowledged = '';
    answered_at
  order_brief_events: id = @brief; order_id; kind = 'begun'; once = 'begin'; author = 'system'; at
  order_corrections: order_id; number = 1; account_id; fields = 'customerName'; at
  bank_transfers: order_id; account_id; chosen_at; left_at = case when n % 50 > 0 then #time end
  money_back_requests: order_id; account_id; reason = #words; asked_at;
    declined_because = case when n % 50 > 0 then 'Done' end;
    declined_by = case when n % 50 > 0 then 'owner' end;
    declined_at = case when n % 50 > 0 then #time end
  given_testimonials: order_id; account_id; words = #words; person_name = ''; company = '';
    company_link = ''; result_number = ''; result_text = ''; result_period = ''; given_at;
    answer = case when n % 50 > 0 then 'declined' end;
    answered_by = case when n % 50 > 0 then 'owner' end;
    answered_at = case when n % 50 > 0 then #time end
  order_next_months: order_id;
    previous_id = 'order-' || (10000000 + case when n = 1 then 2 else n - 1 end)
  subscriptions: id = @subscription; number = 1000 + n; company_id = @account; account_id = @account;
    package_id = 'plan'; package_name = 'Premium'; price_cents = 49900; currency = 'USD';
    charged = 'monthly'; minimum_cycles = 0; working_days = 20; included_rounds = 2;
    refund_days = 14; points = '[]'; anchor_day = 15; created_at
  subscription_cycles: subscription_id = @subscription; number = 1; period_start = '2026-11-15';
    period_end = '2026-12-15'; order_id; price_cents = 49900; made_at = #time; due_at = #time;
    suspends_at = #time
  subscription_calls: id = @call; subscription_id = @subscription; provider = 'sandbox-stripe';
    reference = 'sub_' || n; kind = 'pause'; requested_at; state = waiting/done;
    due_at = case when n % 50 = 0 then #time end
  subscription_events: id = @event; subscription_id = @subscription; kind = 'provider-active'; at;
    author = 'sandbox'
  order_links: id = @link; token_hash; order_id; account_id; email; purpose = 'room'; sent_at;
    expires_at
  order_link_visits: id = @visit; secret_hash; link_id; started_at; code_hash = '';
    code_expires_at = 0; code_attempts = 0; proven_until = 0
  private_files: id = @file; name = 'Field ' || n || '.txt'; type = 'text/plain'; byte_count = 3;
    content_hash = 'hash'; state = unfinished/stored; account_id; started_at
  order_files: file_id; order_id; message_id; side = customer/team; account_id; author; created_at
  payment_attempts: id = @attempt; order_reference = @order; provider = 'sandbox';
    amount_cents = 14900; currency = 'USD'; receiver = 'owner@example.com'; created_at
  payment_notifications: id = @notification; provider = 'sandbox'; received_at;
    content_type = 'text/plain'; raw = ''; state = 'verified'; verified_at; transaction_id;
    payment_status = 'Completed'; attempt_id; order_reference = @order; expected = 1;
    outcome = review/applied
  payment_ledger: id = @payment; order_id; kind = 'payment'; amount_cents = 14900;
    currency = 'USD'; provider = 'sandbox'; transaction_id; notification_id; author = 'sandbox';
    at; recorded_at = null
  invoices: id = @invoice; series_year = 2025; sequence = n; number = 'F-2025-' || n;
    kind = 'invoice'; order_id; company_id = @account; buyer_key = 'farm ' || n;
    corrects_id = null; issued_at; issued_on = '2026-0' || (1 + n % 9) || '-15'; category = 'O';
    rate_percent = '0'; net_cents = 14900; tax_cents = 0; rounding_cents = 0;
    total_cents = 14900; currency = 'USD'; document = #invoice
  statement_files: id = @statement; family = 'paypal'; format = 'paypal';
    name = 'paypal-' || n || '.csv'; content_hash = @hash; account = ''; row_count = 100;
    known_count = 0; state = 'read'; from_at; until_at; uploaded_at; author
  month_closings: id = @closing; month = case n when 1 then '2023-11' else 'reopened' end;
    from_at = 1698796800000; until_at = 1701388800000; late_after = 'payment-10000500';
    closed_at; closed_by = 'owner@example.com'; snapshot = #snapshot; hash = @hash;
    reopened_at = case when n > 1 then #time end;
    reopened_by = case when n > 1 then 'owner' end;
    reopening_reason = case when n > 1 then 'A mistake.' end
  statement_rows: id = @row; file_id = 'statement-' || (10000001 + n % 6); family = 'paypal';
    row_key = @key; line = n; kind = 'money'; state = unknown/matched; at;
    type = 'General Payment'; gross_cents = 14900; fee_cents = 462; net_cents = 14438;
    currency = 'USD'; transaction_id = @transaction; parent_id = ''; order_reference = @order;
    about = ''; fault = ''; is_open = case when n % 50 = 0 then 1 else 0 end;
    entry_id = case when n % 50 > 0 then @payment end;
    closing_id = case when n % 3 = 0 then 'closing-10000001' end
  month_entries: closing_id = 'closing-' || (10000001 + n % 20); entry_id = @payment
  book_explanations: id = @explanation; entry_id = @payment; kind = 'other'; reason = #words;
    author; at
  refund_requests: id = @refund; order_id; provider = 'sandbox'; transaction_id; attempt_id;
    amount_cents = 14900; currency = 'USD'; state = 'done'; attempts = 1;
    refund_transaction_id = @refunded; requested_by = 'owner@example.com'; requested_at
  email_changes: account_id; old_email = #email; new_email = 'new.' || #email;
    old_token_hash = 'old' || n; new_token_hash = 'new' || n; requested_at; expires_at
  customer_notes: id = @note; account_id; note = #words; author; created_at
  messages: id = @message; name = 'Person ' || n; email; number = ''; subject = 'Field ' || n;
    message = #words; status = UnRead/Read; received_at;
    search_text = lower('person ' || n || ' ' || #email || ' field ' || n || ' ' || #words)
  subscribers: id = @subscriber; email; email_key; subscribed_at; confirmed_at
  mail_outbox: id = @mail; recipient = #email; recipient_key = #email;
    subject = 'Your order ' || n; text_body = #words; html_body = '<p>' || #words || '</p>';
    state = failed/sent; attempts = 1; created_at; sent_at; about = @order
  incoming_mails: id = @received; mail_key = 'key-' || n; content_hash = 'hash-' || n; received_at;
    sender = #email; sender_key = #email; subject = 'Re: your order ' || n; original = #words;
    text = #words; attachments = 0; state = added/dropped; order_id; side = 'customer'
  mail_history: id = @attempt; mail_id; event = 'sent'; at; note = ''
  audit_log: id = @entry; account_id = 'account-1'; author; action = order marked/message read;
    subject = order/message; subject_id = @message; label = 'Number ' || n; before_json = 'null';
    after_json = 'null'; at
  companies: id = @account; name = 'Farm ' || n; created_at
  company_people: account_id; company_id = @account; orders = 1; payments = 1; may_order = 1;
    people = 1; since
  company_invitations: id = @company-invitation; company_id = @account; email; email_key;
    orders = 1; payments = 0; may_order = 0; people = 0; token_hash; invited_by = @account;
    sent_at; expires_at
  user: id = @account; name = 'Person ' || n; email; emailVerified = (n % 2 = 0);
    createdAt = '2026-01-01 00:00:00'; updatedAt = '2026-01-01 00:00:00'
  twoFactor: id = @factor; userId = @account; secret = @secret; backupCodes = '[]';
    verified = (n % 2 = 0)
  passkey: id = @passkey; userId = @account; name = 'My phone'; publicKey = 'key';
    credentialID = @credential; counter = 0; deviceType = 'singleDevice'; backedUp = (n % 2 = 0)
  passkey_hosts: passkey_id; account_id; host = 'localhost'
  api_keys: id = @key; account_id; name = 'Export'; prefix = 'furrow_abcdef'; key_hash = @hash;
    key_role = 'Manager'; read_only = 1; created_at; expires_at; last_used_at; revoked_at = null
  known_devices: account_id; device_hash; since
  session_confirmations: session_id; confirmed_at
  used_codes: account_id; code = '123456'; used_at
  account_profiles: account_id; customer_name = 'Person ' || n; customer_address = '1 Long Acre';
    customer_country = 'Norway'; customer_website = ''; name_key = 'person ' || n; updated_at;
    origin = 'form'
  media_files: id = @picture; name = 'field ' || n || '.jpg'; alt = 'Barley in field ' || n;
    width = 1200; height = 800; focal_x = 0.5; focal_y = 0.5; dominant_colour = '#507040';
    uploaded_bytes = 1; content_hash = 'hash-' || n; version = '1'; state = 'ready';
    variants_done = 1; attempts = 0; uploaded_by = 'owner@example.com'; uploaded_at
`);

function readPiles(text: string): Readonly<Record<string, Filling>> {
  const tables = text.trim().split(/\n(?= {2}\w+:)/);
  return Object.fromEntries(
    tables.map((line) => {
      const [, table = "", columns = ""] = /^\s*(\w+):(.*)$/s.exec(line) ?? [];
      return [table, Object.fromEntries(columns.split(";").map(columnOf))];
    }),
  );
}

function columnOf(text: string): [column: string, value: string] {
  const [, column = "", given] = /^\s*(\w+)(?: = (.+))?$/s.exec(text.trim()) ?? [];
  return [column, given === undefined ? usualValue(column) : writtenValue(given)];
}

function usualValue(column: string): string {
  if (/^(at|since)$|_(at|until)$/.test(column)) return time;
  if (/^email(_key)?$/.test(column)) return email;
  if (column === "author") return "'owner@example.com'";
  const [, kind] = /^(.+)_(?:id|hash)$/.exec(column) ?? /^(?:form_)?(key)$/.exec(column) ?? [];
  if (kind === undefined) throw new Error(`The column ${column} has no usual value.`);
  return id(kind);
}

function writtenValue(given: string): string {
  const [, rare, usual] = /^([\w@. -]+)\/([\w@. -]+)$/.exec(given) ?? [];
  if (rare !== undefined) return `case when n % 50 = 0 then '${rare}' else '${usual}' end`;
  return given
    .replace(/(?<!\w)@([\w-]+)/g, (_, kind) => id(kind))
    .replaceAll("#time", time)
    .replaceAll("#email", email)
    .replaceAll("#invoice", invoice)
    .replaceAll("#snapshot", snapshot)
    .replaceAll("#words", words);
}

/** Statements for both engines that insert `count` rows into each table. */
export function fillingStatements(count: number, tables = Object.keys(piles)): string[] {
  return tables.map((table) => {
    const filling = piles[table] ?? {};
    const columns = Object.keys(filling).map((column) => `"${column}"`);
    return `insert into "${table}" (${columns.join(", ")})
      ${counted(count)} select ${Object.values(filling).join(", ")} from counted`;
  });
}

export function auditWordStatements(count: number): string[] {
  const each = ["'=' || subject", "'number'", "'owner@example.com'", "substr(label, 8)"];
  return each.map(
    (word) => `insert into audit_words (word, entry_id)
      select ${word}, id from audit_log where id >= 'entry-' and id <= 'entry-' || ${10_000_000 + count}`,
  );
}

/** Statement that adds `count` history entries to the first record. */
export function historyStatement(count: number): string {
  return `insert into content_history (id, record_id, block, revision, action, field_values, author, at)
    ${counted(count)}
    select ${id("change")}, record.id, record.block, 1000 + n, 'updated', record.field_values,
      record.author, ${time}
    from counted
    cross join (select * from content_records where deleted_at is null order by id limit 1) as record`;
}
