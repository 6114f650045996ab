import {
  accountOfProvenAddress,
  accountsWithoutPassword,
  isConfirmed,
  lockAccountOf,
  lockActorAccount,
} from "./access/accounts/accounts.server.ts";
import { nameFromOrder } from "./access/accounts/profile.ts";
import {
  lockAssignee,
  readAssignees,
  readFirstAdmin,
  readTeam,
} from "./access/admins/assignees.ts";
import type { FirstAdminDependencies } from "./access/admins/first-admin.ts";
import type { ReleaseOrders } from "./access/admins/user-records.ts";
import type { CompanyOrders } from "./access/companies/company-orders.ts";
import { openAccess } from "./access/open-access.ts";
import { type Identity, identify } from "./access/sessions/current-actor.ts";
import type { HashCost } from "./access/sessions/password-hashes.ts";
import type { AccessDependencies } from "./access/sessions/sign-in.ts";
import type { PublicFetcher } from "./check/fetching/fetch-public.ts";
import { openSiteChecks, type SiteChecks } from "./check/open-site-checks.ts";
import { MissingPages } from "./content/addresses/missing-pages.ts";
import type { AttachmentStore } from "./content/archive/content-archive.ts";
import { followWordsOfLook } from "./content/plain/swap-words.ts";
import type { ContentDependencies } from "./content/records/change-site.server.ts";
import { seedContent } from "./content/records/seed-content.ts";
import { usesOfPictures } from "./content/records/uses-of-pictures.server.ts";
import { writeBusinessFacts } from "./content/records/write-business-facts.server.ts";
import type { ReleaseDependencies } from "./content/releases/carry-out.server.ts";
import type { SectionKinds } from "./content/sections/section.ts";
import { RoomChanges } from "./conversation/live/room-changes.ts";
import { judgeReplies } from "./conversation/mail/judge-reply.ts";
import { dailyEmailJobs } from "./conversation/news/daily-email.server.ts";
import { orderNewsJobs } from "./conversation/news/order-news.server.ts";
import { orderPasswordJobs } from "./conversation/passwords/delete-expired-passwords.ts";
import { type Bucket, openBucket } from "./files/bucket.ts";
import { checkBucket } from "./files/check-bucket.ts";
import { countStoredFiles } from "./files/count-stored-files.server.ts";
import { hasWritten } from "./inbox/messages/has-written.server.ts";
import { judgeTeamReplies } from "./inbox/messages/judge-team-reply.ts";
import { backlogJobs } from "./invoices/issuing/backlog.server.ts";
import { followInvoicing } from "./invoices/issuing/change-invoicing.server.ts";
import { leftOrderJobs } from "./lifecycle/left-orders.ts";
import { type OrderLifecycle, orderLifecycle } from "./lifecycle/order-lifecycle.ts";
import { couponJobs } from "./lifecycle/unpaid-coupons.server.ts";
import type { JudgeMail, ReceiveDependencies } from "./mail/incoming/receive-mail.ts";
import { openMail, type Post } from "./mail/mailer.ts";
import { retryWaitingMails } from "./mail/outbox/retry-waiting-mails.ts";
import { tellOfRefusedRelease } from "./mail/team/release-emails.server.ts";
import { findTeamMember } from "./mail/team/team-mailboxes.server.ts";
import { keepFilesPrivate } from "./maintenance/installation/private-files.ts";
import { createPictureAttachments } from "./media/archive/picture-attachments.ts";
import { createMedia, type Media } from "./media/media.ts";
import {
  bankTransferChange,
  paypalAddressChange,
  type TellOwnersOfPayments,
  tellOwnersOfPayments,
} from "./money/accounts/owner-emails.server.ts";
import { onPaymentModeChanged, storeFirstMode } from "./money/accounts/payment-mode.ts";
import { isPaymentDue, settlePayment } from "./money/settling/settle-payment.ts";
import { dateOffers } from "./offers/date-offers.server.ts";
import { notifyOfReview } from "./orders/order-emails.server.ts";
import { numberOrdersFrom } from "./orders/order-store.server.ts";
import { openPayments } from "./payments/accounts/live-providers.ts";
import type { Payments } from "./payments/payments.ts";
import type { Configuration } from "./platform/configuration.ts";
import type { Database, Queries, WriteTransaction } from "./platform/database/database.ts";
import { SiteVersion } from "./platform/database/site-version.ts";
import { prepareDataDirectory } from "./platform/files/directories.ts";
import { installationSecret } from "./platform/files/secret.ts";
import type { Log } from "./platform/metrics/log.ts";
import type { Parse } from "./platform/parsing/parser.ts";
import { openParsing } from "./platform/parsing/parsing-threads.ts";
import type { JobHandlers } from "./platform/schedule/scheduled-jobs.server.ts";
import { type Clock, systemClock } from "./platform/time/clock.ts";
import { system } from "./policy/actor.ts";
import type {
  AccountOfProvenAddress,
  LockActorAccount,
  NameFromOrder,
  PersonalData,
} from "./policy/personal-data.ts";
import type { WayIn } from "./policy/ways-in.ts";
import { adoptTimeZone } from "./sales/date-orders.server.ts";
import {
  type ContentOfPages,
  noteChangedPages,
} from "./seo/index-now/note-changed-pages.server.ts";
import { backgroundWorkers } from "./server/background-workers.ts";
import { companyOrders } from "./server/company-orders.ts";
import { type SitePaths, sitePaths } from "./server/moved-pages.ts";
import { openPreparedDatabase } from "./server/open-database.ts";
import { personalData } from "./server/personal-data.ts";
import { type Meters, openMeters } from "./server/process-meters.ts";
import { prepareForBackups } from "./server/start-backups.ts";
import { waysIn } from "./server/ways-in.ts";
import { storeBusinessName } from "./settings/business.server.ts";
import type { SaveSettingsDependencies } from "./settings/save-settings.ts";
import {
  readPaymentMode,
  readSenderAddress,
  readSetting,
} from "./settings/stored-settings.server.ts";
import { subscriptionJobs } from "./subscriptions/cycles/advance-subscription.server.ts";
import type { LockAssignee, ReadAssignees } from "./work/assignment/assign-order.ts";
import { releaseOrders } from "./work/assignment/release-orders.server.ts";
import { briefJobs } from "./work/brief/brief-reminders.ts";
import { deliveryJobs } from "./work/deliveries/delivery-by-time.ts";
import { orderCompleteJobs } from "./work/next-month/tell-of-completion.ts";

