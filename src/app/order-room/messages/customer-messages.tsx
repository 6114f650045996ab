import { SavedFormNotice } from "#app/account/saved-form-notice.tsx";
import type { UnprocessedReason } from "#app/app-context.server.ts";
import { type ActionResult, fieldState, resultOf } from "#app/ui/forms/action-result.ts";
import { Button, ButtonLink } from "#app/ui/forms/button.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { LinkedText } from "#app/ui/linked-text.tsx";
import { MessageText } from "#app/ui/message-text.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { textOfFiles } from "#conversation/text-of-files.ts";
import { longestMessage } from "#platform/texts/message-length.ts";
import type { CustomerPartProps } from "../customer-part.ts";
import { FileLink, FilesField } from "../files/customer-files.tsx";
import type { FileView } from "../files/files-part.server.ts";
import { LivePart } from "../live/live-updates.tsx";
import { Portrait } from "../people/portrait.tsx";
import type { ConversationView, MessageView } from "./messages-part.server.ts";
import orderMessagesSheet from "./order-messages.css?sheet";

interface OrderMessagesProps {
  conversation: ConversationView;
  files: readonly FileView[];
  form: ActionResult | undefined;
}

export function CustomerMessages({ room: { messages, files }, form }: CustomerPartProps) {
  useSheet(orderMessagesSheet);
  if (messages === undefined || files === undefined) return null;
  // A form that the page does not know has no intent; its typed text must not be lost.
  const own =
    form?.values.intent === undefined ? form : resultOf(form, "message", "change-message");
  return <OrderMessages conversation={messages} files={files.withMessages} form={own} />;
}

function OrderMessages({ conversation, files, form }: OrderMessagesProps) {
  const { messages, unread, olderBefore, isOlderPage, orderId } = conversation;
  return (
    <section className="order-messages" id="messages" aria-labelledby="messages-title">
      <h2 id="messages-title">
        Messages {unread !== "" && <span className="order-messages__unread">{unread} new</span>}
      </h2>
      {form?.notice && !asksAboutPassword(form) && <Notice tone="error">{form.notice}</Notice>}
      <LivePart name="messages">
        {olderBefore !== null && (
          <a href={`/my-order/${orderId}?before=${olderBefore}#messages`}>Show older messages</a>
        )}
        {messages.length === 0 ? (
          <p className="order-step__note">
            Tell us what we should know, or ask whatever you like. We answer here, and email you
            when we do.
          </p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it on a wide screen
          <div className="order-messages__scroll" tabIndex={0}>
            <ol className="order-messages__messages" aria-label="Messages, the newest last">
              {messages.map((message) => (
                <Message
                  key={message.id}
                  message={message}
                  conversation={conversation}
                  files={files}
                  form={form}
                />
              ))}
            </ol>
          </div>
        )}
        {isOlderPage && <a href={`/my-order/${orderId}#messages`}>Show the newest messages</a>}
      </LivePart>
      <Composer conversation={conversation} form={form} />
    </section>
  );
}

interface OpenQuestionsProps {
  questions: ConversationView["questions"];
}

/** Questions that stop the work until the customer answers. */
export function OpenQuestions({ questions }: OpenQuestionsProps) {
  useSheet(orderMessagesSheet);
  if (questions.length === 0) return null;
  return (
    <section className="open-questions" aria-labelledby="open-questions-title">
      <h2 id="open-questions-title">
        {questions.length === 1 ? "We need your answer" : "We need your answers"}
      </h2>
      {questions.map(({ number, text, date, isoDate }) => (
        <blockquote className="open-questions__question" key={number}>
          <p>
            <LinkedText text={text} />
          </p>
          <footer>
            Asked on <time dateTime={isoDate}>{date}</time>
          </footer>
        </blockquote>
      ))}
      <div className="thumb-action">
        <ButtonLink href="#new-message">Answer in a message</ButtonLink>
      </div>
    </section>
  );
}

function Composer({ conversation, form }: Pick<OrderMessagesProps, "conversation" | "form">) {
  const { closedBecause, isReader, orderId, accountId, freshKey } = conversation;
  if (!isReader) {
    return (
      <p className="order-step__note">
        You are looking at a customer’s page. Answer on{" "}
        <a href={`/admin/payment-status/${orderId}#messages`}>the order’s page in the panel</a>.
      </p>
    );
  }
  if (closedBecause !== null) return <p className="order-step__note">{closedBecause}</p>;
  const sent = form?.values.messageId === undefined ? form : undefined;
  return (
    <form
      method="post"
      action={`/my-order/${orderId}`}
      encType="multipart/form-data"
      className="order-messages__form"
      noValidate
    >
      <input type="hidden" name="intent" value="message" />
      <input type="hidden" name="accountId" value={accountId} />
      <input type="hidden" name="key" value={sent?.values.key || freshKey} />
      <MessageField form={sent} id="new-message" label="Your message" />
      <FilesField form={sent} />
      <SendButtons form={sent} button="Send" />
    </form>
  );
}

