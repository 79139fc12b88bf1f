import { useState } from "react";
import { Brand } from "../layout/Brand";
import { ErrorNotice } from "../ui/ErrorNotice";
import styles from "./Splash.module.css";

type SplashProps = { error?: unknown; onRetry?: () => void };

/** The splash is shown this long after the page was opened. */
export const splashDelayMs = 300;

/** Shown while the first screen loads, and when it cannot be loaded. */
export function Splash({ error, onRetry }: SplashProps) {
  // A second splash must not hide the logo of the first one again.
  const [delayMs] = useState(() => splashDelayMs - performance.now());
  return (
    <div className={styles.splash}>
      <span className={styles.brand} style={{ animationDelay: `${delayMs}ms` }}>
        <Brand />
      </span>
      {error !== undefined && <ErrorNotice error={error} onRetry={onRetry} />}
    </div>
  );
}
