import { Suspense, useMemo } from "react";
import type { RowSchema } from "../../../domain/resource";
import type { SharedLotReply } from "../../../generated/schemas";
import type { Row } from "../../providers/dataProvider";
import type { MessageKey } from "../../providers/i18n/keys";
import { currentLanguage } from "../../providers/i18n/language";
import { useT } from "../../providers/i18n/useT";
import { Box } from "../../ui/Box";
import { FactList } from "../../ui/FactList";
import { Skeleton } from "../../ui/Skeleton";
import { preloadable } from "../../ui/preloadable";
import { readableKey } from "../../ui/readable";
import {
  fieldWriter,
  noValue,
  type Translate,
} from "../../workspace/fieldText";
import { sectionsOf } from "../../workspace/sections";
import { Gallery } from "../gallery/Gallery";
import styles from "./SharePage.module.css";

const [DrawnSheet] = preloadable(() => import("../sheet/DrawnSheet"));

/** Longer texts take a whole line. */
const shortText = 30;

/** The photos, the shared facts and the sheet of a lot, for readers without a session. */
export function SharedLotView({
  title,
  fields,
  row,
  sheet = null,
  translation = null,
}: {
  title: string;
  fields: Pick<RowSchema, "$id" | "properties">;
  row: Row;
  sheet?: SharedLotReply["sheet"];
  translation?: SharedLotReply["translation"];
}) {
  const t = useT();
  const translate = useSchemaTexts();
  const write = useMemo(
    () =>
      fieldWriter(fields, {
        translate,
        locale: currentLanguage(),
        role: "unknown",
      }),
    [fields, translate],
  );
  const { $id, properties } = fields;
  const photos = Object.entries(properties).flatMap(([name, field]) =>
    field["x-shown"] === "photos" ? textsOf(row[name]) : [],
  );
  return (
    <div className={styles.lot}>
      <Gallery title={title} images={photos} thumbnails={photos} />
      <div className={styles.facts}>
        {sectionsOf(fields).map(({ id, fields: names }) => (
          <Box
            key={id ?? ""}
            title={
              id === undefined
                ? t("row.details")
                : translate(`sections.${$id}.${id}`, { _: readableKey(id) })
            }
          >
            <div className={styles.list}>
              <FactList
                layout="grid"
                facts={names.flatMap((name) => {
                  const written = write(name, row[name]);
                  if (written === noValue || row[name] === false) return [];
                  // Strangers may be in any time zone.
                  const text =
                    properties[name]?.format === "date-time"
                      ? t("share.page.japanTime", { moment: written })
                      : written;
                  return {
                    label: translate(`fields.${$id}.${name}`, {
                      _: properties[name]?.title ?? readableKey(name),
                    }),
                    value: <span className={styles.value}>{text}</span>,
                    isWide: text.length > shortText,
                  };
                })}
              />
            </div>
          </Box>
        ))}
      </div>
      {sheet && (
        <div className={styles.sheet}>
          <Suspense fallback={<Skeleton height={400} />}>
            <DrawnSheet
              sheet={sheet}
              canTranslate={translation !== null}
              translation={translation ?? undefined}
              error={null}
            />
          </Suspense>
        </div>
      )}
    </div>
  );
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((entry) => typeof entry === "string")
    : [];

/**
 * Returns a translate function for keys that follow from a row schema. `_` is the
 * text of a key that the locale does not have.
 */
function useSchemaTexts(): Translate {
  const t = useT();
  return useMemo<Translate>(
    () =>
      (key, { _: fallback, ...values } = {}) => {
        const text = t(
          key as MessageKey,
          values as Record<string, string | number>,
        );
        return text === key && typeof fallback === "string" ? fallback : text;
      },
    [t],
  );
}
