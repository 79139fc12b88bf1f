import { useTranslate } from "ra-core";
import { japanClock } from "../../../domain/japanTime";
import type { Resource, RowSchema } from "../../../domain/resource";
import { dayOf } from "../../../domain/timeline";
import type { Row } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { useServerClock } from "../../providers/useServerClock";
import { Box } from "../../ui/Box";
import { FactList } from "../../ui/FactList";
import { noValue, useFieldText } from "../fieldText";
import { useFieldLabel } from "../useLabels";
import { LateMark } from "./LateMark";
import styles from "./lead.module.css";

/** The card with the declared lead of a row, such as its next step; nothing without a value. */
export function RowLead({
  resource,
  schema,
  row,
}: {
  resource: Resource;
  schema: RowSchema;
  row: Row;
}) {
  const translate = useTranslate();
  const t = useT();
  const write = useFieldText();
  const label = useFieldLabel(schema);
  const today = useServerClock((now) => japanClock(now).day);
  const { fields: [first = "", ...others] = [], due } = resource.lead ?? {};
  const main = write(first, row[first], row);
  if (first === "" || main === noValue) return null;
  const day = dayOf(row, due);
  const facts = others.map((name) => ({
    label: label(name),
    value: write(name, row[name], row),
  }));
  const isLate = day !== null && day < today;
  return (
    <Box
      title={translate(`resources.${resource.name}.lead`, { _: label(first) })}
    >
      <div className={styles.lead}>
        <p className={styles.main}>{main}</p>
        <FactList
          layout="grid"
          facts={[
            ...facts.filter(({ value }) => value !== noValue),
            ...(due !== undefined && day !== null
              ? [
                  {
                    label: label(due),
                    value: (
                      <>
                        {write(due, row[due], row)}
                        {isLate && <LateMark>{t("row.late")}</LateMark>}
                      </>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </div>
    </Box>
  );
}
