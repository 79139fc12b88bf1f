import { useQueryClient } from "@tanstack/react-query";
import { useLocaleState } from "ra-core";
import { useState } from "react";
import type { QuoteLinkReply } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { Box } from "../../ui/Box";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Icon } from "../../ui/Icon";
import { useCopy } from "../../ui/useCopy";
import { formatMoment } from "../../workspace/formatMoment";
import { useSend } from "./useSend";
import styles from "./Quote.module.css";

/** Makes, copies and ends the link of a quote for people without an account. */
export function QuoteLink({
  list,
  id,
  endsAt,
}: {
  list: string;
  id: string;
  /** The end of the live link; null without one. */
  endsAt: string | null;
}) {
  const t = useT();
  const [locale] = useLocaleState();
  const queryClient = useQueryClient();
  const { send, error, isPending } = useSend();
  const { isCopied, hasFailed, copy } = useCopy();
  const [made, setMade] = useState<{ link: string; endsAt: string } | null>(
    null,
  );
  // Another tab may have made a link since, which ends the own one.
  const link = made?.endsAt === endsAt ? made.link : undefined;
  const path = `/prices/quotes/${id}/link`;
  const reload = () =>
    queryClient.invalidateQueries({ queryKey: ["detail", list, id] });
  const make = async () => {
    const reply = await send<QuoteLinkReply>({
      method: "POST",
      path,
      body: {},
    });
    if (!reply) return;
    // The token is in the fragment, which browsers send to no server.
    const url = new URL(`/quote#${reply.token}`, location.origin);
    setMade({ link: url.toString(), endsAt: reply.endsAt });
    await reload();
  };
  const end = async () => {
    if (!(await send<object>({ method: "DELETE", path }))) return;
    setMade(null);
    await reload();
  };
  const isLive = endsAt !== null;
  return (
    <Box title={t("prices.quotes.link.title")}>
      <div className={styles.box}>
        <p className={styles.note}>{t("prices.quotes.link.text")}</p>
        <p role="status">
          {isLive
            ? t("prices.quotes.link.live", {
                moment: formatMoment(endsAt, locale),
              })
            : t("prices.quotes.link.none")}
        </p>
        {link !== undefined && isLive && (
          <>
            <p>{t("prices.quotes.link.made")}</p>
            <p className={styles.link}>{link}</p>
            <Button kind="primary" onClick={() => void copy(link)}>
              <Icon name={isCopied ? "check" : "copy"} size={16} />
              {t(`prices.quotes.link.${isCopied ? "copied" : "copy"}`)}
            </Button>
            {hasFailed && (
              <p role="status">{t("prices.quotes.link.copyFailed")}</p>
            )}
          </>
        )}
        {error !== undefined && <ErrorNotice error={error} />}
        <div className={styles.buttons}>
          <Button isPending={isPending} onClick={() => void make()}>
            {t(`prices.quotes.link.${isLive ? "makeNew" : "make"}`)}
          </Button>
          {isLive && (
            <Button
              kind="danger"
              isPending={isPending}
              onClick={() => void end()}
            >
              {t("prices.quotes.link.end")}
            </Button>
          )}
        </div>
        {isLive && (
          <p className={styles.note}>{t("prices.quotes.link.former")}</p>
        )}
      </div>
    </Box>
  );
}
