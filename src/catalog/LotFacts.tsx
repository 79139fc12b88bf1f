import type { LotDetail } from "../../generated/schemas";
import { useT } from "../providers/i18n/useT";
import { Box } from "../ui/Box";
import { FactList } from "./FactList";
import { useCarFacts } from "./useCarFacts";
import styles from "./LotFacts.module.css";

/** What is known of the car: data, specification, and words of the house. */
export function LotFacts({ lot }: { lot: LotDetail }) {
  const t = useT();
  const { car, specification } = useCarFacts(lot);
  const { info, comment } = lot.carCommonDetail;
  return (
    <>
      <Box title={t("lot.car")}>
        <FactList facts={car} />
      </Box>
      <Box title={t("lot.specification")}>
        <FactList facts={specification} />
      </Box>
      {info && (
        <Box title={t("lot.remarks")}>
          <p className={styles.text}>{info}</p>
        </Box>
      )}
      {comment && (
        <Box title={t("lot.note")}>
          <p className={styles.text}>{comment}</p>
        </Box>
      )}
    </>
  );
}
