import type { FactorMethods } from "../../providers/session";
import { PasskeyLogin } from "./PasskeyLogin";
import { SecondStep } from "./SecondStep";

type MoreLoginProps = {
  /** The ways to prove the second factor, once the password was right. */
  factors?: FactorMethods;
  /** Goes back to the password without an argument. */
  setFactors?: (factors: undefined) => void;
};

/** Asks for the second factor after the password, and before it offers a passkey. */
export default function MoreLogin({ factors, setFactors }: MoreLoginProps) {
  return factors && setFactors ? (
    <SecondStep factors={factors} setFactors={setFactors} />
  ) : (
    <PasskeyLogin />
  );
}