export interface Services extends Meters, SitePaths {
  readonly configuration: Configuration;
  readonly publicUrl: string;
  /** Origin at which this process reaches its own server, for the sandbox. */
  readonly ownUrl: string;
  readonly secret: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly database: Database;
  readonly siteChecks: SiteChecks;
  /** Counts requests for addresses without a page. */
  readonly missingPages: MissingPages;
  /** Parses bytes of strangers in a thread with limits. */
  readonly parse: Parse;
  /** Bucket for the private files of orders; undefined when the database stores the files. */
  readonly bucket: Bucket | undefined;
  /** Dependencies of operations that queue emails. */
  readonly post: Post;
  /** Stores incoming emails; undefined when the site receives no replies by email. */
  readonly incomingMail: ReceiveDependencies | undefined;
  readonly onMailServerChanged: SaveSettingsDependencies["onMailServerChanged"];
  readonly onTimeZoneChanged: SaveSettingsDependencies["onTimeZoneChanged"];
  readonly onFirstNumberChanged: SaveSettingsDependencies["onFirstNumberChanged"];
  /** Returns the titles of the parts of the site whose texts were changed. */
  readonly onBusinessChanged: typeof writeBusinessFacts;
  readonly onBankTransferChanged: SaveSettingsDependencies["onBankTransferChanged"];
  readonly onInvoicingChanged: SaveSettingsDependencies["onInvoicingChanged"];
  readonly onPaymentModeChanged: SaveSettingsDependencies["onPaymentModeChanged"];
  readonly onPaypalAddressChanged: NonNullable<ContentDependencies["onPaypalAddressChanged"]>;
  readonly onWordsChanged: NonNullable<ContentDependencies["onWordsChanged"]>;
  readonly watchPages: NonNullable<ContentDependencies["watchPages"]>;
  /** Whether the owner lets search engines be told of changed pages. */
  readonly isIndexNowOn: (queries: Queries) => Promise<boolean>;
  readonly tellOwnersOfPayments: TellOwnersOfPayments;
  readonly readTimeZone: ReleaseDependencies["readTimeZone"];
  readonly findTeamMember: ReleaseDependencies["findTeamMember"];
  readonly tellOfRefusedRelease: ReleaseDependencies["tellOfRefusedRelease"];
  readonly access: AccessDependencies;
  readonly firstAdmin: FirstAdminDependencies;
  readonly sectionKinds: SectionKinds;
  /** Rises with each change of what pages show, in whatever process. */
  readonly siteVersion: SiteVersion;
  readonly payments: Payments;
  /** What follows when an order becomes Paid, is closed or is delivered. */
  readonly lifecycle: OrderLifecycle;
  /** Adds the pictures to an export of the content, and stores the pictures of an import. */
  readonly attachments: AttachmentStore;
  readonly media: Media;
  /**
   * The declarations of all modules that store data about people, for the download and the deletion
   * of an account.
   */
  readonly personalData: readonly PersonalData[];
  /** All that opens an account besides the password. */
  readonly waysIn: readonly WayIn[];
  readonly lockActorAccount: LockActorAccount;
  readonly nameFromOrder: NameFromOrder;
  readonly readAssignees: ReadAssignees;
  readonly lockAssignee: LockAssignee;
  readonly releaseOrders: ReleaseOrders;
  /** Only for whoever has proved the address, such as by an emailed code. */
  readonly accountOfProvenAddress: AccountOfProvenAddress;
  readonly companyOrders: CompanyOrders;
  /** Tells open pages about changes of their orders. */
  readonly roomChanges: RoomChanges;
  /** Handlers by kind of scheduled job. */
  readonly jobHandlers: JobHandlers;
  /** Aborted when the process begins to stop. */
  readonly stopping: AbortSignal;
  identify(request: Request, clientAddress: string): Identity;
}

