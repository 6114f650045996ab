/** The numbers from 1 to `count` as `n`, in SQL that both engines understand. */
const counted = (count: number) =>
  `with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${count})`;

/** Ids that sort like the numbers that they contain. */
const id = (kind: string) => `'${kind}-' || (10000000 + n)`;
const email = `'person' || n || '@' || case when n % 3 = 0 then 'farm' else 'mail' end || '.example.com'`;
const time = "1700000000000 + n * 60000";
const states = (one: string, other: string) =>
  `case when n % 50 = 0 then '${one}' else '${other}' end`;
const words = "'Could you look at field ' || n || ', it rained on the barley.'";

/** Columns of a table, each with the SQL expression of its value in row `n`. */
type Filling = Readonly<Record<string, string>>;

/** Data of all growing tables. A table comes after the tables that it references. */
const piles: Readonly<Record<string, Filling>> = {
  orders: {
    id: id("order"),
    number: "1000 + n",
    account_id: id("account"),
    customer_email: email,
    customer_name: "'Person ' || n",
    customer_address: "'1 Long Acre'",
    customer_country: "'Norway'",
    customer_website: "''",
    package_id: "'plan'",
    package_name: "case n % 3 when 0 then 'Basic' when 1 then 'Standard' else 'Premium' end",
    price_cents: "14900",
    currency: "'USD'",
    payment_status: states("UnPaid", "Paid"),
    order_status: states("Pending", "Delivered"),
    placed_at: time,
    paid_at: time,
    name_key: "'person ' || n",
  },
  order_words: { word: "'person'", placed_at: time, number: "1000 + n" },
  order_events: {
    id: id("event"),
    order_id: id("order"),
    kind: "'note'",
    note: "'Called.'",
    author: "'owner@example.com'",
    at: time,
  },
  order_points: { order_id: id("order"), position: "1", point: "'Soil survey of 25 pages'" },
  order_deliveries: {
    id: id("delivery"),
    order_id: id("order"),
    number: "1",
    text: words,
    author: "'owner@example.com'",
    review_until: time,
    at: time,
  },
  order_delivery_points: {
    delivery_id: id("delivery"),
    position: "1",
    point: "'Soil survey of 25 pages'",
    kind: "'text'",
    value: words,
    unit: "''",
  },
  order_review_events: {
    id: id("review"),
    order_id: id("order"),
    kind: "'delivered'",
    number: "1",
    once: "'delivery'",
    author: "'owner@example.com'",
    at: time,
  },
  order_rooms: {
    order_id: id("order"),
    last_number: "1",
    waiting_since: `case when n % 50 = 0 then ${time} end`,
  },
  order_messages: {
    id: id("message"),
    order_id: id("order"),
    number: "1",
    side: states("customer", "team"),
    account_id: id("account"),
    author: states("customer", "owner@example.com"),
    text: words,
    form_key: id("key"),
    created_at: time,
  },
  order_news: {
    id: id("news"),
    order_id: id("order"),
    side: states("team", "customer"),
    account_id: id("account"),
    email: "'orderDelivered'",
    facts: "'[]'",
    after_message: "0",
    through_message: "0",
    created_at: time,
  },
  mail_choices: {
    account_id: id("account"),
    side: "'customer'",
    choice: states("daily", "never"),
    chosen_at: time,
  },
  order_passwords: {
    id: id("password"),
    order_id: id("order"),
    label: "'WordPress'",
    user_name: "'ada'",
    address: "''",
    password: words,
    key_id: states("key", "former-key"),
    added_by: states("customer", "team"),
    account_id: id("account"),
    form_key: id("key"),
    version: "1",
    added_at: time,
    changed_at: time,
  },
  order_password_showings: {
    id: id("showing"),
    password_id: id("password"),
    account_id: id("account"),
    author: "'owner@example.com'",
    at: time,
  },
  order_question_events: {
    id: id("question"),
    order_id: id("order"),
    number: "1",
    kind: "'asked'",
    once: "'question'",
    message_number: "1",
    author: "'owner@example.com'",
    at: time,
  },
  order_briefs: {
    order_id: id("order"),
    questions: "'[]'",
    reminders: "0",
    missing_since: `case when n % 50 = 0 then ${time} end`,
    changed_at: `case when n % 50 = 1 then ${time} end`,
  },
  order_brief_answers: {
    order_id: id("order"),
    question_id: "'question'",
    value: words,
    acknowledged: "''",
    answered_at: time,
  },
  order_brief_events: {
    id: id("brief"),
    order_id: id("order"),
    kind: "'begun'",
    once: "'begin'",
    author: "'system'",
    at: time,
  },
  private_files: {
    id: id("file"),
    name: "'Field ' || n || '.txt'",
    type: "'text/plain'",
    byte_count: "3",
    content_hash: "'hash'",
    state: states("unfinished", "stored"),
    account_id: id("account"),
    started_at: time,
  },
  order_files: {
    file_id: id("file"),
    order_id: id("order"),
    message_id: id("message"),
    side: states("customer", "team"),
    account_id: id("account"),
    author: "'owner@example.com'",
    created_at: time,
  },
  payment_attempts: {
    id: id("attempt"),
    order_reference: id("order"),
    provider: "'sandbox'",
    amount_cents: "14900",
    currency: "'USD'",
    receiver: "'owner@example.com'",
    created_at: time,
  },
  payment_notifications: {
    id: id("notification"),
    provider: "'sandbox'",
    received_at: time,
    content_type: "'text/plain'",
    raw: "''",
    state: "'verified'",
    verified_at: time,
    transaction_id: id("transaction"),
    payment_status: "'Completed'",
    attempt_id: id("attempt"),
    order_reference: id("order"),
    expected: "1",
    outcome: states("review", "applied"),
  },
  payment_ledger: {
    id: id("payment"),
    order_id: id("order"),
    kind: "'payment'",
    amount_cents: "14900",
    currency: "'USD'",
    provider: "'sandbox'",
    transaction_id: id("transaction"),
    notification_id: id("notification"),
    author: "'sandbox'",
    at: time,
  },
  refund_requests: {
    id: id("refund"),
    order_id: id("order"),
    provider: "'sandbox'",
    transaction_id: id("transaction"),
    attempt_id: id("attempt"),
    amount_cents: "14900",
    currency: "'USD'",
    state: "'done'",
    attempts: "1",
    refund_transaction_id: id("refunded"),
    requested_by: "'owner@example.com'",
    requested_at: time,
  },
  customer_notes: {
    id: id("note"),
    account_id: id("account"),
    note: words,
    author: "'owner@example.com'",
    created_at: time,
  },
  messages: {
    id: id("message"),
    name: "'Person ' || n",
    email,
    number: "''",
    subject: "'Field ' || n",
    message: words,
    status: states("UnRead", "Read"),
    received_at: time,
    search_text: `lower('person ' || n || ' ' || ${email} || ' field ' || n || ' ' || ${words})`,
  },
  subscribers: {
    id: id("subscriber"),
    email,
    email_key: email,
    subscribed_at: time,
    confirmed_at: time,
  },
  mail_outbox: {
    id: id("mail"),
    recipient: email,
    recipient_key: email,
    subject: "'Your order ' || n",
    text_body: words,
    html_body: `'<p>' || ${words} || '</p>'`,
    state: states("failed", "sent"),
    attempts: "1",
    created_at: time,
    next_attempt_at: time,
    claimed_until: "0",
    sent_at: time,
    about: id("order"),
  },
  incoming_mails: {
    id: id("received"),
    mail_key: "'key-' || n",
    content_hash: "'hash-' || n",
    received_at: time,
    sender: email,
    sender_key: email,
    subject: "'Re: your order ' || n",
    original: words,
    text: words,
    attachments: "0",
    state: states("added", "dropped"),
    order_id: id("order"),
    side: "'customer'",
  },
  mail_history: {
    id: id("attempt"),
    mail_id: id("mail"),
    event: "'sent'",
    at: time,
    note: "''",
  },
  audit_log: {
    id: id("entry"),
    account_id: "'account-1'",
    author: "'owner@example.com'",
    action: states("order marked", "message read"),
    subject: states("order", "message"),
    subject_id: id("message"),
    label: "'Number ' || n",
    before_json: "'null'",
    after_json: "'null'",
    at: time,
  },
  user: {
    id: id("account"),
    name: "'Person ' || n",
    email,
    emailVerified: "(n % 2 = 0)",
    createdAt: "'2026-01-01 00:00:00'",
    updatedAt: "'2026-01-01 00:00:00'",
  },
  twoFactor: {
    id: id("factor"),
    userId: id("account"),
    secret: id("secret"),
    backupCodes: "'[]'",
    verified: "(n % 2 = 0)",
  },
  passkey: {
    id: id("passkey"),
    userId: id("account"),
    name: "'My phone'",
    publicKey: "'key'",
    credentialID: id("credential"),
    counter: "0",
    deviceType: "'singleDevice'",
    backedUp: "(n % 2 = 0)",
  },
  passkey_hosts: { passkey_id: id("passkey"), account_id: id("account"), host: "'localhost'" },
  api_keys: {
    ...{ id: id("key"), account_id: id("account"), name: "'Export'", prefix: "'furrow_abcdef'" },
    ...{ key_hash: id("hash"), key_role: "'Manager'", read_only: "1" },
    ...{ created_at: time, expires_at: time, last_used_at: time, revoked_at: "null" },
  },
  known_devices: { account_id: id("account"), device_hash: id("device"), since: time },
  session_confirmations: { session_id: id("session"), confirmed_at: time },
  used_codes: { account_id: id("account"), code: "'123456'", used_at: time },
  account_profiles: {
    account_id: id("account"),
    customer_name: "'Person ' || n",
    customer_address: "'1 Long Acre'",
    customer_country: "'Norway'",
    customer_website: "''",
    name_key: "'person ' || n",
    updated_at: time,
  },
  media_files: {
    id: id("picture"),
    name: "'field ' || n || '.jpg'",
    alt: "'Barley in field ' || n",
    width: "1200",
    height: "800",
    focal_x: "0.5",
    focal_y: "0.5",
    dominant_colour: "'#507040'",
    uploaded_bytes: "1",
    content_hash: "'hash-' || n",
    version: "'1'",
    state: "'ready'",
    variants_done: "1",
    attempts: "0",
    claimed_until: "0",
    uploaded_by: "'owner@example.com'",
    uploaded_at: time,
  },
};

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
