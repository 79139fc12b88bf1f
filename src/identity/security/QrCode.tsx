import { encode } from "uqr";
import styles from "./SecurityPage.module.css";

/** A QR code, drawn in this page: its text is a secret. Black on white in both themes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 3 });
  const path = data
    .flatMap((row, y) =>
      row.map((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : "")),
    )
    .join("");
  return (
    <svg
      className={styles.qr}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path fill="#ffffff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000000" d={path} />
    </svg>
  );
}
