import { useEffect } from "react";
import { proveBy } from "../providers/http";
import { createStore, useStoreValue } from "../providers/store";
import { preloadableDialog } from "../ui/DialogFailure";

const [StepUpDialog] = preloadableDialog(
  () => import("./security/StepUpDialog"),
);

/** Ends the open question with its answer; null while nothing is asked. */
const question = createStore<((isProved: boolean) => void) | null>(null);
let asked: Promise<boolean> | null = null;

/** Asks the user for a proof, once for all calls that wait for it. */
const askProof = (): Promise<boolean> => {
  asked ??= new Promise<boolean>((resolve) => {
    question.set((isProved) => {
      asked = null;
      question.set(null);
      resolve(isProved);
    });
  });
  return asked;
};

/**
 * Asks who is there when a call changes how the account is guarded. The call is then
 * repeated, so a form keeps everything that was typed.
 */
export function StepUp() {
  const end = useStoreValue(question);
  useEffect(() => {
    proveBy(askProof);
    return () => {
      question.get()?.(false);
    };
  }, []);
  return (
    end && (
      <StepUpDialog
        onEnd={end}
        onClose={() => {
          end(false);
        }}
      />
    )
  );
}
