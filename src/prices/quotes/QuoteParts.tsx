import { useQuery } from "@tanstack/react-query";
import { useLocaleState } from "ra-core";
import { useState } from "react";
import { japanDay } from "../../../domain/japanTime";
import type { QuoteRule, QuoteWarning } from "../../../domain/quote";
import type { QuotePageReply } from "../../../generated/schemas";
import { fetchFile } from "../../providers/fetchFile";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { Box } from "../../ui/Box";
import { Button } from "../../ui/Button";
import { preloadableDialog } from "../../ui/DialogFailure";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { LinkButton } from "../../ui/LinkButton";
import { Notice } from "../../ui/Notice";
import { QueryFailure } from "../../ui/QueryFailure";
import { Skeleton } from "../../ui/Skeleton";
import { detailPath } from "../../workspace/detailPath";
import { formatDay } from "../../workspace/formatMoment";
import type { RowPageProps } from "../../workspace/registry/areaModule";
import { QuoteHistory } from "./QuoteHistory";
import { QuoteLines } from "./QuoteLines";
import { QuoteLink } from "./QuoteLink";
import { QuoteRules } from "./QuoteRules";
import { useQuoteNotes, useYen } from "./quoteTexts";
import styles from "./Quote.module.css";

const [PriceAgainDialog] = preloadableDialog(
  () => import("./PriceAgainDialog"),
);

/** Pixels of the parts while they load. */
const height = 480;

/** A quote beside the price of today: its lines, rules, warnings, link and history. */
export default function QuoteParts({ resource, id }: RowPageProps) {
  const query = useQuery({
    queryKey: ["detail", resource.name, id],
    queryFn: ({ signal }) =>
      request<QuotePageReply>(`/prices/quotes/${id}`, { signal }),
  });
  const { data } = query;
  return (
    <>
      <QueryFailure {...query} />
      {data ? (
        <Parts list={resource.name} id={id} quote={data} />
      ) : (
        !query.error && <Skeleton height={height} />
      )}
    </>
  );
}

type PartsProps = { list: string; id: string; quote: QuotePageReply };

function Parts({ list, id, quote }: PartsProps) {
  const t = useT();
  const [locale] = useLocaleState();
  const { rules, year, pricedAt } = quote;
  const pricedDay = japanDay(new Date(pricedAt));
  return (
    <>
      <Box title={t("fields.quote.state")}>
        <div className={styles.box}>
          <Present quote={quote} />
          <Buttons list={list} id={id} quote={quote} />
        </div>
      </Box>
      <Box
        title={t("prices.quotes.price", { day: formatDay(pricedDay, locale) })}
      >
        <div className={styles.box}>
          <QuoteLines quote={quote} />
        </div>
      </Box>
      <Box title={t("prices.quotes.rules")}>
        <div className={styles.box}>
          <QuoteRules
            rules={rules as QuoteRule[]}
            year={year}
            day={pricedDay}
          />
        </div>
      </Box>
      <QuoteLink list={list} id={id} endsAt={quote.linkEndsAt} />
      {quote.revisions.length > 0 && (
        <Box title={t("prices.quotes.history")}>
          <div className={styles.box}>
            <QuoteHistory revisions={quote.revisions} />
          </div>
        </Box>
      )}
    </>
  );
}

/** The price of today beside the saved one, and the warnings. */
function Present({ quote }: { quote: QuotePageReply }) {
  const t = useT();
  const yen = useYen();
  const notes = useQuoteNotes();
  const [locale] = useLocaleState();
  const { state, total, presentTotal, moved } = quote;
  const warnings = quote.warnings as QuoteWarning[];
  const day = formatDay(japanDay(new Date(quote.pricedAt)), locale);
  const isMoved = state === "priceChanged";
  return (
    <>
      {state === "unknown" ? null : isMoved || state === "rulesChanged" ? (
        <Notice tone="error" role="status">
          {t(`prices.quotes.${isMoved ? "changed" : "rulesChanged"}`, { day })}
        </Notice>
      ) : (
        <Notice tone={state === "valid" ? "success" : "info"} role="status">
          {t(`prices.quotes.${state === "valid" ? "valid" : "ends"}`)}
        </Notice>
      )}
      {isMoved && (
        <dl className={styles.totals}>
          <div>
            <dt>{t("prices.quotes.savedPrice")}</dt>
            <dd>{yen(total)}</dd>
          </div>
          <div>
            <dt>{t("prices.quotes.today")}</dt>
            <dd>{yen(presentTotal)}</dd>
          </div>
          {total !== null && presentTotal !== null && (
            <div>
              <dt>{t("prices.quotes.difference")}</dt>
              <dd>
                {presentTotal > total && "+"}
                {yen(presentTotal - total)}
              </dd>
            </div>
          )}
        </dl>
      )}
      {moved.length + warnings.length > 0 && (
        <ul
          className={styles.list}
          aria-label={t("prices.quotes.warningsTitle")}
        >
          {moved.map((line) => (
            <li key={`${line.step} ${line.each ?? ""}`}>{notes.moved(line)}</li>
          ))}
          {warnings.map((warning) => (
            <li key={notes.warning(warning)} className={styles.concern}>
              {notes.warning(warning)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Prices again, downloads the PDF and opens the car. */
function Buttons({ list, id, quote }: PartsProps) {
  const t = useT();
  const { resources } = useWorkspace();
  const [isPricing, setPricing] = useState(false);
  const [error, setError] = useState<unknown>();
  const { lot } = quote;
  const cars = resources.find(({ name }) => name === lot?.list);
  const path =
    lot && cars
      ? detailPath({ resource: cars, resources, row: { [cars.key]: lot.id } })
      : null;
  const download = async () => {
    setError(undefined);
    try {
      await fetchFile(`/prices/quotes/${id}/pdf`);
    } catch (reason) {
      setError(reason);
    }
  };
  return (
    <>
      <div className={styles.buttons}>
        <Button
          kind="primary"
          onClick={() => {
            setPricing(true);
          }}
        >
          {t("prices.quotes.again")}
        </Button>
        <Button onClick={() => void download()}>
          {t("prices.quotes.pdf")}
        </Button>
        {path !== null && (
          <LinkButton kind="standard" to={path}>
            {t("prices.quotes.lot")}
          </LinkButton>
        )}
      </div>
      {lot === null && (
        <p className={styles.note}>{t("prices.quotes.lotGone")}</p>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
      {isPricing && (
        <PriceAgainDialog
          list={list}
          id={id}
          quote={quote}
          onClose={() => {
            setPricing(false);
          }}
        />
      )}
    </>
  );
}
