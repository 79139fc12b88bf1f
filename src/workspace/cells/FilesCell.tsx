import { fileEntries, isPhoto } from "../../../domain/fileField";
import { useT } from "../../providers/i18n/useT";
import { noValue } from "../fieldText";
import type { CellProps } from "../registry/cells";
import { FilePicture } from "./FilePicture";
import { RowLink } from "./TextCell";
import styles from "./FilePicture.module.css";

/** The first photo and the number of files. */
export function FilesCell({ row, fields: [name = ""] }: CellProps) {
  const t = useT();
  const files = fileEntries(row[name]);
  if (files.length === 0) return noValue;
  const photo = files.find(isPhoto);
  return (
    <div className={styles.files}>
      {photo && <FilePicture file={photo} />}
      <RowLink>{t("list.files", { smart_count: files.length })}</RowLink>
    </div>
  );
}
