import { useLocaleState } from "ra-core";
import { useContext, useEffect, useRef, useState } from "react";
import {
  fileEntries,
  fileLimits,
  type FileEntry,
} from "../../../domain/fileField";
import type { Field } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { fileSize } from "../fileSize";
import type { WidgetProps } from "../registry/areaModule";
import { FileRow, UploadRow } from "./FileRows";
import { WidgetGroup } from "./listWidgets";
import { focusAfter, type ListChange } from "./listChange";
import { UploadContext, type UploadState } from "./uploadContext";
import { useFileUploads } from "./useFileUploads";
import styles from "./FilesWidget.module.css";

/**
 * The files of a record: uploads with their progress, and buttons that move and remove the
 * files. Its value has the files that are uploaded; the form waits for the others.
 */
export default function FilesWidget(props: WidgetProps) {
  const { field, value, path = "", isReadOnly = false } = props;
  const t = useT();
  const { list = "", note } = useContext(UploadContext);
  const { mostFiles, types } = fileLimits(field);
  const texts = useLimitTexts(field);
  const entries = fileEntries(value);
  const latest = useRef(entries);
  const keys = useRef(new Map<string, number>());
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [change, setChange] = useState<ListChange | null>(null);
  const [said, setSaid] = useState("");
  const [left, setLeft] = useState<readonly string[]>([]);
  useEffect(() => {
    if (change) focusAfter(change, box.current);
  }, [change]);

  const save = (next: readonly FileEntry[]) => {
    latest.current = [...next];
    props.onChange(next.length > 0 ? next : null);
  };
  const { uploads, add, retry, remove } = useFileUploads({
    list,
    field: path.split(".")[0] ?? "",
    refuse: texts.refuse,
    onDone: (file, key) => {
      save(insertChosen(latest.current, file, { key, keys: keys.current }));
      setSaid(t("widgets.files.uploaded", { name: file.name }));
    },
  });
  const isUploading = uploads.length > 0;
  useEffect(() => {
    // The form passes values on one render late, so that a value that arrives during
    // uploads may lack a file that has ended since.
    if (!isUploading) latest.current = fileEntries(value);
  }, [value, isUploading]);
  const state = stateOf(uploads);
  useEffect(() => {
    note(path, state);
    return () => {
      note(path, null);
    };
  }, [note, path, state]);

  const free = Math.max(mostFiles - entries.length - uploads.length, 0);
  const choose = (files: readonly File[]) => {
    setLeft(files.slice(free).map(({ name }) => name));
    add(files.slice(0, free));
  };
  const move = (from: number, to: number) => {
    const next = [...entries];
    next.splice(to, 0, ...next.splice(from, 1));
    save(next);
    setChange({ kind: to < from ? "up" : "down", index: to });
    const position = { position: to + 1, total: entries.length };
    setSaid(t("form.entries.moved", position));
  };
  // The form's word about uploads follows them until they have ended.
  const isOfUploads =
    props.error === t("widgets.files.running") ||
    props.error === t("widgets.files.failed");
  const word = state === null ? null : t(`widgets.files.${state}`);
  const tooMany =
    left.length > 0
      ? t("widgets.files.full", { count: mostFiles, names: left.join(", ") })
      : null;
  const error = (isOfUploads ? word : props.error) ?? tooMany;

  return (
    <WidgetGroup
      {...props}
      error={error}
      hint={[props.hint, texts.hint].filter(Boolean).join(" ")}
    >
      <div ref={box} className={styles.box}>
        <ol className={styles.files}>
          {entries.map((file, index) => (
            <FileRow
              key={file.id}
              file={file}
              index={index}
              total={entries.length}
              isReadOnly={isReadOnly}
              onMove={(to) => {
                move(index, to);
              }}
              onRemove={() => {
                save(entries.filter(({ id }) => id !== file.id));
                setLeft([]);
                setChange({ kind: "remove", index });
              }}
            />
          ))}
          {uploads.map((upload, index) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              isReadOnly={isReadOnly}
              onRetry={() => {
                retry(upload.key);
                // The button is gone, and its row stays.
                setChange({ kind: "remove", index: entries.length + index });
              }}
              onRemove={() => {
                remove(upload.key);
                setChange({ kind: "remove", index: entries.length + index });
              }}
            />
          ))}
        </ol>
        <Button
          data-move="add"
          aria-disabled={isReadOnly || free === 0}
          onBlur={props.onBlur}
          onClick={() => {
            if (!isReadOnly && free > 0) input.current?.click();
          }}
        >
          {t(
            mostFiles === 1
              ? "widgets.files.chooseOne"
              : "widgets.files.choose",
          )}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          multiple={mostFiles > 1}
          accept={Object.keys(types).join(",")}
          onChange={({ target }) => {
            choose([...(target.files ?? [])]);
            // The same file can be chosen again.
            target.value = "";
          }}
        />
        <div role="status">
          <VisuallyHidden>{said}</VisuallyHidden>
        </div>
      </div>
    </WidgetGroup>
  );
}

/**
 * Inserts a file before the first file that was chosen after it. A small file is uploaded
 * sooner than a large one.
 */
function insertChosen(
  files: readonly FileEntry[],
  file: FileEntry,
  { key, keys }: { key: number; keys: Map<string, number> },
): FileEntry[] {
  keys.set(file.id, key);
  const later = files.findIndex(({ id }) => (keys.get(id) ?? 0) > key);
  return files.toSpliced(later < 0 ? files.length : later, 0, file);
}

const stateOf = (uploads: readonly { state: string }[]): UploadState | null => {
  if (uploads.length === 0) return null;
  return uploads.some(({ state }) => state !== "failed") ? "running" : "failed";
};

/** Returns what the field accepts in words, and a function that refuses other files. */
function useLimitTexts(field: Field) {
  const t = useT();
  const [locale] = useLocaleState();
  const { types, mostBytes, mostFiles } = fileLimits(field);
  const words = field["x-file"]?.types ?? [];
  const [only = "image"] = words;
  const isOne = words.length === 1;
  const facts = {
    types: t(`widgets.files.${isOne ? only : "imageAndPdf"}`),
    size: fileSize(mostBytes, locale),
    count: mostFiles,
  };
  return {
    hint: t(
      mostFiles === 1 ? "widgets.files.hintOne" : "widgets.files.hint",
      facts,
    ),
    refuse: (file: File): string | null => {
      const ending = file.name.split(".").at(-1)?.toLowerCase() ?? "";
      if (!Object.values(types).flat().includes(ending))
        return t(isOne ? `errors.${only}_type` : "errors.file_type");
      return file.size > mostBytes
        ? t("errors.file_too_large", { megabytes: mostBytes / 1_000_000 })
        : null;
    },
  };
}
