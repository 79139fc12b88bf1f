import type { ColumnType, GeneratedAlways } from "kysely";

/** Ids are bigint in the database and strings in the program. */
export type Id = string;
export type GeneratedId = GeneratedAlways<Id>;
/** Read as a Date, written as a Date. */
export type Timestamp = ColumnType<Date, Date, Date>;
/** May be left out when a row is added, which stores null. */
export type Nullable<Value> = ColumnType<
  Value | null,
  Value | null | undefined,
  Value | null
>;
export type NullableTimestamp = Nullable<Date>;
/** A calendar day in Japan, `YYYY-MM-DD`. */
export type Day = string;
/** Read parsed, written as JSON text. */
export type Json<Value> = ColumnType<Value, string, string>;

/** How far a job is with a call of a service outside for a row. */
export type CallState = "waiting" | "done" | "failed";
