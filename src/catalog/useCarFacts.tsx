import { useTranslate } from "ra-core";
import { formatNumber } from "../../domain/money";
import type { LotDetail } from "../../generated/schemas";
import type { MessageKey } from "../providers/i18n/keys";
import { useT } from "../providers/i18n/useT";
import { ConditionBadge } from "../ui/ConditionBadge";
import { readableName } from "../ui/readableName";
import type { Fact } from "../ui/FactList";

const missing = "--";

/** Returns the facts of a car with labels and units in the reader's language. */
export function useCarFacts({ lotInfo, carInfo, carSpecification }: LotDetail) {
  const t = useT();
  const translate = useTranslate();
  const { chassisId, serial, mileage, year } = carInfo;
  const { condition } = lotInfo;
  const { engineCC, fuel, grade, horsePower } = carSpecification;
  const { transmission, drive, color, equipment } = carSpecification;

  const measured = (key: MessageKey, value: number | null) =>
    value === null ? null : t(key, { number: formatNumber(value) });
  const joined = (separator: string, ...words: (string | null | undefined)[]) =>
    words.filter(Boolean).join(separator) || missing;

  const car: Fact[] = [
    { label: t("lot.year"), value: year ?? missing },
    {
      label: t("lot.mileage"),
      value: measured("lot.km", mileage) ?? missing,
    },
    {
      label: t("lot.condition"),
      value: condition ? <ConditionBadge grade={condition} /> : missing,
    },
    {
      label: t("lot.grade"),
      value: grade ? readableName(grade) : missing,
    },
    {
      label: t("lot.chassis"),
      value: joined("-", chassisId, serial),
    },
  ];
  const specification: Fact[] = [
    {
      label: t("lot.engine"),
      value: joined(
        ", ",
        measured("lot.cc", engineCC),
        fuel &&
          translate(`choices.lot.fuel.${fuel}`, { _: fuel }).toLowerCase(),
      ),
    },
    { label: t("lot.transmission"), value: transmission || missing },
    { label: t("lot.drive"), value: drive || missing },
    {
      label: t("lot.power"),
      value: measured("lot.hp", horsePower) ?? missing,
    },
    { label: t("lot.color"), value: color ? readableName(color) : missing },
    {
      label: t("lot.equipment"),
      value: equipment || missing,
      isWide: (equipment?.length ?? 0) > 30,
    },
  ];
  return { car, specification };
}
