import { describeBrowser } from "../../../domain/browserName";
import type { OwnSecurityReply } from "../../../generated/schemas";
import { currentLanguage } from "../../providers/i18n/language";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { StatusPill } from "../../ui/Badge";
import { Box } from "../../ui/Box";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { formatMoment } from "../../workspace/formatMoment";
import { useSecurityChange } from "./useOwnSecurity";
import styles from "./SecurityPage.module.css";

type Session = OwnSecurityReply["sessions"][number];

/** The open sessions of the user, each with a button that ends it. */
export function SessionsBox({ sessions }: { sessions: readonly Session[] }) {
  const t = useT();
  const { mutate, isPending, variables, error } = useSecurityChange(
    (id: string | null) =>
      request(id === null ? "/user/sessions" : `/user/sessions/${id}`, {
        method: "DELETE",
      }),
  );
  const nameOf = ({ userAgent }: Session) => {
    const { browser, system } = describeBrowser(userAgent);
    const names = [browser, system].filter(Boolean);
    return names.length > 0 ? names.join(", ") : t("security.unknownBrowser");
  };
  return (
    <Box title={t("security.sessions.title")}>
      <div className={styles.content}>
        {error && <ErrorNotice error={error} />}
        <ul className={styles.list}>
          {sessions.map((session) => (
            <li key={session.id} className={styles.item}>
              <div className={styles.about}>
                <b>
                  {nameOf(session)}{" "}
                  {session.isCurrent && (
                    <StatusPill tone="green">
                      {t("security.sessions.current")}
                    </StatusPill>
                  )}
                </b>
                <span>
                  {[
                    session.address,
                    t("security.sessions.used", {
                      moment: formatMoment(session.usedAt, currentLanguage()),
                    }),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </div>
              {!session.isCurrent && (
                <Button
                  kind="ghost"
                  aria-label={t("security.sessions.endOf", {
                    name: `${nameOf(session)}, ${formatMoment(session.usedAt, currentLanguage())}`,
                  })}
                  isPending={isPending && variables === session.id}
                  onClick={() => {
                    mutate(session.id);
                  }}
                >
                  {t("security.sessions.end")}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {sessions.length > 1 && (
          <div className={styles.buttons}>
            <Button
              kind="danger"
              isPending={isPending && variables === null}
              onClick={() => {
                mutate(null);
              }}
            >
              {t("security.sessions.endOthers")}
            </Button>
          </div>
        )}
      </div>
    </Box>
  );
}
