import type { ReactNode } from "react";
import { Brand } from "../layout/Brand";
import styles from "./Splash.module.css";

/** Before anything is known: seen only when that takes a while. */
export const Splash = ({ children }: { children?: ReactNode }) => (
  <div className={styles.splash}>
    <span className={styles.brand}>
      <Brand />
    </span>
    {children}
  </div>
);
