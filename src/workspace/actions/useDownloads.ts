import { useNotify } from "ra-core";
import { useRef } from "react";
import { rowPath } from "../../../domain/listing/defaultCalls";
import type { Action } from "../../../domain/resource";
import type { RowRecord } from "../../providers/dataProvider";
import { errorText } from "../../providers/errorText";
import { CallError } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { loadModule } from "../../providers/loadModule";
import { useListing } from "../listing/ListingContext";
import { useRowTitle } from "../listing/rowTitle";
import { useActionTexts } from "./actionTexts";
import { declaredValues } from "./writeCalls";

/**
 * Returns a function that downloads the file of a row, or of the whole list without a
 * row, and tells about its progress and failure. A file that is on its way is not
 * started twice.
 */
export function useDownloads() {
  const { resource } = useListing();
  const notify = useNotify();
  const t = useT();
  const texts = useActionTexts();
  const rowTitle = useRowTitle();
  const running = useRef(new Set<string>());

  return async (action: Action, record: RowRecord | undefined) => {
    const key = `${action.id} ${record?.id}`;
    if (running.current.has(key)) return;
    running.current.add(key);
    const name = texts.label(action);
    const about = record ? `${name}: ${rowTitle(record)}` : name;
    notify(t("actions.downloading", { file: about }), { type: "info" });
    try {
      const { fetchFile } = await loadModule(
        () => import("../../providers/fetchFile"),
      );
      const { key: keyField } = resource;
      const values = declaredValues(action, record?.row ?? {}, keyField);
      await fetchFile(
        rowPath(action.path, record?.id ?? ""),
        Object.fromEntries(
          Object.entries(values).map(([name, value]) => [name, String(value)]),
        ),
      );
      notify(t("actions.downloaded", { file: about }), { type: "success" });
    } catch (error) {
      // The dialog of an expired session says so already.
      if (error instanceof CallError && error.status === 401) return;
      const reason = errorText(error, t);
      notify(t("actions.notDownloaded", { file: about, reason }), {
        type: "error",
      });
    } finally {
      running.current.delete(key);
    }
  };
}
