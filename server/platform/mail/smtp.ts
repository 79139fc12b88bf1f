import type { ComposedMail } from "./composeMail";

/** Milliseconds; together less than the time that the program takes to stop. */
const timeouts = {
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 15_000,
};

export type Transport = {
  /** Sends one mail. Throws MailRejected, and other errors when the server is away. */
  send(mail: ComposedMail & { messageId: string }): Promise<void>;
};

/** The mail server rejected one mail, for good or for now. */
export class MailRejected extends Error {
  /** The status of SMTP, such as 550. */
  readonly code: number;
  readonly isFinal: boolean;

  constructor(code: number, options: ErrorOptions) {
    super(`The mail server answered ${code}`, options);
    this.name = "MailRejected";
    this.code = code;
    this.isFinal = code >= 500;
  }
}

/** Errors about one mail; with all others the server or the account is at fault. */
const rejections = new Set(["EENVELOPE", "EMESSAGE"]);

/** Returns the connection to the mail server. */
export function smtpTransport({
  url,
  from,
}: {
  url: string;
  from: string;
}): Transport {
  // Loaded with the first mail, so that it does not slow the start.
  const connect = async () => {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      url,
      ...timeouts,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let connected: ReturnType<typeof connect> | undefined;
  const [, host = "localhost"] = /@([^>\s]+)/.exec(from) ?? [];
  return {
    send: async ({ messageId, recipient, content, subject, text, html }) => {
      const { unsubscribe } = content;
      const transport = await (connected ??= connect());
      try {
        await transport.sendMail({
          from,
          to: { name: recipient.fullName, address: recipient.email },
          messageId: `<${messageId}@${host}>`,
          subject,
          text,
          html,
          headers: {
            "Auto-Submitted": "auto-generated",
            ...(unsubscribe
              ? {
                  "List-Unsubscribe": `<${unsubscribe.oneClick}>`,
                  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                }
              : {}),
          },
        });
      } catch (error) {
        throw toRejection(error) ?? error;
      }
    },
  };
}

function toRejection(error: unknown): MailRejected | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, responseCode } = error as Error & {
    code?: unknown;
    responseCode?: unknown;
  };
  return typeof responseCode === "number" && rejections.has(String(code))
    ? new MailRejected(responseCode, { cause: error })
    : undefined;
}
