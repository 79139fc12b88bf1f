import { useEffect, useState, type ReactNode, Suspense, useMemo } from "react";
import type { RowSchema } from "../../../domain/resource";
import type { SharedLotReply } from "../../../generated/schemas";
import { CallError } from "../../providers/CallError";
import type { Row } from "../../providers/dataProvider";
import { request } from "../../providers/http";
import { useT, type MessageKey } from "../../providers/i18n/useT";
import { Empty } from "../../ui/Empty";
import { classes } from "../../ui/classes";
import { currentLanguage } from "../../providers/i18n/language";
import { Box } from "../../ui/Box";
import { FactList } from "../../ui/FactList";
import { preloadable } from "../../ui/preloadable";
import { readableKey } from "../../ui/readable";
import { Skeleton } from "../../ui/Skeleton";
import {
  fieldWriter,
  noValue,
  type Translate,
} from "../../workspace/fieldText";
import { sectionsOf } from "../../workspace/sections";
import { Gallery } from "../gallery/Gallery";
import { ShareGate } from "./ShareGate";
import buttonStyles from "../../ui/Button.module.css";
import styles from "./SharePage.module.css";

type SharedLot = {
  title: string;
  fields: Pick<RowSchema, "$id" | "properties">;
  row: Row;
  sheet?: SharedLotReply["sheet"];
  translation?: SharedLotReply["translation"];
};

const missing = Symbol("missing");

/**
 * The public page of a shared lot: it asks for the access code and then shows the
 * lot. It needs no session. A reload of the tab keeps the code.
 */
export default function SharePage() {
  const t = useT();
  const [, list = "", , id = ""] = location.pathname.split("/");
  const [lot, setLot] = useState<SharedLot | typeof missing | null>(null);

  const open = async (code: string) => {
    try {
      const reply = await request<SharedLotReply>("/share", {
        method: "POST",
        body: { id: decoded(id), code },
      });
      setLot(reply as SharedLotReply & SharedLot);
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 404) throw error;
      setLot(missing);
    }
  };

  const title =
    lot === null || lot === missing ? t("share.page.title") : lot.title;
  useEffect(() => {
    document.title = `${title} · Seriba`;
  }, [title]);

  if (lot === null) return <ShareGate id={id} onCode={open} />;
  if (lot === missing)
    return (
      <ShareLayout title={t("share.page.missing")} list={null}>
        <Empty
          icon="car"
          text={t("share.page.missingText")}
          action={
            <a
              className={classes(buttonStyles.button, buttonStyles.primary)}
              href={`/${list}`}
            >
              {t("share.page.listing")}
            </a>
          }
        />
      </ShareLayout>
    );
  return (
    <ShareLayout title={lot.title} list={`/${list}`}>
      <SharedLotView {...lot} />
    </ShareLayout>
  );
}

/** Returns the text of a part of the path, which may be malformed. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The layout of a shared lot: a header with its name, and the way to its list. */
function ShareLayout({
  title,
  list,
  children,
}: {
  title: string;
  /** The path of the list, which asks strangers to sign in; null for no link. */
  list: string | null;
  children: ReactNode;
}) {
  const t = useT();
  return (
    <div className={styles.layout}>
      <header className={styles.header}>
        <div className={styles.heading}>
          <h1 className={styles.title}>{title}</h1>
          {list !== null && (
            <a className={buttonStyles.button} href={list}>
              {t("share.page.signIn")}
            </a>
          )}
        </div>
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  );
}

const [DrawnSheet] = preloadable(() => import("../sheet/DrawnSheet"));

/** Longer texts take a whole line. */
const shortText = 30;

/** The photos, the shared facts and the sheet of a lot, for readers without a session. */
function SharedLotView({
  title,
  fields,
  row,
  sheet = null,
  translation = null,
}: SharedLot) {
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
