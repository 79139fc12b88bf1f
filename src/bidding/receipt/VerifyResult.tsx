import { bidTexts } from "../../../domain/orders";
import { formatYen } from "../../../domain/money";
import type { VerifyReceiptReply } from "../../../generated/schemas";
import { type MessageKey, preferTexts, useT } from "../../providers/i18n/useT";
import { FactBox } from "../../ui/FactList";
import { Notice } from "../../ui/Notice";
import { japanTime } from "./japanTime";

const texts: Record<VerifyReceiptReply["result"], MessageKey> = {
  genuine: "receipt.check.genuine",
  forged: "receipt.check.forged",
  unknownKey: "receipt.check.unknownKey",
};

/** The result of the check, and the facts of a genuine receipt. */
export function VerifyResult({ reply }: { reply: VerifyReceiptReply }) {
  const { result, receipt, isLogged } = reply;
  // The signed text names the kind of the lot: `stock:17` is a car at a fixed price.
  const t = preferTexts(bidTexts(receipt?.lot.split(":")[0]), useT());
  return (
    <>
      <Notice tone={result === "genuine" ? "success" : "error"}>
        {t(texts[result])}
      </Notice>
      {isLogged === false && (
        <Notice tone="error">{t("receipt.check.notLogged")}</Notice>
      )}
      {receipt && (
        <FactBox
          title={`${t("receipt.title")} ${t("receipt.number", { number: receipt.number })}`}
          layout="rows"
          facts={[
            { label: t("receipt.check.client"), value: receipt.client },
            { label: t("receipt.lot"), value: receipt.lot },
            { label: t("receipt.maximum"), value: formatYen(receipt.yen) },
            { label: t("receipt.japanTime"), value: japanTime(receipt.time) },
            { label: t("receipt.check.key"), value: receipt.key },
          ]}
        />
      )}
    </>
  );
}
