import { useT } from "../../providers/i18n/useT";
import type { FactorMethods } from "../../providers/session";
import { leaveForSso, openSsoWindow } from "../sso/sso";
import { useSsoName } from "../sso/useSsoName";
import { SsoButton } from "../sso/SsoButton";
import { canUsePasskeys } from "./canUsePasskeys";
import { PasskeyLogin } from "./PasskeyLogin";
import { SecondStep } from "./SecondStep";
import styles from "./security.module.css";

type MoreLoginProps = {
  /** The ways to prove the second factor, once the password was right. */
  factors?: FactorMethods;
  /** Goes back to the password without an argument. */
  setFactors?: (factors: undefined) => void;
  /** Opens the provider in a window of its own, because this page must stay. */
  inWindow?: boolean;
};

/**
 * Asks for the second factor after the password. Before, it offers the other ways to log in:
 * single sign-on and a passkey.
 */
export default function MoreLogin({
  factors,
  setFactors,
  inWindow = false,
}: MoreLoginProps) {
  const t = useT();
  const sso = useSsoName();
  if (factors && setFactors)
    return <SecondStep factors={factors} setFactors={setFactors} />;
  return (
    <div className={styles.stack}>
      {sso !== undefined && (
        <SsoButton
          label={t("auth.sso.logIn", { name: sso })}
          onPress={() =>
            inWindow ? openSsoWindow("/auth/sso") : leaveForSso("/auth/sso")
          }
        />
      )}
      {canUsePasskeys() && <PasskeyLogin />}
    </div>
  );
}
