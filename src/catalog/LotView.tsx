import styles from "./LotPage.module.css";
import { useTranslate } from "ra-core";
import { useMutation } from "@tanstack/react-query";
import { lotHistoryOf } from "../../domain/lotHistory";
import { lotStatusTone } from "../../domain/lotStatus";
import type { Resource } from "../../domain/resource";
import { lotName } from "../../domain/sharedLot";
import type { ShownLot } from "../../domain/shownLot";
import type { LotDetail } from "../../generated/schemas";
import { PageHeader } from "../layout/PageHeader";
import { useT } from "../providers/i18n/useT";
import { useWorkspace } from "../providers/workspace";
import { StatusPill } from "../ui/Badge";
import { Breadcrumb } from "../ui/Breadcrumb";
import { LazyBlock } from "../ui/LazyBlock";
import { preloadable } from "../ui/preloadable";
import { readableName } from "../ui/readable";
import { Slot } from "../workspace/registry/areas";
import { LotFacts } from "./LotFacts";
import { FavoriteToggle } from "./favorites/FavoriteToggle";
import { ExtraImages } from "./gallery/PhotoButtons";
import { Gallery } from "./gallery/Gallery";
import { NeighbourLinks } from "./neighbours/NeighbourLinks";
import { SheetButton } from "../ui/SheetButton";
import { Button } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { preloadableDialog } from "../ui/DialogFailure";
import { useCompareChoice } from "../workspace/compare/CompareToggle";
import type { ChosenRow } from "../workspace/compare/comparedRows";
import { openFileLink } from "../providers/fetchFile";
import { ErrorNotice } from "../ui/ErrorNotice";
import { Notice } from "../ui/Notice";

const [BikeInspection] = preloadable(() => import("./bike/BikeInspection"));
const [LotSheet] = preloadable(() => import("./sheet/LotSheet"));
const [ProductionMonth] = preloadable(() => import("./ProductionMonth"));
const [ShareDialog] = preloadableDialog(() => import("./share/ShareDialog"));
const [LotHistory] = preloadable(() => import("./worth/LotHistory"));

/** Pixels of an auction sheet, or of the inspection of a bike. */
const sheetHeight = 1000;

/** Pixels of a range with its drawing. */
const historyHeight = 400;

/** Pixels of a line of facts with its heading. */
const productionHeight = 104;

type LotViewProps = { resource: Resource; lot: ShownLot };

/** A loaded lot: photos, facts and what areas add beside them. */
export function LotView({ resource, lot }: LotViewProps) {
  const title = lotName({
    ...lot.carInfo,
    grade: lot.carSpecification.grade,
    lotNo: lot.lotInfo.lotNumber,
  });
  const { pageType = "" } = resource;
  const { id, extraImages } = lot.carCommonDetail;
  const { hasPassport } = lotHistoryOf(resource, useWorkspace());
  return (
    <>
      <PageHeader
        title={title}
        lead={<LotBreadcrumb resource={resource} lot={lot} />}
      />
      <article className={styles.page}>
        <LotHead resource={resource} title={title} lot={lot} />
        <div className={styles.grid}>
          <div className={styles.gallery}>
            <Gallery key={id} title={title} {...lot.lotImages} />
          </div>
          <div className={styles.panel}>
            <Slot name="aside" with={{ resource, detail: lot, title }} />
          </div>
          <div className={styles.facts}>
            <Slot name="aboveFacts" with={{ resource, id, row: lot.carInfo }} />
            {extraImages && (
              <ExtraImages
                key={`extra ${id}`}
                lotId={id}
                title={title}
                known={extraImages}
              />
            )}
            {lot.bike ? (
              <LazyBlock key={id} height={sheetHeight}>
                <BikeInspection {...lot.bike} title={title} />
              </LazyBlock>
            ) : (
              <LazyBlock key={id} height={sheetHeight}>
                <LotSheet
                  lotId={id}
                  picture={lot.carCommonDetail.auctionSheet}
                  height={sheetHeight}
                />
              </LazyBlock>
            )}
            <LotFacts resource={resource} lot={lot} />
            {["auction", "stock"].includes(pageType) && (
              <LazyBlock key={`built ${id}`} height={productionHeight}>
                <ProductionMonth lot={lot} pageType={pageType} />
              </LazyBlock>
            )}
            {hasPassport && (
              <LazyBlock key={`history ${id}`} height={historyHeight}>
                <LotHistory resource={resource} lot={lot} />
              </LazyBlock>
            )}
          </div>
        </div>
      </article>
    </>
  );
}

