import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { AuthLayout } from "../../layout/AuthLayout";
import { useT } from "../../providers/i18n/useT";
import { reloadPage } from "../../providers/reloadPage";
import { signOut } from "../../providers/session";
import { Button } from "../../ui/Button";
import { QueryFailure } from "../../ui/QueryFailure";
import { Spinner } from "../../ui/Spinner";
import { StepUp } from "../StepUp";
import { SessionExpired } from "../SessionExpired";
import { FactorBoxes } from "./FactorBoxes";
import { useOwnSecurity } from "./useOwnSecurity";
import styles from "./security.module.css";

/** The only page of a user who must set up a second factor. */
export default function EnrolmentPage() {
  const [client] = useState(
    () =>
      // Offline calls fail at once, so that the page says so.
      new QueryClient({
        defaultOptions: {
          queries: { networkMode: "always", retry: false },
          mutations: { networkMode: "always" },
        },
      }),
  );
  return (
    <QueryClientProvider client={client}>
      <Enrolment />
      <StepUp />
      <SessionExpired />
    </QueryClientProvider>
  );
}

function Enrolment() {
  const t = useT();
  const query = useOwnSecurity();
  return (
    <AuthLayout title={t("security.enrol.title")}>
      <div className={styles.stack}>
        <p>{t("security.enrol.text")}</p>
        <QueryFailure {...query} />
        {query.isPending && <Spinner size={20} />}
        {query.data && (
          <FactorBoxes security={query.data} onEnrolled={reloadPage} />
        )}
        <div className={styles.links}>
          <Button
            kind="ghost"
            onClick={() => {
              // If the server cannot be reached, the page stays open.
              signOut().catch(() => undefined);
            }}
          >
            {t("shell.logout")}
          </Button>
        </div>
      </div>
    </AuthLayout>
  );
}
