export type {
  FindRecipient,
  MailContent,
  MailItem,
  MailKind,
} from "./mailKind";
export { queueMail } from "./outbox";
export { composeMail, selectMails } from "./composeMail";
export { sendMailJob } from "./sendMails";
export { smtpTransport } from "./smtp";
export { holdMails, settleHeldMails } from "./heldMails";