/** The breadcrumb: list, maker, model and lot number. */
function LotBreadcrumb({
  resource,
  lot,
}: {
  resource: Resource;
  lot: LotDetail;
}) {
  const translate = useTranslate();
  const { maker, model } = lot.carInfo;
  const names = [maker, model]
    .filter((name) => name !== null)
    .map(readableName);
  return (
    <Breadcrumb
      links={[
        {
          to: resource.route,
          text: translate(`resources.${resource.name}.title`),
        },
      ]}
      names={names}
      current={lot.lotInfo.lotNumber}
    />
  );
}

/** The headline of a lot: its name, auction, lot number and status. */
function LotHead({ resource, title, lot }: LotViewProps & { title: string }) {
  const { isOwnServer } = useWorkspace();
  const t = useT();
  const translate = useTranslate();
  const { lotNumber, auctionName, status } = lot.lotInfo;
  const { chassisId, serial } = lot.carInfo;
  const parts = [
    auctionName,
    t("lot.number", { number: lotNumber }),
    [chassisId, serial].filter(Boolean).join("-"),
  ].filter(Boolean);
  const { isUss, allowDownloadPhotos } = lot.carCommonDetail;
  const { id } = lot.carCommonDetail;
  const { route, calls } = resource;
  const shared = calls.share && { call: calls.share, route, id, title };
  const canDownload =
    allowDownloadPhotos && !isUss && lot.lotImages.images.length > 0;
  return (
    <header className={styles.head}>
      <div className={styles.name}>
        <h1 className={styles.title}>{title}</h1>
        {resource.pageType && (
          <FavoriteToggle
            lot={{ id: lot.carCommonDetail.id, type: resource.pageType }}
            wishList={lot.wishList}
            isUss={isUss}
            allowDownloadPhotos={allowDownloadPhotos}
            title={title}
          />
        )}
      </div>
      <p className={styles.sub}>
        {parts.join(" · ")}
        <StatusPill tone={lotStatusTone(status)}>
          {translate(`choices.${resource.row}.status.${status}`)}
        </StatusPill>
      </p>
      {isUss && <p className={styles.note}>{t("lot.uss")}</p>}
      <div className={styles.actions}>
        <NeighbourLinks />
        {resource.compare && isOwnServer && (
          <CompareButton
            lot={{ list: resource.name, id: lot.carCommonDetail.id, title }}
          />
        )}
        {shared && (
          <SheetButton
            dialog={(onClose) => <ShareDialog {...shared} onClose={onClose} />}
          >
            <Icon name="share" size={16} />
            {t("share.button")}
          </SheetButton>
        )}
        {canDownload && (
          <DownloadPhotos
            key={lot.carCommonDetail.id}
            path={`/${lot.bike ? resource.pageType : "car-auction"}/download-images`}
            id={lot.carCommonDetail.id}
          />
        )}
      </div>
    </header>
  );
}

/** The button of a lot's page that adds the lot to the comparison. */
function CompareButton({ lot }: { lot: ChosenRow }) {
  const t = useT();
  const [isChosen, toggle] = useCompareChoice(lot);
  return (
    <Button aria-pressed={isChosen} onClick={toggle}>
      <Icon name={isChosen ? "check" : "compare"} size={16} />
      {t(isChosen ? "compare.added_lot" : "compare.add_lot")}
    </Button>
  );
}

/** A button that downloads all photos of a lot by a link that the server makes. */
export function DownloadPhotos({
  path,
  id,
}: {
  /** The call that makes the link. */
  path: string;
  id: string;
}) {
  const t = useT();
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => openFileLink(path, { id }),
  });
  return (
    <>
      <Button isPending={isPending} onClick={() => mutate()}>
        {!isPending && <Icon name="download" size={16} />}
        {t("lot.photos.download")}
      </Button>
      {data === false && (
        <Notice tone="error" role="alert">
          {t("actions.noLink")}
        </Notice>
      )}
      {error && <ErrorNotice error={error} />}
    </>
  );
}
