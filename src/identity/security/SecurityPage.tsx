import { PageHeader } from "../../layout/PageHeader";
import { useT } from "../../providers/i18n/useT";
import { QueryFailure } from "../../ui/QueryFailure";
import { Spinner } from "../../ui/Spinner";
import { SsoBox } from "../sso/SsoBox";
import { FactorBoxes } from "./FactorBoxes";
import { SessionsBox } from "./SessionsBox";
import { useOwnSecurity } from "./useOwnSecurity";
import styles from "./SecurityPage.module.css";

/** The user's second factors and open sessions. */
export default function SecurityPage() {
  const t = useT();
  const query = useOwnSecurity();
  return (
    <>
      <PageHeader title={t("security.title")} />
      <div className={styles.page}>
        <QueryFailure {...query} />
        {query.isPending && (
          <p role="status">
            <Spinner size={20} /> {t("shell.loading")}
          </p>
        )}
        {query.data && (
          <>
            <FactorBoxes security={query.data} />
            {query.data.sso && <SsoBox sso={query.data.sso} />}
            <SessionsBox sessions={query.data.sessions} />
          </>
        )}
      </div>
    </>
  );
}
