export type MessageStatus = "UnRead" | "Read";

interface MessagesTable {
  id: string;
  name: string;
  email: string;
  number: string;
  subject: string;
  message: string;
  status: MessageStatus;
  received_at: number;
  /** Result of `searchTextOf`, in which searches look for words. */
  search_text: string;
  /** Null unless the message is in the trash, where it stays for 30 days. */
  deleted_at: number | null;
}

interface MessageAnswersTable {
  id: string;
  message_id: string;
  subject: string;
  text: string;
  author: string;
  sent_at: number;
}

interface SubscribersTable {
  id: string;
  email: string;
  /**
   * The address in lower case. Unique, so that an address in another spelling is the same
   * subscriber.
   */
  email_key: string;
  subscribed_at: number;
  /** Null until the subscriber confirms the address. */
  confirmed_at: number | null;
  /** Null unless an admin removed the subscriber, which can be undone for 30 days. */
  removed_at: number | null;
}

declare module "../platform/database/tables.ts" {
  interface Tables {
    messages: MessagesTable;
    message_answers: MessageAnswersTable;
    subscribers: SubscribersTable;
  }
}
