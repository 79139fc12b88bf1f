import type { Transaction } from "kysely";
import { describeBrowser } from "../../../domain/browserName";
import { toJapanIso } from "../../../domain/japanTime";
import { portalAddress } from "../../platform/config";
import type { Tables } from "../../platform/database";
import { queueMail, type MailKind } from "../../platform/mail";
import type { Context } from "../../workspace/context";
import { factorMailKind, newDeviceMailKind } from "./mailKinds";

/** The changes of second factors of which their owner gets a mail. */
const changes = [
  "totpAdded",
  "totpRemoved",
  "passkeyAdded",
  "passkeyRemoved",
  "codesIssued",
  "recoveryUsed",
  "allRemoved",
  "ssoConnected",
  "ssoDisconnected",
] as const;

type Change = (typeof changes)[number];

/** Sends a user a mail about a change of the user's factors. */
export const queueFactorMail = (
  trx: Transaction<Tables>,
  { jobs, clock }: Pick<Context, "jobs" | "clock">,
  { userId, change }: { userId: string; change: Change },
): Promise<void> =>
  queueMail(
    trx,
    { jobs, now: clock.now() },
    { userId, kind: factorMailKind, data: { change } },
  );

/** Makes the mails about changed factors and sign-ins in browsers that are not known. */
export const factorMails = ({
  config,
  messages,
}: Pick<Context, "config" | "messages">): MailKind[] => {
  const compose = (
    { language, fullName }: { language: "en" | "ru"; fullName: string },
    name: string,
    values: Record<string, string> = {},
  ) => {
    const text = (key: string) =>
      messages.translate(language, `mail.${key}`, values);
    return {
      subject: text(`${name}.subject`),
      blocks: [
        {
          kind: "text" as const,
          text: messages.translate(language, "mail.hello", { name: fullName }),
        },
        { kind: "text" as const, text: text(`${name}.text`) },
        { kind: "text" as const, text: text("security.notYou") },
        {
          kind: "button" as const,
          label: text("security.button"),
          url: `${portalAddress(config)}/profile/security`,
        },
      ],
    };
  };
  return [
    {
      kind: factorMailKind,
      compose: (_trx, { recipient, data }) => {
        const change = changes.find((known) => known === data.change);
        return Promise.resolve(
          change ? compose(recipient, `factors.${change}`) : null,
        );
      },
    },
    {
      kind: newDeviceMailKind,
      compose: (_trx, { recipient, data }) => {
        const { language } = recipient;
        const { browser, system } = describeBrowser(String(data.userAgent));
        const unknown = messages.translate(language, "security.unknownBrowser");
        return Promise.resolve(
          compose(recipient, "newDevice", {
            browser: [browser, system].filter(Boolean).join(", ") || unknown,
            address: String(data.address),
            time: toJapanIso(new Date(String(data.at)))
              .slice(0, 16)
              .replace("T", " "),
          }),
        );
      },
    },
  ];
};
