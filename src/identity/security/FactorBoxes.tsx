import { useState } from "react";
import type { OwnSecurityReply } from "../../../generated/schemas";
import { currentLanguage } from "../../providers/i18n/language";
import { useT } from "../../providers/i18n/useT";
import { StatusPill } from "../../ui/Badge";
import { Box } from "../../ui/Box";
import { Button } from "../../ui/Button";
import { formatMoment } from "../../workspace/formatMoment";
import { AppDialog } from "./AppDialog";
import { PasskeyDialog } from "./PasskeyDialog";
import { canUsePasskeys } from "./canUsePasskeys";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog";
import { RemoveFactorDialog, type Removed } from "./RemoveFactorDialog";
import { RenewCodesDialog } from "./RenewCodesDialog";
import styles from "./SecurityPage.module.css";

type Open =
  | { dialog: "app" | "passkey" | "renew" }
  | { dialog: "codes"; codes: readonly string[] }
  | { dialog: "remove"; removed: Removed };

type FactorBoxesProps = {
  security: OwnSecurityReply;
  /** Called when the person has seen the recovery codes of the first factor. */
  onEnrolled?: () => void;
};

/** Authenticator app, passkeys and recovery codes, each in a box. */
export function FactorBoxes({ security, onEnrolled }: FactorBoxesProps) {
  const t = useT();
  const { hasTotp, passkeys, recoveryCodes, isDemanded } = security;
  const hasFactor = hasTotp || passkeys.length > 0;
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => {
    setOpen(null);
  };
  const show = (codes: readonly string[]) => {
    setOpen(codes.length > 0 ? { dialog: "codes", codes } : null);
  };
  const canRemove = !isDemanded || passkeys.length + (hasTotp ? 1 : 0) > 1;
  return (
    <>
      <Box
        title={t("security.app.title")}
        tools={
          <StatusPill tone={hasTotp ? "green" : "grey"}>
            {t(hasTotp ? "security.on" : "security.off")}
          </StatusPill>
        }
      >
        <div className={styles.content}>
          <p>{t("security.app.text")}</p>
          <div className={styles.buttons}>
            <Button
              onClick={() => {
                setOpen({ dialog: "app" });
              }}
            >
              {t(hasTotp ? "security.app.replace" : "security.app.add")}
            </Button>
            {hasTotp && canRemove && (
              <Button
                kind="ghost"
                onClick={() => {
                  setOpen({ dialog: "remove", removed: { kind: "app" } });
                }}
              >
                {t("security.remove")}
              </Button>
            )}
          </div>
        </div>
      </Box>
      <Box title={t("security.passkeys.title")}>
        <div className={styles.content}>
          <p>{t("security.passkeys.text")}</p>
          {passkeys.length > 0 && (
            <ul className={styles.list}>
              {passkeys.map(({ id, name, createdAt, usedAt }) => (
                <li key={id} className={styles.item}>
                  <div className={styles.about}>
                    <b>{name}</b>
                    <span>
                      {usedAt
                        ? t("security.passkeys.used", {
                            moment: formatMoment(usedAt, currentLanguage()),
                          })
                        : t("security.passkeys.added", {
                            moment: formatMoment(createdAt, currentLanguage()),
                          })}
                    </span>
                  </div>
                  {canRemove && (
                    <Button
                      kind="ghost"
                      aria-label={t("security.passkeys.remove", { name })}
                      onClick={() => {
                        const removed = { kind: "passkey", id, name } as const;
                        setOpen({ dialog: "remove", removed });
                      }}
                    >
                      {t("security.remove")}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
          <div className={styles.buttons}>
            {canUsePasskeys() ? (
              <Button
                onClick={() => {
                  setOpen({ dialog: "passkey" });
                }}
              >
                {t("security.passkeys.add")}
              </Button>
            ) : (
              <p className={styles.note}>{t("security.passkeys.none")}</p>
            )}
          </div>
        </div>
      </Box>
      {hasFactor && (
        <Box title={t("security.codes.title")}>
          <div className={styles.content}>
            <p>{t("security.codes.text")}</p>
            <p className={recoveryCodes < 3 ? styles.few : undefined}>
              {t("security.codes.left", { smart_count: recoveryCodes })}
            </p>
            <div className={styles.buttons}>
              <Button
                onClick={() => {
                  setOpen({ dialog: "renew" });
                }}
              >
                {t("security.codes.renew")}
              </Button>
            </div>
          </div>
        </Box>
      )}
      {open?.dialog === "app" && <AppDialog onClose={close} onDone={show} />}
      {open?.dialog === "passkey" && (
        <PasskeyDialog onClose={close} onDone={show} />
      )}
      {open?.dialog === "renew" && (
        <RenewCodesDialog onClose={close} onDone={show} />
      )}
      {open?.dialog === "remove" && (
        <RemoveFactorDialog removed={open.removed} onClose={close} />
      )}
      {open?.dialog === "codes" && (
        <RecoveryCodesDialog
          codes={open.codes}
          onClose={() => {
            close();
            onEnrolled?.();
          }}
        />
      )}
    </>
  );
}
