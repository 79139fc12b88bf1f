import { useLocaleState } from "ra-core";
import type { FileEntry } from "../../../domain/fileField";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { IconButton } from "../../ui/IconButton";
import { FilePicture } from "../cells/FilePicture";
import { fileSize } from "../fileSize";
import type { Upload } from "./useFileUploads";
import styles from "./FilesWidget.module.css";

/** A file of the form, with the buttons that move and remove it. */
export function FileRow({
  file,
  index,
  total,
  isReadOnly,
  onMove,
  onRemove,
}: {
  file: FileEntry;
  index: number;
  total: number;
  isReadOnly: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const t = useT();
  const [locale] = useLocaleState();
  const { name: entry, size } = file;
  const unlessReadOnly = (run: () => void) => () => {
    if (!isReadOnly) run();
  };
  return (
    <li className={styles.file}>
      <FilePicture file={file} />
      <span className={styles.text}>
        <span className={styles.name}>{entry}</span>
        <span className={styles.note}>{fileSize(size, locale)}</span>
      </span>
      {index > 0 && (
        <IconButton
          icon="arrowUp"
          label={t("form.entries.up", { entry })}
          data-move="up"
          aria-disabled={isReadOnly}
          onClick={unlessReadOnly(() => {
            onMove(index - 1);
          })}
        />
      )}
      {index < total - 1 && (
        <IconButton
          icon="arrowDown"
          label={t("form.entries.down", { entry })}
          data-move="down"
          aria-disabled={isReadOnly}
          onClick={unlessReadOnly(() => {
            onMove(index + 1);
          })}
        />
      )}
      <IconButton
        icon="trash"
        label={t("form.entries.remove", { entry })}
        data-move="remove"
        aria-disabled={isReadOnly}
        onClick={unlessReadOnly(onRemove)}
      />
    </li>
  );
}

/** A file that is uploading, or whose upload has failed. */
export function UploadRow({
  upload,
  isReadOnly,
  onRetry,
  onRemove,
}: {
  upload: Upload;
  isReadOnly: boolean;
  onRetry: () => void;
  onRemove: () => void;
}) {
  const t = useT();
  const { file, state, share, error, canRetry } = upload;
  const { name } = file;
  return (
    <li className={styles.file}>
      <span className={styles.waiting} aria-hidden="true">
        <Icon name={state === "failed" ? "alert" : "arrowUp"} size={16} />
      </span>
      <span className={styles.text}>
        <span className={styles.name}>{name}</span>
        {state === "failed" ? (
          <span className={styles.error} role="alert">
            {error}
          </span>
        ) : state === "running" ? (
          <progress
            className={styles.progress}
            value={share}
            max={1}
            aria-label={t("widgets.files.uploading", { name })}
          />
        ) : (
          <span className={styles.note}>{t("widgets.files.waiting")}</span>
        )}
      </span>
      {state === "failed" && canRetry && (
        <Button
          aria-label={t("widgets.files.retryFile", { name })}
          aria-disabled={isReadOnly}
          onClick={() => {
            if (!isReadOnly) onRetry();
          }}
        >
          {t("widgets.files.retry")}
        </Button>
      )}
      <IconButton
        icon={state === "failed" ? "trash" : "close"}
        label={
          state === "failed"
            ? t("form.entries.remove", { entry: name })
            : t("widgets.files.cancel", { name })
        }
        data-move="remove"
        aria-disabled={isReadOnly}
        onClick={() => {
          if (!isReadOnly) onRemove();
        }}
      />
    </li>
  );
}
