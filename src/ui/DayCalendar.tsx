import { AdapterDayjs } from "@mui/x-date-pickers/AdapterDayjs";
import { DateCalendar } from "@mui/x-date-pickers/DateCalendar";
import { LocalizationProvider } from "@mui/x-date-pickers/LocalizationProvider";
import { ruRU } from "@mui/x-date-pickers/locales";
import dayjs from "dayjs";
import utc from "dayjs/plugin/utc";
import "dayjs/locale/en-gb";
import "dayjs/locale/ru";
import type { RefObject } from "react";
import { japanDay } from "../../domain/japanTime";
import { currentLanguage } from "../providers/i18n/language";
import { serverNow } from "../providers/serverClock";
import { Popup } from "./Popup";
import { useIsPhone } from "./useMedia";
import styles from "./DayCalendar.module.css";

// Days have no time zone. UTC keeps the reader's zone from shifting them.
dayjs.extend(utc);

const format = "YYYY-MM-DD";

const { localeText: russianTexts } =
  ruRU.components.MuiLocalizationProvider.defaultProps;

type DayCalendarProps = {
  label: string;
  /** Days are written YYYY-MM-DD. */
  day: string | null;
  min: string | null;
  max: string | null;
  anchor: RefObject<HTMLElement | null>;
  onPick: (day: string) => void;
  onClose: () => void;
};

/**
 * A calendar from Monday to Sunday: a popover on a desk, a dialog on a phone.
 * Today is the day in Japan. Import it lazily: it brings MUI.
 */
export default function DayCalendar(props: DayCalendarProps) {
  const { label, anchor, onClose } = props;
  return (
    <Popup
      label={label}
      anchor={() => anchor.current}
      isPhone={useIsPhone()}
      className={styles.paper}
      onClose={onClose}
    >
      <Days {...props} />
    </Popup>
  );
}

function Days({ day, min, max, onPick }: DayCalendarProps) {
  const isRussian = currentLanguage() === "ru";
  const today = japanDay(serverNow());
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={isRussian ? "ru" : "en-gb"}
      localeText={isRussian ? russianTexts : undefined}
    >
      <DateCalendar
        className={styles.calendar}
        timezone="UTC"
        autoFocus
        reduceAnimations
        dayOfWeekFormatter={(weekday) => weekday.format("dd")}
        value={day === null ? null : dayjs.utc(day)}
        referenceDate={dayjs.utc(day ?? max ?? today)}
        minDate={min === null ? undefined : dayjs.utc(min)}
        maxDate={max === null ? undefined : dayjs.utc(max)}
        slotProps={{
          day: (state) => ({ today: state.day.format(format) === today }),
        }}
        onChange={(picked, state) => {
          if (picked && state === "finish") onPick(picked.format(format));
        }}
      />
    </LocalizationProvider>
  );
}
