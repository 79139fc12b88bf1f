import styles from "./BidForm.module.css";
import { useRef, type ReactNode } from "react";
import { hasFlag } from "../../../domain/access";
import { formatYen } from "../../../domain/money";
import type { Resource } from "../../../domain/resource";
import type { LotDetail } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { useSignedIn } from "../../providers/session";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Notice } from "../../ui/Notice";
import { WarningText } from "../../ui/WarningText";
import { classes } from "../../ui/classes";
import type { WidgetValue } from "../../workspace/registry/areaModule";
import { Slot } from "../../workspace/registry/areas";
import { CancelRule } from "../facts/AuctionTime";
import { bidLimit, tooMuchKey } from "../facts/bidLimit";
import {
  targetTexts,
  type BidTarget,
  type ClientStanding,
} from "../facts/bidTarget";
import { AmountField, WonSales } from "./AmountField";
import { clientField } from "./useBidOptions";
import { ClientField } from "./ClientField";
import type { BidField, BidForm } from "./useBidForm";

type BidFieldsProps = {
  form: BidForm;
  lot: LotDetail;
  /** The lot's list. */
  resource: Pick<Resource, "name" | "row">;
  isFixedPrice: boolean;
  /** The coming car whose comparable sales are counted. */
  comparedLotId?: string | undefined;
  target: BidTarget;
  /** Why the last attempt to send the bid failed. */
  error: unknown;
  /** Form or lot changed before the bid was confirmed. */
  hasChanged: boolean;
  /** The balance is being read before the confirmation. */
  isChecking: boolean;
  /** Gets the valid form. */
  onSubmit: () => void;
  /** A question to answer before the bid can be sent; it replaces the button. */
  conflict?: ReactNode;
  /** Ends the change of a bid without saving it. */
  onDiscard?: (() => void) | undefined;
};

/** The form of a bid: amount, choices, submit button and limits. */
export function BidFields(props: BidFieldsProps) {
  const { form, lot, isFixedPrice, comparedLotId, onDiscard } = props;
  const amountControl = form.control("amount");
  const { conflict, target, error, hasChanged, isChecking, onSubmit } = props;
  const limit = bidLimit(target, useSignedIn(), form);
  const t = useT();
  const element = useRef<HTMLFormElement>(null);
  const submit = () => {
    const invalid = form.validate();
    if (conflict) return;
    if (!invalid) {
      onSubmit();
      return;
    }
    element.current
      ?.querySelector<HTMLElement>(
        `[name="${invalid}"], [data-field="${invalid}"] :is(select, input, textarea)`,
      )
      ?.focus();
  };
  return (
    <form
      ref={element}
      className={styles.form}
      noValidate
      aria-label={t(targetTexts[target.kind].title)}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {form.needsClient && (
        <div className={styles.wide} data-field={clientField}>
          <ClientField
            {...form.control(clientField)}
            value={form.valueOf(clientField)}
            name={form.clientName}
            onChange={form.chooseClient}
          />
          {target.kind === "client" && target.standing && (
            <Standing {...target.standing} />
          )}
        </div>
      )}
      <AmountField
        amount={form.amount}
        label={t(amountKey(target))}
        startPrice={lot.bidInfo.startPrice}
        isFixed={isFixedPrice}
        {...amountControl}
      />
      {
        // Parts of areas compute for the reader, and this client has other terms.
        !form.needsClient && (
          <div className={styles.belowAmount}>
            <Slot
              name="belowAmount"
              with={{
                resource: props.resource,
                id: lot.carCommonDetail.id,
                amount: form.amount,
                onAmount: isFixedPrice ? undefined : amountControl.onChange,
              }}
            />
          </div>
        )
      }
      {form.amount !== null && limit !== null && limit < form.amount && (
        <div className={styles.wide} role="status">
          <WarningText>
            {t(tooMuchKey(target), { allowed: formatYen(limit) })}
          </WarningText>
        </div>
      )}
      {comparedLotId !== undefined && (
        <WonSales
          lotId={comparedLotId}
          amount={form.amount}
          isForClient={form.needsClient}
        />
      )}
      {form.fields.map((field) => (
        <ChoiceField
          key={field.name}
          field={field}
          value={form.valueOf(field.name)}
          {...form.control(field.name)}
        />
      ))}
      {error !== undefined && (
        <div className={styles.wide}>
          <ErrorNotice error={error} onRetry={submit} />
        </div>
      )}
      {hasChanged && (
        <div className={styles.wide}>
          <Notice tone="info" role="alert">
            {t("bid.confirm.changed")}
          </Notice>
        </div>
      )}
      {conflict}
      <div className={classes(styles.wide, styles.stack)}>
        {!conflict && (
          <Button
            type="submit"
            kind="primary"
            isWide
            className={styles.place}
            isPending={isChecking}
          >
            {t(onDiscard ? "bid.change.submit" : "bid.place")}
          </Button>
        )}
        {onDiscard && (
          <Button isWide onClick={onDiscard}>
            {t("bid.change.discard")}
          </Button>
        )}
        <CancelRule lot={lot} isForClient={form.needsClient} />
        <Limits target={target} form={form} />
      </div>
    </form>
  );
}

