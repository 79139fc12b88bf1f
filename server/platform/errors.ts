import type { LastChange } from "../../domain/lastChange";
import type { Language } from "../../domain/limits";
import type { Problem } from "./problem";

/**
 * Every error code of the API with its HTTP status. The locale key of its text
 * is `errors.<code>`. Clients get nothing else about an error.
 */
const errorTable = {
  invalid_request: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  session_expired: 401,
  sign_in_expired: 401,
  forbidden: 403,
  cross_site: 403,
  invalid_user: 403,
  email_unverified: 403,
  link_expired: 403,
  step_up_required: 403,
  factor_required: 403,
  sso_required: 403,
  sso_no_role: 403,
  not_found: 404,
  lot_moved: 404,
  stale_row: 409,
  condition_unmet: 409,
  row_exists: 409,
  import_changed: 409,
  import_overwritten: 409,
  import_undone: 409,
  import_expired: 409,
  key_reused: 409,
  bid_exists: 409,
  client_bid_exists: 409,
  lot_won: 409,
  purchase_advanced: 409,
  payment_booked: 409,
  already_reversed: 409,
  not_reversible: 409,
  too_large: 413,
  amount_required: 422,
  lower_price: 422,
  incorrect_bid: 422,
  not_the_price: 422,
  amount_too_high: 422,
  invalid_choice: 422,
  required_field: 422,
  invalid_fields: 422,
  confirmation_required: 422,
  value_taken: 422,
  email_taken: 422,
  message_too_long: 422,
  not_manager: 422,
  not_dealer: 422,
  own_role: 422,
  flag_twice: 422,
  passwords_differ: 422,
  wrong_code: 422,
  weak_password: 422,
  wrong_password: 422,
  human_check_failed: 422,
  wrong_factor: 422,
  passkey_refused: 422,
  passkey_limit: 422,
  last_factor: 422,
  no_factor: 422,
  sso_refused: 422,
  restricted_user: 422,
  client_restricted: 422,
  auction_finished: 422,
  bidding_closed: 422,
  bid_limit: 422,
  uss_limit: 422,
  insufficient_credit: 422,
  group_full: 422,
  month_open: 422,
  bid_not_editable: 422,
  cant_cancel: 422,
  cant_edit: 422,
  saved_limit: 422,
  row_limit: 422,
  record_missing: 422,
  value_copied: 422,
  copy_refused: 422,
  record_referred: 409,
  import_refused: 422,
  favorite_limit: 422,
  uss_favorite: 422,
  file_type: 422,
  image_type: 422,
  pdf_type: 422,
  file_limit: 422,
  file_gone: 422,
  files_waiting: 422,
  no_translator: 422,
  extra_images_limit: 422,
  declaration_problems: 422,
  nothing_changed: 422,
  version_required: 428,
  key_required: 428,
  too_many_requests: 429,
  internal: 500,
  translator_failed: 502,
  extra_images_failed: 502,
  sso_unavailable: 502,
  unavailable: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof errorTable;

/** A text in the reader's language, by locale key. */
export type Text = { key: string; values?: Record<string, string | number> };

type FailureDetails = {
  /** Texts by field, which forms show beside the field. */
  errors?: Readonly<Record<string, readonly Text[]>>;
  /** Returns the sentence that takes the place of the code's text; null for that text. */
  reason?: (language: Language) => string | null;
  /** The section of the locales whose texts are preferred. */
  section?: string;
  /** Seconds after which the client may try again. */
  retryAfter?: number;
  /** The row as it is now, if the request was based on an older version. */
  current?: Readonly<Record<string, unknown>>;
  /** The author of the last change of that row. */
  changed?: LastChange;
  /** Errors in a declaration, by file and JSON pointer. */
  problems?: readonly Problem[];
};

/** An error to send to the client. Throw it; `answerErrors` sends it. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: FailureDetails;

  constructor(code: ErrorCode, details: FailureDetails = {}) {
    super(code);
    this.name = "Failure";
    this.code = code;
    this.status = errorTable[code];
    this.details = details;
  }
}

/**
 * Returns the error to throw for a code of the table.
 *
 * @example
 * throw failure("too_many_requests", { retryAfter: 60 });
 */
export const failure = (code: ErrorCode, details?: FailureDetails): Failure =>
  new Failure(code, details);

/** Returns an error that shows the code's own text beside one field. */
export const fieldFailure = (field: string, code: ErrorCode): Failure =>
  new Failure(code, { errors: { [field]: [{ key: `errors.${code}` }] } });

/** Runs `work`, and gives the errors that it throws the texts of a section of the locales. */
export async function withTextsOf<Result>(
  section: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure) || section === undefined) throw error;
    throw failure(error.code, { ...error.details, section });
  }
}

export const errorCodes = Object.keys(errorTable) as readonly ErrorCode[];
