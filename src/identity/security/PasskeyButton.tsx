import { useState } from "react";
import type { AuthenticationResponseJSON } from "@simplewebauthn/browser";
import { errorText } from "../../providers/errorText";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Notice } from "../../ui/Notice";
import { askPasskey, isPasskeyEnded } from "./passkeyCalls";
import styles from "./security.module.css";

type PasskeyButtonProps = {
  label: string;
  path: Parameters<typeof askPasskey>[0];
  /** Sends the answer of the passkey. */
  onAnswer: (passkey: AuthenticationResponseJSON) => Promise<unknown>;
};

/** Asks for a passkey. A person who stops the question may try again. */
export function PasskeyButton({ label, path, onAnswer }: PasskeyButtonProps) {
  const t = useT();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const ask = async () => {
    setPending(true);
    setProblem(null);
    try {
      await onAnswer(await askPasskey(path));
    } catch (error) {
      setProblem(
        isPasskeyEnded(error)
          ? t("auth.factor.passkeyEnded")
          : errorText(error, t),
      );
    } finally {
      setPending(false);
    }
  };
  return (
    <div className={styles.stack}>
      <div role="alert" className={styles.alert}>
        {problem && <Notice tone="error">{problem}</Notice>}
      </div>
      <Button
        isWide
        className={styles.tall}
        isPending={isPending}
        onClick={() => void ask()}
      >
        {label}
      </Button>
    </div>
  );
}
