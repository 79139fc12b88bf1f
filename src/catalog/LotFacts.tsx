import styles from "./LotPage.module.css";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { isComputed } from "../../domain/computed/rule";
import { formatNumber } from "../../domain/money";
import type { Resource } from "../../domain/resource";
import type { ShownLot } from "../../domain/shownLot";
import type { Row } from "../providers/dataProvider";
import { type MessageKey, useT } from "../providers/i18n/useT";
import { useWorkspace } from "../providers/workspace";
import { ConditionBadge } from "../ui/Badge";
import { Box } from "../ui/Box";
import { type Fact, FactBox } from "../ui/FactList";
import { readableName } from "../ui/readable";
import { RowFacts } from "../workspace/detail/RowFacts";
import { FieldTextProvider } from "../workspace/fieldText";
import { sectionsOf } from "../workspace/sections";
import { LotNote } from "./LotNote";
import { vocabularyKey } from "../../domain/vocabulary";

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
      {useLotFacts(lot).map((box) => (
        <FactBox key={box.title} {...box} />
      ))}
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

/**
 * The fields that an administrator has added to lots, by section, without the computed
 * ones: their card has them line by line.
 */
function AddedFacts({ resource, added }: { resource: Resource; added: Row }) {
  const schema = useWorkspace().row(resource.row);
  const properties = Object.fromEntries(
    Object.entries(schema.properties).filter(
      ([name, field]) => Object.hasOwn(added, name) && !isComputed(field),
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

/** Returns the boxes with the data of a lot: one of a bike, two of a car. */
function useLotFacts(lot: ShownLot): { title: string; facts: Fact[] }[] {
  const t = useT();
  const translate = useTranslate();
  const { bike, lotInfo, carInfo, carSpecification } = lot;
  const { chassisId, serial, mileage, year } = carInfo;
  const { condition } = lotInfo;
  const { engineCC, fuel, grade, horsePower } = carSpecification;
  const { transmission, drive, color, equipment } = carSpecification;
  const fact = (key: MessageKey, value: ReactNode): Fact => ({
    label: t(key),
    value: value || missing,
  });
  const measured = (key: MessageKey, value: number | null) =>
    value !== null && t(key, { number: formatNumber(value) });
  const joined = (
    separator: string,
    ...words: (string | null | false | undefined)[]
  ) => words.filter(Boolean).join(separator);

  const about = [
    fact("lot.year", year),
    fact("lot.mileage", measured("lot.km", mileage)),
    ...(bike?.mileageNote ? [fact("bike.mileageNote", bike.mileageNote)] : []),
    fact("lot.condition", condition && <ConditionBadge grade={condition} />),
    fact("lot.grade", grade && readableName(grade)),
  ];
  const engine = measured("lot.cc", engineCC);
  const colorFact = fact(
    "lot.color",
    color &&
      translate(vocabularyKey("color", color), { _: readableName(color) }),
  );
  if (bike)
    return [
      {
        title: t("bike.title"),
        facts: [
          ...about,
          fact("lot.engine", engine),
          colorFact,
          fact("bike.serial", serial),
        ],
      },
    ];
  const fuelText =
    fuel && translate(`choices.lot.fuel.${fuel}`, { _: fuel }).toLowerCase();
  return [
    {
      title: t("lot.car"),
      facts: [...about, fact("lot.chassis", joined("-", chassisId, serial))],
    },
    {
      title: t("lot.specification"),
      facts: [
        fact("lot.engine", joined(", ", engine, fuelText)),
        fact("lot.transmission", transmission),
        fact("lot.drive", drive),
        fact("lot.power", measured("lot.hp", horsePower)),
        colorFact,
        {
          ...fact("lot.equipment", equipment),
          isWide: (equipment?.length ?? 0) > 30,
        },
      ],
    },
  ];
}
