import type { LotDetail } from "../../generated/schemas";
import { useT } from "../providers/i18n/useT";
import { Box } from "../ui/Box";
import { FactList } from "../ui/FactList";
import { useCarFacts } from "./useCarFacts";
import styles from "./LotFacts.module.css";

/** The car's data and specification, the auction's remarks and our note. */
export function LotFacts({ lot }: { lot: LotDetail }) {
  const t = useT();
  const { car, specification } = useCarFacts(lot);
  const { info, comment } = lot.carCommonDetail;
  return (
    <>
      <Box title={t("lot.car")}>
        <div className={styles.facts}>
          <FactList layout="grid" facts={car} />
        </div>
      </Box>
      <Box title={t("lot.specification")}>
        <div className={styles.facts}>
          <FactList layout="grid" facts={specification} />
        </div>
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
