import styles from "./BidPanel.module.css";
import { useState } from "react";
import { hasFlag, type Role, isStaff } from "../../domain/access";
import { formatYen } from "../../domain/money";
import { lotHistoryOf } from "../../domain/lotHistory";
import { bidTexts } from "../../domain/bidRules";
import type { Resource } from "../../domain/resource";
import type { LotDetail } from "../../generated/schemas";
import { TextSection } from "../providers/i18n/TextSection";
import { useT } from "../providers/i18n/useT";
import { useHasPassed } from "../providers/useServerClock";
import { useIsOpenToClients } from "./facts/moment";
import { useSignedIn } from "../providers/session";
import { useWorkspace } from "../providers/workspace";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { VisuallyHidden } from "../ui/VisuallyHidden";
import { useIsPhone } from "../ui/useMedia";
import type { AsideProps } from "../workspace/registry/areaModule";
import { UnsavedQuestion, useUnsavedGuard } from "../workspace/useUnsavedGuard";
import { LotChat } from "./chat/LotChat";
import { BidFacts } from "./facts/BidFacts";
import { BidFields } from "./form/BidFields";
import { ChangedMeanwhile } from "./form/ChangedMeanwhile";
import { clientField, useClientStanding } from "./form/useBidOptions";
import {
  type ClientStanding,
  hasSameValues,
  newerBid,
  ownBidOf,
  targetTexts,
  type BidTarget,
  type OwnBid,
} from "./facts/bidTarget";
import { useBidDraft } from "./form/useBidDraft";
import { useBidForm } from "./form/useBidForm";
import { BidDialogs } from "./submission/BidDialogs";
import { CancelBid } from "./submission/CancelBid";
import { useBidSubmission } from "./submission/useBidSubmission";
import { lotTypeOf, whyNoBid } from "./whyNoBid";

/** The bid panel of a lot's page. A panel for another lot starts empty. */
export default function LotBidPanel({ resource, detail, title }: AsideProps) {
  const lot = detail as LotDetail;
  return (
    <BidPanel
      key={lot.carCommonDetail.id}
      lot={lot}
      title={title}
      resource={resource}
    />
  );
}

type BidPanelProps = {
  lot: LotDetail;
  /** The lot's name. */
  title: string;
  /** The lot's list. Not every page type takes bids. */
  resource: Pick<Resource, "name" | "row" | "pageType">;
  /** Over a list: the form is open on a phone too. */
  isInDialog?: boolean;
};

/** The bid panel of a lot, with the texts of orders for a car at a fixed price. */
export const BidPanel = (props: BidPanelProps) => (
  <TextSection section={bidTexts(props.resource.pageType)}>
    <Panel {...props} />
  </TextSection>
);

/**
 * The auction's time, the prices and the bid form of a lot. On a phone the form
 * opens in a full-screen dialog from a bar at the bottom.
 */
