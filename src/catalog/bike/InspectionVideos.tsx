import { useState } from "react";
import { serverAddress } from "../../providers/configuration";
import { useT } from "../../providers/i18n/useT";
import { Box } from "../../ui/Box";
import { Icon } from "../../ui/Icon";
import styles from "./BikeInspection.module.css";

/** Addresses of moving pictures, which browsers load as images. */
const picture = /\.(svg|gif|webp|png|jpe?g)$/iu;

/**
 * The videos of a bike with their first picture. Each opens in a new tab. Videos
 * that the browser cannot load are hidden.
 */
export function InspectionVideos({ videos }: { videos: readonly string[] }) {
  const t = useT();
  const [failed, setFailed] = useState<readonly string[]>([]);
  const shown = videos.filter((video) => !failed.includes(video));
  if (shown.length === 0) return null;
  return (
    <Box title={t("bike.videos.title")}>
      <ul className={styles.videos}>
        {shown.map((video, place) => {
          const address = serverAddress(video);
          const hide = () => {
            setFailed((known) => [...known, video]);
          };
          return (
            <li key={video}>
              <a
                className={styles.video}
                href={address}
                target="_blank"
                rel="noopener noreferrer"
              >
                {picture.test(video) ? (
                  <img
                    className={styles.still}
                    src={address}
                    alt=""
                    loading="lazy"
                    onError={hide}
                  />
                ) : (
                  <video
                    className={styles.still}
                    src={address}
                    preload="metadata"
                    muted
                    playsInline
                    tabIndex={-1}
                    aria-hidden="true"
                    onError={hide}
                  />
                )}
                <span className={styles.videoName}>
                  <Icon name="external" size={16} />
                  {t("bike.videos.open", {
                    index: place + 1,
                    total: shown.length,
                  })}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </Box>
  );
}