export interface Furrow {
  readonly services: Services;
  startWorkers(): Promise<void>;
  /**
   * Makes the process report that it is not ready. Resolves when the running jobs have finished.
   */
  stopWorkers(): Promise<void>;
  close(): Promise<void>;
}

interface ComposeOptions {
  readonly configuration: Configuration;
  readonly log: Log;
  /** Origin under which this process reaches itself. */
  readonly ownUrl: string;
  /** Patterns of all page routes, such as `my-order/:orderId`. */
  readonly pagePaths: readonly (string | undefined)[];
  /** Kinds of sections, which `app/landing/kinds/` declares; `compose.ts` may not import pages. */
  readonly sectionKinds: SectionKinds;
  /** What each specified page shows, which `app/landing/content-of-pages.ts` declares. */
  readonly contentOfPages: ContentOfPages;
  /** URL of the built program, which threads load; undefined when the sources run. */
  readonly program?: URL;
  readonly hashCost?: HashCost;
  /** Only tests pass a fetcher, which can also reach sites on this machine. */
  readonly fetcher?: Pick<PublicFetcher, "open">;
}

/** Migrates and seeds the database, and builds every service once. */
export async function compose(options: ComposeOptions): Promise<Furrow> {
  const { configuration, log, ownUrl, pagePaths } = options;
  const clock = systemClock;
  const stopping = new AbortController();

  const dataDirectory = prepareDataDirectory(configuration.dataDirectory);
  const exposure = keepFilesPrivate({ ...configuration, dataDirectory });
  if (exposure !== undefined) log.warn(exposure);
  prepareForBackups(configuration);
  const secret = installationSecret(configuration.secret, dataDirectory);
  const database = await openPreparedDatabase({ configuration, log, clock });
  const bucket = await openFiles({ configuration, database, log, clock });

  const post = openMail({
    configuration,
    clock,
    secret,
    isConfirmed,
    accountsWithoutPassword,
    readTeam,
    readFirstAdmin,
  });
  const { access, firstAdmin } = await openAccess({ ...options, database, secret, post, waysIn });
  const { authentication } = access;
  const onTimeZoneChanged = async (tx: WriteTransaction) => {
    await adoptTimeZone(tx, post.readTimeZone);
    await dateOffers(tx, await post.readTimeZone(tx));
  };
  await database.write(onTimeZoneChanged);
  await seedContent(database, clock);
  await storeConfiguredName(configuration, { database, clock });
  await storeFirstMode({ configuration, database, clock });

  const onVerified = settlePayment({ clock, post, lifecycle: orderLifecycle });
  const siteVersion = new SiteVersion(database);
  const payments = await openPayments({
    configuration,
    database,
    siteVersion,
    readChosenMode: readPaymentMode,
    ownUrl,
    secret,
    clock,
    log,
    onVerified,
    onReview: notifyOfReview(post),
    isDue: isPaymentDue,
  });
  const tellOwners = tellOwnersOfPayments(post);
  const { publicUrl } = configuration;
  const isIndexNowOn = (queries: Queries) => readSetting(configuration, queries, "indexNow");
  const judgeMail = openReplies(configuration, post);
  const parsingThread = new URL("./server/parsing-thread.ts", import.meta.url);
  const parse = openParsing(options.program ?? parsingThread, stopping.signal);
  const services: Services = {
    incomingMail: judgeMail && { database, clock, judgeMail, parse },
    parse,
    onMailServerChanged: retryWaitingMails,
    onTimeZoneChanged,
    onFirstNumberChanged: numberOrdersFrom,
    onBusinessChanged: writeBusinessFacts,
    onInvoicingChanged: (tx, change) => followInvoicing(tx, { post }, change),
    onBankTransferChanged: (tx, { actor, at, before, after }) =>
      tellOwners(tx, { actor, at, change: bankTransferChange(before, after) }),
    onPaypalAddressChanged: (tx, { actor, at, after }) =>
      tellOwners(tx, { actor, at, change: paypalAddressChange(after) }),
    onWordsChanged: followWordsOfLook,
    onPaymentModeChanged: onPaymentModeChanged({ publicUrl, configuration, payments }, tellOwners),
    watchPages: noteChangedPages({ ...options, publicUrl, isIndexNowOn }),
    isIndexNowOn,
    tellOwnersOfPayments: tellOwners,
    readTimeZone: post.readTimeZone,
    findTeamMember: (queries, person) => findTeamMember(queries, post, person),
    tellOfRefusedRelease: tellOfRefusedRelease(post),
    configuration,
    publicUrl,
    ownUrl,
    secret,
    log,
    clock,
    database,
    siteChecks: openSiteChecks({
      configuration,
      database,
      clock,
      log,
      parse,
      stopping: stopping.signal,
      fetcher: options.fetcher,
    }),
    missingPages: new MissingPages(configuration),
    bucket,
    post,
    access,
    firstAdmin,
    sectionKinds: options.sectionKinds,
    siteVersion,
    payments,
    lifecycle: orderLifecycle,
    lockActorAccount,
    nameFromOrder: (accountId, name, at) =>
      database
        .write((tx) => nameFromOrder(tx, accountId, name, at))
        .catch((err) => log.warn({ err }, "an account could not be named by its order")),
    readAssignees,
    lockAssignee,
    releaseOrders,
    accountOfProvenAddress: accountOfProvenAddress(waysIn),
    companyOrders,
    ...(await openMeters({ configuration, database, log })),
    attachments: createPictureAttachments({ database, clock }),
    media: createMedia({ database, clock, log, parse, usesOf: usesOfPictures }),
    ...sitePaths(pagePaths),
    personalData,
    waysIn,
    roomChanges: new RoomChanges({ database, log }),
    jobHandlers: {
      ...deliveryJobs(post),
      ...orderCompleteJobs(post),
      ...subscriptionJobs({ post, lifecycle: orderLifecycle }),
      ...orderNewsJobs(post),
      ...dailyEmailJobs(post),
      ...briefJobs,
      ...leftOrderJobs({ post, payments, hasWritten }),
      ...couponJobs,
      ...backlogJobs({ post }),
      ...orderPasswordJobs({
        readDays: (queries) => readSetting(configuration, queries, "orderPasswordDays"),
      }),
    },
    stopping: stopping.signal,
    identify: (request, address) =>
      identify({ authentication, database, limits: post }, request, address),
  };

  const workers = backgroundWorkers(services, options.program);
  async function stopWorkers(): Promise<void> {
    stopping.abort();
    await workers.stop();
  }
  return {
    services,
    startWorkers: workers.start,
    stopWorkers,
    async close() {
      await stopWorkers();
      await database.close();
    },
  };
}

