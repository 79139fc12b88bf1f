import { useState } from "react";
import type { OwnSecurityReply } from "../../../generated/schemas";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { StatusPill } from "../../ui/Badge";
import { Box } from "../../ui/Box";
import { Button } from "../../ui/Button";
import { ChangeDialog } from "../security/ChangeDialog";
import { useSecurityChange } from "../security/useOwnSecurity";
import { leaveForSso } from "./sso";
import { SsoButton } from "./SsoButton";
import styles from "../security/SecurityPage.module.css";

type SsoBoxProps = { sso: NonNullable<OwnSecurityReply["sso"]> };

/** Whether the account is connected to the provider, with a button to change this. */
export function SsoBox({
  sso: { name, isConnected, isDemanded },
}: SsoBoxProps) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
  };
  const change = useSecurityChange(
    (_sent: undefined) => request("/user/sso", { method: "DELETE" }),
    close,
  );
  return (
    <Box
      title={t("security.sso.title")}
      tools={
        <StatusPill tone={isConnected ? "green" : "grey"}>
          {t(isConnected ? "security.on" : "security.off")}
        </StatusPill>
      }
    >
      <div className={styles.content}>
        <p>{t("security.sso.text", { name })}</p>
        <div className={styles.buttons}>
          {!isConnected && (
            <SsoButton
              label={t("security.sso.connect", { name })}
              onPress={() => leaveForSso("/user/sso")}
            />
          )}
          {isConnected && !isDemanded && (
            <Button
              onClick={() => {
                setAsking(true);
              }}
            >
              {t("security.sso.disconnect")}
            </Button>
          )}
        </div>
      </div>
      {isAsking && (
        <ChangeDialog
          title={t("security.sso.disconnectTitle", { name })}
          accept={t("security.sso.disconnect")}
          change={change}
          onClose={close}
        >
          {t("security.sso.disconnectText", { name })}
        </ChangeDialog>
      )}
    </Box>
  );
}