function Panel({ lot, title, resource, isInDialog = false }: BidPanelProps) {
  const { pageType } = resource;
  const t = useT();
  const session = useSignedIn();
  const { hasWorth } = lotHistoryOf(resource, useWorkspace());
  const comparedLotId = hasWorth ? lot.carCommonDetail.id : undefined;
  const [isOpen, setOpen] = useState(false);
  const [cancelled, setCancelled] = useState<OwnBid | null>(null);
  const [refused, setRefused] = useState<OwnBid | null>(null);
  const isPhone = useIsPhone() && !isInDialog;
  const { bidInfo } = lot;
  const lotId = lot.carCommonDetail.id;
  const isLate = useHasPassed(bidInfo.biddingDeadline);
  const isOpenToClients = useIsOpenToClients(lot);
  const reason = whyNoBid({ lot, pageType, session, isLate });
  const canBidAgain =
    whyNoBid({
      lot: { ...lot, bidInfo: { ...bidInfo, bidStatusId: null } },
      pageType,
      session,
      isLate,
    }) === null;
  const lotType = lotTypeOf(pageType) ?? undefined;
  const isFixedPrice = lotType === "stock";
  const draft = useBidDraft(`${pageType ?? ""} ${lotId}`);
  const shownBid = ownBidOf(lot);
  const ownBid = shownBid && newerBid(shownBid, refused);
  const changed = ownBid?.bidId === draft.changed?.bidId ? draft.changed : null;
  const hasConflict =
    changed !== null && ownBid !== null && !hasSameValues(ownBid, changed);
  const mayChange =
    reason === "exists" &&
    !isFixedPrice &&
    isOpenToClients &&
    hasFlag(session.viewer, "biddingAllowed");
  const standing = useClientStanding(draft.values[clientField], lotId);
  // If the values are the same, the reader sees the new version too.
  const target = targetOf({
    role: session.role,
    changed: changed && (hasConflict ? changed : ownBid),
    standing,
    isFixedPrice,
  });
  const canBid = reason === null || (mayChange && target.kind === "change");
  const form = useBidForm({
    lot,
    isFixedPrice,
    isEnabled: canBid,
    target,
    draft,
  });
  const { question, before } = useUnsavedGuard(canBid && form.isDirty);
  const endChange = () => {
    form.reset();
    setOpen(false);
  };
  const submission = useBidSubmission({
    lot,
    lotType,
    form,
    target,
    hasConflict,
    onConflict: setRefused,
    onClosed: endChange,
  });
  const { step } = submission;
  const panelTitle = t(canBid ? targetTexts[target.kind].title : "bid.title");
  const isFormShown = isOpen || !isPhone;
  // A dialog left open would come back by itself when bidding is possible again.
  if (isOpen && !canBid) setOpen(false);

  const factsOf = ({ hasBar }: { hasBar: boolean }) => (
    <BidFacts
      lot={lot}
      isFixedPrice={isFixedPrice}
      isPriceBeside={hasBar}
      comparedLotId={comparedLotId}
      reason={canBid ? null : reason}
      bidButtons={
        ownBid &&
        target.kind !== "client" &&
        !(changed && isFormShown) && (
          <div className={styles.buttons}>
            {mayChange && (
              <Button
                onClick={() => {
                  if (!changed) draft.startChange(ownBid);
                  setOpen(isPhone);
                }}
              >
                {t("bid.mine.change")}
              </Button>
            )}
            <Button
              kind="ghost"
              onClick={() => {
                setCancelled(ownBid);
              }}
            >
              {t("bid.mine.cancel")}
            </Button>
          </div>
        )
      }
    />
  );
  const fields = canBid && (
    <BidFields
      form={form}
      lot={lot}
      resource={resource}
      isFixedPrice={isFixedPrice}
      comparedLotId={comparedLotId}
      target={submission.target}
      error={step.name === "editing" ? step.error : undefined}
      hasChanged={step.name === "editing" && step.hasChanged === true}
      isChecking={step.name === "checkingBalance"}
      onSubmit={submission.begin}
      onDiscard={
        target.kind === "change"
          ? () => {
              submission.close();
              endChange();
            }
          : undefined
      }
      conflict={
        hasConflict && (
          <ChangedMeanwhile
            form={form}
            before={changed}
            now={ownBid}
            onKeep={() => {
              draft.startChange(ownBid);
            }}
            onTake={() => {
              form.reset();
              draft.restartChange(ownBid);
            }}
          />
        )
      }
    />
  );
  return (
    <>
      <section className={styles.panel} aria-label={panelTitle}>
        <VisuallyHidden>
          <h2>{panelTitle}</h2>
        </VisuallyHidden>
        {factsOf({ hasBar: canBid && isPhone })}
        <div className={isInDialog ? undefined : styles.wide}>{fields}</div>
        {lot.bidInfo.myBid !== null && (
          <LotChat
            key={lot.bidInfo.myBid}
            bidId={lot.bidInfo.myBid}
            title={title}
            isOrder={isFixedPrice}
          />
        )}
      </section>
      {canBid && !isInDialog && (
        <BidBar
          price={bidInfo.startPrice}
          label={t(target.kind === "change" ? "bid.mine.change" : "bid.place")}
          onOpen={() => {
            setOpen(true);
          }}
        />
      )}
      {isOpen && (
        <Dialog
          title={title}
          size="full"
          onClose={() => {
            if (target.kind === "change") before(endChange);
            else setOpen(false);
          }}
        >
          <div className={styles.full}>
            {factsOf({ hasBar: false })}
            {fields}
          </div>
        </Dialog>
      )}
      <BidDialogs lot={lot} title={title} submission={submission} />
      {cancelled && (
        <CancelBid
          bid={cancelled}
          latest={ownBid}
          lot={lot}
          canBidAgain={canBidAgain}
          onClose={() => {
            setCancelled(null);
          }}
        />
      )}
      {question && (
        <UnsavedQuestion
          question={{
            ...question,
            leave: () => {
              form.reset();
              question.leave();
            },
          }}
          texts={{
            title: t("bid.unsaved.title"),
            text: t("bid.unsaved.text"),
            leave: t("bid.unsaved.leave"),
          }}
        />
      )}
    </>
  );
}

/** Returns the purpose of the form: managers bid for their clients. */
function targetOf({
  role,
  changed,
  standing,
  isFixedPrice,
}: {
  role: Role;
  isFixedPrice: boolean;
  changed: OwnBid | null;
  standing: ClientStanding | null;
}): BidTarget {
  if (isStaff(role)) return { kind: "client", standing };
  if (isFixedPrice) return { kind: "order" };
  return changed ? { kind: "change", bid: changed } : { kind: "own" };
}

type BidBarProps = {
  /** The start price or the fixed price, in yen. */
  price: number | null;
  label: string;
  onOpen: () => void;
};

/** The bar at the bottom of a phone: price and bid button. */
function BidBar({ price, label, onOpen }: BidBarProps) {
  const t = useT();
  return (
    <div className={styles.bar} data-action-bar>
      <p className={styles.price}>
        <span className={styles.label}>{t("bid.price.start")}</span>
        <b>{price === null ? t("bid.price.unknown") : formatYen(price)}</b>
      </p>
      <Button kind="primary" className={styles.button} onClick={onOpen}>
        {label}
      </Button>
    </div>
  );
}