/** Stores BUSINESS_NAME as the setting, so that the texts of the site can follow a changed name. */
async function storeConfiguredName(
  { businessName: name }: Pick<Configuration, "businessName">,
  { database, clock }: Pick<Services, "database" | "clock">,
): Promise<void> {
  if (name === undefined) return;
  const toStore = { actor: system, name, onBusinessChanged: writeBusinessFacts };
  await database.write((tx) => storeBusinessName(tx, { ...toStore, at: clock() }));
}

/** Opens the bucket for private files. Throws a StartError when it cannot be used. */
async function openFiles({
  configuration,
  database,
  log,
  clock,
}: Pick<Services, "configuration" | "database" | "log" | "clock">): Promise<Bucket | undefined> {
  if (configuration.bucket === undefined) {
    const { bucket } = await countStoredFiles(database.read);
    if (bucket.count === 0) return undefined;
    const { count: files } = bucket;
    log.warn({ files }, "FILES_URL is not set, so files in a bucket cannot be downloaded");
    return undefined;
  }
  const bucket = openBucket(configuration.bucket);
  try {
    await checkBucket({ database, bucket, clock });
    return bucket;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function openReplies(configuration: Configuration, post: Post): JudgeMail | undefined {
  const { incomingMail } = configuration;
  if (incomingMail === undefined) return undefined;
  const facts = {
    ...post,
    post,
    replyAddress: incomingMail.replyAddress,
    readOwnSender: (queries: Queries) => readSenderAddress(configuration, queries),
  };
  const aboutOrders = judgeReplies({
    ...facts,
    findSender: lockAccountOf,
    readAuthservId: (queries) => readSetting(configuration, queries, "authservId"),
  });
  return judgeTeamReplies(facts, aboutOrders);
}
