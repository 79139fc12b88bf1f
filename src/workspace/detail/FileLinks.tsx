import { useLocaleState } from "ra-core";
import { useState } from "react";
import {
  fileEntries,
  isPhoto,
  type FileEntry,
} from "../../../domain/fileField";
import { serverAddress } from "../../providers/configuration";
import { downloadFile } from "../../providers/fetchFile";
import { useT } from "../../providers/i18n/useT";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { FilePicture } from "../cells/FilePicture";
import { fileSize } from "../fileSize";
import styles from "./FileLinks.module.css";

/** The files of a field: photos as pictures that open large, others as downloads. */
export function FileLinks({ value }: { value: unknown }) {
  const files = fileEntries(value);
  const photos = files.filter(isPhoto);
  const others = files.filter((file) => !isPhoto(file));
  return (
    <>
      {photos.length > 0 && (
        <ul className={styles.photos}>
          {photos.map((file) => (
            <li key={file.id}>
              <PhotoLink file={file} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className={styles.others}>
          {others.map((file) => (
            <li key={file.id}>
              <FileLink file={file} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function PhotoLink({ file }: { file: FileEntry }) {
  const t = useT();
  return (
    <a
      className={styles.photo}
      href={serverAddress(file.address)}
      target="_blank"
      rel="noopener"
    >
      <FilePicture file={file} className={styles.picture} />
      <span className={styles.name}>{file.name}</span>
      <VisuallyHidden>{t("row.newTab")}</VisuallyHidden>
    </a>
  );
}

function FileLink({ file }: { file: FileEntry }) {
  const [locale] = useLocaleState();
  const [error, setError] = useState<unknown>();
  const { id, name, size, address } = file;
  return (
    <>
      <a
        className={styles.link}
        href={serverAddress(address)}
        download={name}
        onClick={(event) => {
          const { ctrlKey, metaKey, shiftKey } = event;
          if (ctrlKey || metaKey || shiftKey) return;
          event.preventDefault();
          setError(undefined);
          downloadFile(`/record-files/${id}`, {}).catch(setError);
        }}
      >
        {name}
      </a>{" "}
      <span className={styles.size}>{fileSize(size, locale)}</span>
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  );
}
