import { useState } from "react";
import {
  isPhoto,
  thumbnailAddress,
  type FileEntry,
} from "../../../domain/fileField";
import { serverAddress } from "../../providers/configuration";
import { request } from "../../providers/http";
import { Icon } from "../../ui/Icon";
import { classes } from "../../ui/classes";
import styles from "./FilePicture.module.css";

/** The second attempt comes after a call that refreshes the session. */
const attempts = 2;

/**
 * The small picture of a photo, or an icon for other files and for photos that cannot be
 * loaded. It has no `alt`, since the name of the file stands beside it.
 */
export function FilePicture({
  file,
  className,
}: {
  file: FileEntry;
  className?: string;
}) {
  const [attempt, setAttempt] = useState(1);
  const frame = classes(styles.picture, className);
  if (!isPhoto(file) || attempt > attempts)
    return (
      <span className={frame} aria-hidden="true">
        <Icon name="list" size={16} />
      </span>
    );
  return (
    <img
      key={attempt}
      className={frame}
      src={serverAddress(thumbnailAddress(file))}
      alt=""
      width={40}
      height={30}
      loading="lazy"
      decoding="async"
      onError={() => {
        if (attempt === attempts) {
          setAttempt(attempts + 1);
          return;
        }
        request(`/record-files/${file.id}`, { method: "HEAD" }).then(
          () => {
            setAttempt(attempts);
          },
          () => {
            setAttempt(attempts + 1);
          },
        );
      }}
    />
  );
}
