import { useEffect, useState } from "react";
import type { RowSchema } from "../../../domain/resource";
import type { SharedLotReply } from "../../../generated/schemas";
import { CallError } from "../../providers/CallError";
import type { Row } from "../../providers/dataProvider";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { Empty } from "../../ui/Empty";
import { classes } from "../../ui/classes";
import buttonStyles from "../../ui/Button.module.css";
import { ShareGate } from "./ShareGate";
import { ShareLayout } from "./ShareLayout";
import { SharedLotView } from "./SharedLotView";

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
