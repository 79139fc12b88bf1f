import { useT } from "../providers/i18n/useT";
import { LinkButton } from "../ui/LinkButton";
import { AddFunds } from "./AddFunds";

/** The ways from the list of payments: to the balance, and to paying. */
export default function PaymentsTools() {
  const t = useT();
  return (
    <>
      <LinkButton to="/balance" kind="standard">
        {t("payments.balance.title")}
      </LinkButton>
      <AddFunds />
    </>
  );
}
