import { useEffect, useState } from "react";
import type { SealHeadReply } from "../../../generated/schemas";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { FactBox } from "../../ui/FactList";
import { japanTime } from "./japanTime";
import styles from "./VerifyPage.module.css";

/**
 * The newest head of the log of bids, which visitors can note. Empty before the first
 * seal, and if the server does not answer: the check of receipts works without it.
 */
export function SealHead() {
  const t = useT();
  const [seal, setSeal] = useState<SealHeadReply["seal"]>(null);
  useEffect(() => {
    let isShown = true;
    request<SealHeadReply>("/seals/head", { isAuth: true }).then(
      (reply) => {
        if (isShown) setSeal(reply.seal);
      },
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, []);
  if (!seal) return null;
  return (
    <div className={styles.head}>
      <FactBox
        title={t("receipt.check.head")}
        layout="rows"
        facts={[
          { label: t("receipt.check.headNumber"), value: seal.number },
          {
            label: t("receipt.check.headTime"),
            value: japanTime(seal.sealedAt),
          },
          {
            label: t("receipt.check.headValue"),
            value: <span className={styles.code}>{seal.head}</span>,
          },
        ]}
      />
      <p className={styles.note}>{t("receipt.check.headText")}</p>
    </div>
  );
}