const asksAboutPassword = (form: ActionResult | undefined) =>
  form?.errors.foundPasswords !== undefined;

interface SendButtonsProps {
  form: ActionResult | undefined;
  button: string;
}

/**
 * The button that sends a message. When the text contains a password, two buttons: the first button
 * moves the password out of the text, the second sends the text as it is.
 */
function SendButtons({ form, button }: SendButtonsProps) {
  if (!asksAboutPassword(form)) {
    return <Button variant={button === "Send" ? "primary" : "secondary"}>{button}</Button>;
  }
  return (
    <div className="order-messages__question" role="alert">
      <p>{form?.errors.foundPasswords}</p>
      <Button name="foundPasswords" value="move">
        Move the password
      </Button>
      <Button name="foundPasswords" value="send" variant="secondary">
        {button} as it is
      </Button>
    </div>
  );
}

interface MessageFieldProps {
  form: ActionResult | undefined;
  id: string;
  label: string;
  text?: string;
}

function MessageField({ form, id, label, text = "" }: MessageFieldProps) {
  return (
    <TextField
      {...fieldState(form, "text", text)}
      id={id}
      label={label}
      maxLength={longestMessage}
      multiline
      required
    />
  );
}

function Message({
  message,
  conversation,
  files: all,
  form,
}: OrderMessagesProps & { message: MessageView }) {
  const { number, side, text, from, person, isoDate, fullDate, editedAt } = message;
  // The page lists files newest first; a message shows its files in the order of its form.
  const files = all.filter(({ messageId }) => messageId === message.id).toReversed();
  return (
    <>
      {conversation.firstNew === number && (
        <li className="order-messages__new">
          <span>New</span>
        </li>
      )}
      <li
        className={`message-slip message-slip--${side}`}
        id={`message-${number}`}
        data-own={message.isOwn ? "" : undefined}
      >
        <p className="message-slip__head">
          <Portrait person={person} side={side} /> <strong>{from}</strong>{" "}
          <time dateTime={isoDate}>{fullDate}</time>
          {editedAt !== "" && <span title={`Changed ${editedAt}`}>edited</span>}
        </p>
        {text !== textOfFiles(files) && (
          <div className="message-slip__text">
            <MessageText text={text} />
          </div>
        )}
        {files.map((file) => (
          <FileLink key={file.id} file={file} />
        ))}
        {message.mayChange && (
          <ChangeMessage message={message} conversation={conversation} form={form} />
        )}
      </li>
    </>
  );
}

interface ChangeMessageProps extends Pick<OrderMessagesProps, "conversation" | "form"> {
  message: MessageView;
}

function ChangeMessage({ message, conversation, form }: ChangeMessageProps) {
  const { id, text, version } = message;
  const refused = form?.values.messageId === id ? form : undefined;
  return (
    <details className="message-slip__change" open={refused !== undefined}>
      <summary>Change</summary>
      <form method="post" action={`/my-order/${conversation.orderId}`} noValidate>
        <input type="hidden" name="intent" value="change-message" />
        <input type="hidden" name="accountId" value={conversation.accountId} />
        <input type="hidden" name="messageId" value={id} />
        <input type="hidden" name="version" value={version} />
        <MessageField form={refused} id={`change-${id}`} label="Your message" text={text} />
        <SendButtons form={refused} button="Save" />
      </form>
    </details>
  );
}

interface UnsentMessageProps {
  orderId: string;
  form: ActionResult;
  why: UnprocessedReason;
}

/** The form of a sender whose session or access has ended. Shows nothing but the typed message. */
export function UnsentMessage({ orderId, form, why }: UnsentMessageProps) {
  useSheet(orderMessagesSheet);
  // The pressed button sends `foundPasswords`, so no hidden field may repeat an earlier value.
  const { text: _, foundPasswords, ...hidden } = form.values;
  const isChange = hidden.messageId !== undefined;
  const button = isChange ? "Save" : "Send";
  return (
    <>
      <SavedFormNotice why={why} undone={isChange ? "saved" : "sent"} button={button} />
      <form
        method="post"
        action={`/my-order/${orderId}`}
        className="order-messages__form"
        noValidate
      >
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <MessageField form={form} id="new-message" label="Your message" />
        {form.errors.files && <p className="text-field__error">{form.errors.files}</p>}
        <Button {...(foundPasswords && { name: "foundPasswords", value: foundPasswords })}>
          {button}
        </Button>
      </form>
    </>
  );
}
