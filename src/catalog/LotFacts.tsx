import { useTranslate } from "ra-core";
import { formatNumber } from "../../domain/money";
import type { Resource } from "../../domain/resource";
import type { ShownLot } from "../../domain/shownLot";
import type { LotDetail } from "../../generated/schemas";
import type { Row } from "../providers/dataProvider";
import type { MessageKey } from "../providers/i18n/keys";
import { useT } from "../providers/i18n/useT";
import { useWorkspace } from "../providers/workspace";
import { ConditionBadge } from "../ui/Badge";
import { Box } from "../ui/Box";
import { FactList, type Fact } from "../ui/FactList";
import { readableName } from "../ui/readable";
import { RowFacts } from "../workspace/detail/RowFacts";
import { FieldTextProvider } from "../workspace/fieldText";
import { sectionsOf } from "../workspace/sections";
import { LotNote } from "./LotNote";
import { BikeFacts } from "./bike/BikeFacts";
import { colorText } from "./colorText";
import styles from "./LotPage.module.css";

/** The data of a car or a bike, the auction's remarks and our note. */
export function LotFacts({
  resource,
  lot,
}: {
  resource: Resource;
  lot: ShownLot;
}) {
  const t = useT();
  const { info } = lot.carCommonDetail;
  return (
    <>
      {lot.bike ? (
        <BikeFacts lot={lot} bike={lot.bike} />
      ) : (
        <CarFacts lot={lot} />
      )}
      {lot.added && <AddedFacts resource={resource} added={lot.added} />}
      {info && (
        <Box title={t("lot.remarks")}>
          <p className={styles.text}>{info}</p>
        </Box>
      )}
      <LotNote key={lot.carCommonDetail.id} resource={resource} lot={lot} />
    </>
  );
}

/** The data and the specification of a car. */
function CarFacts({ lot }: { lot: LotDetail }) {
  const t = useT();
  const { car, specification } = useCarFacts(lot);
  return (
    <>
      <Box title={t("lot.car")}>
        <div className={styles.factList}>
          <FactList layout="grid" facts={car} />
        </div>
      </Box>
      <Box title={t("lot.specification")}>
        <div className={styles.factList}>
          <FactList layout="grid" facts={specification} />
        </div>
      </Box>
    </>
  );
}

/** The fields that an administrator has added to lots, by section. */
function AddedFacts({ resource, added }: { resource: Resource; added: Row }) {
  const schema = useWorkspace().row(resource.row);
  const properties = Object.fromEntries(
    Object.entries(schema.properties).filter(([name]) =>
      Object.hasOwn(added, name),
    ),
  );
  return (
    <FieldTextProvider row={schema}>
      <RowFacts
        schema={schema}
        row={added}
        sections={sectionsOf({ properties })}
      />
    </FieldTextProvider>
  );
}

const missing = "--";

/** Returns the facts of a car with labels and units in the reader's language. */
function useCarFacts({ lotInfo, carInfo, carSpecification }: LotDetail) {
  const t = useT();
  const translate = useTranslate();
  const { chassisId, serial, mileage, year } = carInfo;
  const { condition } = lotInfo;
  const { engineCC, fuel, grade, horsePower } = carSpecification;
  const { transmission, drive, color, equipment } = carSpecification;

  const measured = (key: MessageKey, value: number | null) =>
    value === null ? missing : t(key, { number: formatNumber(value) });
  const joined = (separator: string, ...words: (string | null | undefined)[]) =>
    words.filter(Boolean).join(separator) || missing;

  const car: Fact[] = [
    { label: t("lot.year"), value: year ?? missing },
    { label: t("lot.mileage"), value: measured("lot.km", mileage) },
    {
      label: t("lot.condition"),
      value: condition ? <ConditionBadge grade={condition} /> : missing,
    },
    { label: t("lot.grade"), value: grade ? readableName(grade) : missing },
    { label: t("lot.chassis"), value: joined("-", chassisId, serial) },
  ];
  const specification: Fact[] = [
    {
      label: t("lot.engine"),
      value: joined(
        ", ",
        engineCC === null ? null : measured("lot.cc", engineCC),
        fuel &&
          translate(`choices.lot.fuel.${fuel}`, { _: fuel }).toLowerCase(),
      ),
    },
    { label: t("lot.transmission"), value: transmission || missing },
    { label: t("lot.drive"), value: drive || missing },
    { label: t("lot.power"), value: measured("lot.hp", horsePower) },
    {
      label: t("lot.color"),
      value: color ? colorText(translate, color) : missing,
    },
    {
      label: t("lot.equipment"),
      value: equipment || missing,
      isWide: (equipment?.length ?? 0) > 30,
    },
  ];
  return { car, specification };
}
