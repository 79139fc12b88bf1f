export type {
  FindRecipient,
  MailContent,
  MailItem,
  MailKind,
} from "./mailKind";
export { queueMail, holdMails, settleHeldMails } from "./outbox";
export { composeMail, selectMails } from "./composeMail";
export { sendMailJob } from "./sendMails";
export { smtpTransport } from "./smtp";