/** Returns the label of the amount: a client's maximum is not the manager's own. */
const amountKey = ({ kind }: BidTarget) =>
  kind === "client" ? "bid.client.amount" : "bid.field.amount";

/** The limit of the chosen client, and the bids of this and other clients on the lot. */
function Standing({ allowed, activeBid, rivals }: ClientStanding) {
  const t = useT();
  return (
    <div role="status" className={styles.stack}>
      {allowed !== null && (
        <p className={styles.limits}>
          {t("bid.client.free", { amount: formatYen(allowed) })}
        </p>
      )}
      {activeBid !== null && (
        <WarningText>
          {t("bid.client.exists", { amount: formatYen(activeBid) })}
        </WarningText>
      )}
      {rivals > 0 && (
        <WarningText>
          {t("bid.client.rivals", { smart_count: rivals })}
        </WarningText>
      )}
    </div>
  );
}

type ChoiceFieldProps = {
  field: BidField;
  value: WidgetValue;
  error: string | undefined;
  onChange: (value: WidgetValue) => void;
  onBlur: () => void;
};

/** A field of the bid, drawn by the widget that fits its schema. */
function ChoiceField({ field, ...rest }: ChoiceFieldProps) {
  const t = useT();
  const { name, label, hint, schema, options, Widget } = field;
  if (options?.error)
    return (
      <div className={styles.wide}>
        <ErrorNotice error={options.error} onRetry={options.retry} />
      </div>
    );
  const chosen = options?.options.find(({ value }) => value === rest.value);
  return (
    <div className={options ? styles.half : styles.wide} data-field={name}>
      <Widget
        field={schema}
        label={label}
        hint={chosen?.description ?? hint}
        options={options?.options}
        placeholder={t(
          options?.isRequired ? "bid.field.choose" : "bid.field.notChosen",
        )}
        isRequired={options?.isRequired}
        {...rest}
      />
    </div>
  );
}

/** The allowed bid and today's bids, where the account has such limits. */
function Limits({ target, form }: { target: BidTarget; form: BidForm }) {
  const t = useT();
  const session = useSignedIn();
  const { dailyBidLimit, bidsToday } = session.balanceInfo;
  // A manager's own limits do not apply to bids of clients.
  if (target.kind === "client") return null;
  const limit = bidLimit(target, session, form);
  const hasDailyLimit =
    hasFlag(session.viewer, "dailyBidLimitCheck") && bidsToday !== undefined;
  if (limit === null && !hasDailyLimit) return null;
  return (
    <p className={styles.limits}>
      {limit !== null && (
        <span>{t("bid.limits.free", { amount: formatYen(limit) })}</span>
      )}
      {hasDailyLimit && (
        <span>
          {t("bid.limits.today", { used: bidsToday, limit: dailyBidLimit })}
        </span>
      )}
    </p>
  );
}
