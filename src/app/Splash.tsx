import type { ReactNode } from "react";
import { Brand } from "../layout/Brand";
import styles from "./Splash.module.css";

/** Shown while the first screen loads; the logo appears after 300 ms. */
export const Splash = ({ children }: { children?: ReactNode }) => (
  <div className={styles.splash}>
    <span className={styles.brand}>
      <Brand />
    </span>
    {children}
  </div>
);
