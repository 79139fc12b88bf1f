import { useTranslate } from "ra-core";
import { formatNumber } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { ConditionBadge } from "../../ui/Badge";
import { Box } from "../../ui/Box";
import { FactList, type Fact } from "../../ui/FactList";
import { readableName } from "../../ui/readable";
import type { BikeParts, ShownLot } from "../../../domain/shownLot";
import { colorText } from "../colorText";
import styles from "../LotPage.module.css";

const missing = "--";

/** The data of a bike: year, mileage with the note about it, grade and engine. */
export function BikeFacts({ lot, bike }: { lot: ShownLot; bike: BikeParts }) {
  const t = useT();
  const translate = useTranslate();
  const { year, mileage, serial } = lot.carInfo;
  const { grade, color, engineCC } = lot.carSpecification;
  const { condition } = lot.lotInfo;
  const facts: Fact[] = [
    { label: t("lot.year"), value: year ?? missing },
    {
      label: t("lot.mileage"),
      value:
        mileage === null
          ? missing
          : t("lot.km", { number: formatNumber(mileage) }),
    },
    ...(bike.mileageNote
      ? [{ label: t("bike.mileageNote"), value: bike.mileageNote }]
      : []),
    {
      label: t("lot.condition"),
      value: condition ? <ConditionBadge grade={condition} /> : missing,
    },
    { label: t("lot.grade"), value: grade ? readableName(grade) : missing },
    {
      label: t("lot.engine"),
      value:
        engineCC === null
          ? missing
          : t("lot.cc", { number: formatNumber(engineCC) }),
    },
    {
      label: t("lot.color"),
      value: color ? colorText(translate, color) : missing,
    },
    { label: t("bike.serial"), value: serial || missing },
  ];
  return (
    <Box title={t("bike.title")}>
      <div className={styles.factList}>
        <FactList layout="grid" facts={facts} />
      </div>
    </Box>
  );
}
