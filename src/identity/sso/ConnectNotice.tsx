import { useEffect, useState } from "react";
import type { SsoWaiting } from "../../../generated/schemas";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { Notice } from "../../ui/Notice";
import { wishConnection } from "./connecting";
import styles from "../security/security.module.css";

/**
 * Names the person whom the provider has logged in without an account, and asks whether the
 * login connects the person. Draws nothing without such a person.
 */
export default function ConnectNotice() {
  const t = useT();
  const [person, setPerson] = useState<string | null>(null);
  const [isWished, setWished] = useState(false);
  useEffect(() => {
    let isShown = true;
    request<SsoWaiting>("/auth/sso-waiting", { isAuth: true }).then(
      (reply) => {
        if (isShown) setPerson(reply.person);
      },
      // The login works without a connection.
      () => undefined,
    );
    return () => {
      isShown = false;
      wishConnection(false);
    };
  }, []);
  if (person === null) return null;
  return (
    <Notice tone="info">
      <div className={styles.stack}>
        <p>{t("auth.sso.connect", { person })}</p>
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={isWished}
            onChange={({ target }) => {
              setWished(target.checked);
              wishConnection(target.checked);
            }}
          />
          {t("auth.sso.connectChoice")}
        </label>
      </div>
    </Notice>
  );
}
