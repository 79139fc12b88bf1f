import { useQuery } from "@tanstack/react-query";
import { useLocaleState } from "ra-core";
import type { ListCalls } from "../../../domain/resource";
import type { ShareLotReply } from "../../../generated/schemas";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { QueryFailure } from "../../ui/QueryFailure";
import { Dialog } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { Skeleton } from "../../ui/Skeleton";
import { formatMoment } from "../../workspace/formatMoment";
import { useCopy } from "../../ui/useCopy";
import buttonStyles from "../../ui/Button.module.css";
import styles from "./ShareDialog.module.css";

type SharedLotProps = {
  /** The call that makes the link. */
  call: NonNullable<ListCalls["share"]>;
  /** The path of the lot's list. */
  route: string;
  id: string;
  /** The name of the lot. */
  title: string;
};

type ShareDialogProps = SharedLotProps & { onClose: () => void };

/** The link to a lot and its access code, to copy or to send. */
export default function ShareDialog({
  call,
  route,
  id,
  title,
  onClose,
}: ShareDialogProps) {
  const t = useT();
  const query = useQuery({
    queryKey: ["share", call.path, id],
    queryFn: ({ signal }) =>
      request<ShareLotReply>(call.path, {
        query: { [call.param]: id },
        signal,
      }),
    // A link may have ended or changed since.
    gcTime: 0,
    staleTime: Infinity,
  });
  const { data } = query;
  return (
    <Dialog title={t("share.title")} onClose={onClose}>
      <p className={styles.intro}>{t("share.intro")}</p>
      {data ? (
        <SharedLink
          title={title}
          code={data.password}
          link={new URL(
            data.link ?? `${route}/share/${id}`,
            location.origin,
          ).toString()}
          expiresAt={data.expiresAt}
        />
      ) : query.error ? (
        <QueryFailure {...query} />
      ) : (
        <div aria-busy="true" aria-label={t("shell.loading")}>
          <Skeleton height={196} />
        </div>
      )}
    </Dialog>
  );
}

function SharedLink({
  title,
  code,
  link,
  expiresAt,
}: {
  title: string;
  code: string;
  link: string;
  expiresAt: string | undefined;
}) {
  const t = useT();
  const [locale] = useLocaleState();
  const { isCopied, hasFailed, copy } = useCopy();
  const message = t("share.message", { title, code });
  const canSend = typeof navigator.share === "function";
  return (
    <>
      <dl className={styles.values}>
        <div>
          <dt>{t("share.code")}</dt>
          <dd className={styles.code}>{code}</dd>
        </div>
        <div>
          <dt>{t("share.link")}</dt>
          <dd className={styles.link}>{link}</dd>
        </div>
      </dl>
      {expiresAt !== undefined && (
        <p className={styles.end}>
          {t("share.until", { moment: formatMoment(expiresAt, locale) })}
        </p>
      )}
      <div className={styles.buttons}>
        <Button kind="primary" onClick={() => void copy(`${message}\n${link}`)}>
          <Icon name={isCopied ? "check" : "copy"} size={16} />
          {t(isCopied ? "share.copied" : "share.copy")}
        </Button>
        {canSend ? (
          <Button
            onClick={() => {
              // Closing the system's dialog rejects; nothing was sent then.
              navigator
                .share({ title, text: message, url: link })
                .catch(() => undefined);
            }}
          >
            <Icon name="share" size={16} />
            {t("share.send")}
          </Button>
        ) : (
          messengerLinks({ title, message, link }).map(({ app, href }) => (
            <a
              key={app}
              className={classes(buttonStyles.button, buttonStyles.standard)}
              href={href}
              target="_blank"
              rel="noreferrer"
            >
              {t(`share.apps.${app}`)}
            </a>
          ))
        )}
      </div>
      <p className={styles.status} role="status">
        {isCopied && t("share.copiedStatus")}
        {hasFailed && t("share.copyFailed")}
      </p>
    </>
  );
}

type Messenger = "whatsApp" | "telegram" | "viber" | "mail";

/**
 * Returns the addresses that open a messaging app with a message about a lot.
 *
 * @example messengerLinks({ title, message, link })[0] // { app: "whatsApp", href: "https://wa.me/..." }
 */
export function messengerLinks({
  title,
  message,
  link,
}: {
  title: string;
  message: string;
  link: string;
}): { app: Messenger; href: string }[] {
  const whole = encodeURIComponent(`${message}\n${link}`);
  const [text, url, subject] = [message, link, title].map(encodeURIComponent);
  return [
    { app: "whatsApp", href: `https://wa.me/?text=${whole}` },
    {
      app: "telegram",
      href: `https://t.me/share/url?url=${url}&text=${text}`,
    },
    { app: "viber", href: `viber://forward?text=${whole}` },
    { app: "mail", href: `mailto:?subject=${subject}&body=${whole}` },
  ];
}
