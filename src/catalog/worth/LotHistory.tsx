import { useQuery } from "@tanstack/react-query";
import { useLocaleState, useTranslate } from "ra-core";
import { useState } from "react";
import { Link } from "react-router";
import { lotHistoryOf } from "../../../domain/lotHistory";
import type { Resource } from "../../../domain/resource";
import type { LotDetail, PassportReply } from "../../../generated/schemas";
import { useWorkspace } from "../../providers/workspace";
import { lotStatusTone } from "../../../domain/lotStatus";
import { formatNumber, formatYen } from "../../../domain/money";
import { isSeriousDrop } from "../../../domain/passport";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { ConditionBadge, StatusPill } from "../../ui/Badge";
import { Box } from "../../ui/Box";
import { Button } from "../../ui/Button";
import { Notice } from "../../ui/Notice";
import { Skeleton } from "../../ui/Skeleton";
import { RowPhoto } from "../../workspace/cells/PhotoCell";
import { detailPath } from "../../workspace/detailPath";
import { formatDay } from "../../workspace/formatMoment";
import { QueryFailure } from "../../ui/QueryFailure";
import { Worth } from "./Worth";
import styles from "./Passport.module.css";

type LotHistoryProps = { resource: Resource; lot: LotDetail };

/** The comparable sales of a coming lot, and its earlier auctions. */
export default function LotHistory({ resource, lot }: LotHistoryProps) {
  const { hasWorth } = lotHistoryOf(resource, useWorkspace());
  return (
    <>
      {hasWorth && <Worth resource={resource} lot={lot} />}
      <Passport resource={resource} lotId={lot.carCommonDetail.id} />
    </>
  );
}

/** The earlier auctions that are shown at first. */
const firstShown = 12;

type PassportProps = { resource: Resource; lotId: string };

/** The earlier auctions of a lot, and where its mileage went down. */
export function Passport({ resource, lotId }: PassportProps) {
  const t = useT();
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const { pageType: lotType = "" } = resource;
  const query = useQuery({
    queryKey: ["passport", lotType, lotId],
    queryFn: ({ signal }) =>
      request<PassportReply>("/lot/passport", {
        query: { id: lotId, lotType },
        signal,
      }),
  });
  const { data, error } = query;
  const [isWhole, setWhole] = useState(false);
  const sightings = data?.sightings ?? [];
  return (
    <Box title={translate(`lot.passport.${resource.row}.title`)}>
      <div className={styles.passport}>
        {!data && !error && <Skeleton height={44} />}
        {!data && <QueryFailure {...query} />}
        {data?.drops.map(({ from, fromDay, to, toDay }) => (
          <Notice
            key={fromDay}
            tone={isSeriousDrop({ from, to }) ? "error" : "info"}
          >
            {t("lot.passport.drop", {
              from: t("lot.km", { number: formatNumber(from) }),
              fromDay: formatDay(fromDay, locale),
              to: t("lot.km", { number: formatNumber(to) }),
              toDay: formatDay(toDay, locale),
            })}
          </Notice>
        ))}
        {data && <EarlierResults resource={resource} results={data.results} />}
        {data?.sightings.length === 0 && (
          <p className={styles.note}>
            {translate(`lot.passport.${resource.row}.none`)}
          </p>
        )}
        <ul className={styles.sightings}>
          {sightings
            .slice(0, isWhole ? undefined : firstShown)
            .map((sighting) => (
              <li key={sighting.id} className={styles.sighting}>
                <SeenLot resource={resource} sighting={sighting} />
              </li>
            ))}
        </ul>
        {!isWhole && sightings.length > firstShown && (
          <Button
            onClick={() => {
              setWhole(true);
            }}
          >
            {t("lot.passport.all", { total: sightings.length })}
          </Button>
        )}
      </div>
    </Box>
  );
}

/** The results of the lot itself that were replaced or withdrawn; nothing without any. */
function EarlierResults({
  resource,
  results,
}: Pick<PassportReply, "results"> & { resource: Resource }) {
  const t = useT();
  const translate = useTranslate();
  const [locale] = useLocaleState();
  if (results.length === 0) return null;
  return (
    <div>
      <p className={styles.name}>{t("lot.passport.results")}</p>
      <ul>
        {results.map(({ day, offering, status, soldPrice, replacedAt }) => (
          <li key={replacedAt} className={styles.facts}>
            <span>
              {[
                day && formatDay(day, locale),
                offering > 1 &&
                  t("lot.passport.offering", { number: offering }),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
            {status !== undefined && (
              <StatusPill tone={lotStatusTone(status)}>
                {translate(`choices.${resource.row}.status.${status}`)}
              </StatusPill>
            )}
            {soldPrice != null && (
              <span>
                {t("lot.passport.sold", { price: formatYen(soldPrice) })}
              </span>
            )}
            <span className={styles.note}>
              {t("lot.passport.replaced", {
                day: formatDay(replacedAt.slice(0, 10), locale),
              })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const shownPhotos = 3;

/** One earlier auction with its first photos. */
function SeenLot({
  resource,
  sighting,
}: {
  resource: Resource;
  sighting: PassportReply["sightings"][number];
}) {
  const t = useT();
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const { resources } = useWorkspace();
  const { auctionDate, auctionName, lotNo, condition, mileage } = sighting;
  const { soldPrice, startPrice, status, images = [] } = sighting;
  const path = detailPath({
    resource: { ...resource, detailRoute: "/@lotType/:id" },
    resources,
    row: sighting,
  });
  const name = [
    auctionDate && formatDay(auctionDate.slice(0, 10), locale),
    auctionName,
    lotNo && t("lot.number", { number: lotNo }),
  ]
    .filter(Boolean)
    .join(" · ");
  const price =
    soldPrice == null
      ? startPrice != null &&
        t("lot.passport.start", { price: formatYen(startPrice) })
      : t("lot.passport.sold", { price: formatYen(soldPrice) });
  return (
    <>
      <div className={styles.photos}>
        {images.slice(0, shownPhotos).map((image) => (
          <RowPhoto key={image} photos={[image]} width={88} />
        ))}
      </div>
      <div>
        <p className={styles.name}>
          {path === null ? name : <Link to={path}>{name}</Link>}
        </p>
        <p className={styles.facts}>
          {condition && <ConditionBadge grade={condition} />}
          {mileage != null && (
            <span>{t("lot.km", { number: formatNumber(mileage) })}</span>
          )}
          {price && <span>{price}</span>}
          {status !== undefined && (
            <StatusPill tone={lotStatusTone(status)}>
              {translate(`choices.${resource.row}.status.${status}`)}
            </StatusPill>
          )}
        </p>
        <p className={styles.note}>
          {translate(`lot.passport.${resource.row}.${sighting.likeness}`)}
        </p>
      </div>
    </>
  );
}
