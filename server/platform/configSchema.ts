import { defaultDeposit } from "../../domain/limits";
import type { FromSchema, JSONSchema } from "json-schema-to-ts";
import { signInSettings } from "./signInSettings";

const days = { type: "integer", minimum: 1, maximum: 36_500 } as const;

/**
 * Every setting of the server. A setting `dataDirectory` is read from the
 * variable `DATA_DIRECTORY`; docs/operating.md lists them all.
 */
export const configSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    host: {
      type: "string",
      pattern: "^[A-Za-z0-9.:_-]{1,253}$",
      default: "127.0.0.1",
      description:
        "Address to listen on. By default only this machine is served; in a container use 0.0.0.0.",
    },
    port: {
      type: "integer",
      minimum: 0,
      maximum: 65535,
      default: 3000,
      description: "Port to listen on; 0 takes a free one.",
    },
    dataDirectory: {
      type: "string",
      minLength: 1,
      maxLength: 4000,
      default: ".data",
      description:
        "Folder of the embedded database and rejects; :memory: keeps nothing.",
    },
    databaseUrl: {
      type: "string",
      pattern: "^$|^postgres(ql)?://",
      format: "addresses",
      default: "",
      description:
        "PostgreSQL 15 or later, postgresql://user:password@host/name. Without it the embedded database is used.",
    },
    databaseConnections: {
      type: "integer",
      minimum: 1,
      maximum: 1000,
      default: 12,
      description:
        "Connections to PostgreSQL for requests that read; as many more to REPLICA_URL.",
    },
    databaseWriteConnections: {
      type: "integer",
      minimum: 1,
      maximum: 1000,
      default: 6,
      description:
        "Connections to PostgreSQL for requests that change something.",
    },
    databaseJobConnections: {
      type: "integer",
      minimum: 3,
      maximum: 1000,
      default: 4,
      description:
        "Connections to PostgreSQL for jobs, imports, exports and the index in memory.",
    },
    replicaUrl: {
      type: "string",
      pattern: "^$|^postgres(ql)?://",
      format: "addresses",
      default: "",
      description:
        "Streaming replica of DATABASE_URL. The rows of a page are read there while it is up to date.",
    },
    publicUrl: {
      type: "string",
      pattern: "^$|^https?://[^/\\s]+/?$",
      format: "addresses",
      default: "",
      description:
        "Address of the portal, such as https://bids.example.com. Writes from other origins are rejected. If empty, the host that a request names counts as own.",
    },
    allowedOrigins: {
      type: "string",
      maxLength: 4000,
      pattern: "^$|^https?://[^/\\s,*]+/?(\\s*,\\s*https?://[^/\\s,*]+/?)*$",
      format: "addresses",
      default: "",
      description:
        "Other origins whose pages may call the API with cookies, comma separated, such as https://bids.example.com.",
    },
    trustProxy: {
      type: "string",
      maxLength: 500,
      format: "proxies",
      default: "",
      description:
        "Addresses of proxies, comma separated, whose X-Forwarded-For and X-Forwarded-Proto headers are trusted.",
    },
    cookieSecure: {
      type: "string",
      enum: ["auto", "on", "off"],
      default: "auto",
      description:
        "Whether cookies are Secure; auto does so when PUBLIC_URL or the request is https.",
    },
    logLevel: {
      type: "string",
      enum: ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
      default: "info",
      description: "Lowest severity that is logged.",
    },
    nodeEnv: {
      type: "string",
      enum: ["development", "production", "test"],
      default: "development",
      description: "production turns DEMO=auto off.",
    },
    demo: {
      type: "string",
      enum: ["auto", "on", "off"],
      default: "auto",
      description:
        "Demo accounts and lots. The password of these accounts is public. auto creates them only in an embedded database without other lots, and never in production or with PUBLIC_URL.",
    },
    demoScale: {
      type: "number",
      exclusiveMinimum: 0,
      maximum: 1,
      default: 1,
      description:
        "Share of the demo lots; 1 is 23,000 to 42,000 cars, by the day of the week.",
    },
    maxConcurrency: {
      type: "integer",
      minimum: 1,
      maximum: 100000,
      default: 128,
      description:
        "Requests worked on at once; further ones get 503 with Retry-After.",
    },
    requestsPerUser: {
      type: "integer",
      minimum: 1,
      maximum: 100000,
      default: 4,
      description:
        "Requests of one user worked on at once, half as many of them writes; further ones wait. Requests without a session count for their address.",
    },
    requestSeconds: {
      type: "integer",
      minimum: 1,
      maximum: 600,
      default: 5,
      description:
        "Seconds in which a request is answered, otherwise with 503; more only for very slow machines.",
    },
    ...signInSettings,
    metricsToken: {
      type: "string",
      pattern: "^$|^[A-Za-z0-9._~+/-]{16,200}=*$",
      default: "",
      description:
        "Token for GET /metrics, at least 16 characters, sent as Authorization: Bearer. Without it the address does not exist.",
    },
    indexMemory: {
      type: "integer",
      minimum: 0,
      maximum: 1000000,
      default: 1024,
      description:
        "Megabytes for the index of lots in memory; about 85 for a million lots and up to 16 more for each area. Lists of areas beyond it are answered by the database. 0 turns the index off.",
    },
    rowCache: {
      type: "integer",
      minimum: 0,
      maximum: 100000,
      default: 256,
      description:
        "Megabytes for rows of lots that are kept as JSON; one takes about 0.7 kilobytes. Lists that fit are read ahead. 0 keeps none.",
    },
    mailUrl: {
      type: "string",
      pattern: "^$|^smtps?://",
      format: "addresses",
      default: "",
      description:
        "Mail server, smtp://user:password@host:587 or smtps://. It needs MAIL_FROM and PUBLIC_URL. Without it mails are not sent, and an administrator can read them.",
    },
    mailFrom: {
      type: "string",
      maxLength: 300,
      pattern:
        "^$|^[^<>\\r\\n]+<[^<>@\\s]+@[^<>@\\s]+>$|^[^<>@\\s]+@[^<>@\\s]+$",
      default: "",
      description: "Sender of mails, such as Seriba <noreply@example.com>.",
    },
    keysDirectory: {
      type: "string",
      maxLength: 4000,
      default: "",
      description:
        "Folder of the key that signs receipts, which all servers of a database share; :memory: keeps none. Without it the key is in DATA_DIRECTORY/keys. Required with DATABASE_URL if NODE_ENV is production.",
    },
    headMails: {
      type: "string",
      enum: ["on", "off"],
      default: "on",
      description:
        "Whether administrators get a mail with the newest head of the seals each day.",
    },
    filesDirectory: {
      type: "string",
      maxLength: 4000,
      default: "",
      description:
        "Folder of uploaded files, which all servers of a database share. Without it they are in DATA_DIRECTORY.",
    },
    filesUrl: {
      type: "string",
      maxLength: 1000,
      pattern: "^$|^https?://[^/\\s?#@]+(/[A-Za-z0-9._~/-]*)?$",
      format: "addresses",
      default: "",
      description:
        "Bucket for uploaded files instead of a folder, on any S3-compatible server, such as https://s3.eu-central-1.amazonaws.com/seriba. It needs FILES_KEY_ID and FILES_SECRET.",
    },
    filesRegion: {
      type: "string",
      pattern: "^[a-z0-9-]{1,60}$",
      default: "us-east-1",
      description: "Region of the bucket.",
    },
    filesKeyId: {
      type: "string",
      maxLength: 200,
      default: "",
      description:
        "Access key of the bucket. It may read, write and delete objects.",
    },
    filesSecret: {
      type: "string",
      maxLength: 200,
      default: "",
      description: "Secret of the access key.",
    },
    translatorUrl: {
      type: "string",
      maxLength: 1000,
      pattern: "^$|^https?://[^/\\s?#@]+(/[^\\s#]*)?$",
      format: "addresses",
      default: "",
      description:
        "Service that translates pictures of sheets: it gets a picture by POST, with language=en or ru in the query, and answers with one. Without it these pictures have no translation.",
    },
    translatorKey: {
      type: "string",
      maxLength: 500,
      default: "",
      description: "Key of the translator, sent as Authorization: Bearer.",
    },
    restrictionLiftedFrom: {
      type: "integer",
      minimum: 1,
      maximum: 1_000_000_000,
      default: defaultDeposit,
      description:
        "Yen of one remittance from which it ends the restriction of its client.",
    },
    keepMailsDays: {
      ...days,
      // A mail waits for a week before it is given up.
      minimum: 8,
      default: 90,
      description: "Days for which mails stay in the outbox, at least 8.",
    },
    keepHistoryDays: {
      ...days,
      default: 730,
      description:
        "Days for which the changes of rows of declared lists stay in their history.",
    },
    keepSecurityDays: {
      ...days,
      default: 365,
      description: "Days for which events stay in the security log.",
    },
    keepRejectsDays: {
      ...days,
      default: 30,
      description:
        "Days for which rejected rows of feeds stay in DATA_DIRECTORY/rejects.",
    },
    currencyRates: {
      type: "string",
      maxLength: 1000,
      pattern:
        "^$|^[A-Z]{3}=(?=[0.]*[1-9])\\d{1,9}(\\.\\d{1,9})?(\\s*,\\s*[A-Z]{3}=(?=[0.]*[1-9])\\d{1,9}(\\.\\d{1,9})?)*$",
      default: "",
      description:
        "Yen for one unit of other currencies, comma separated, such as USD=155.2, EUR=170; for feeds with prices in them.",
    },
  },
} as const satisfies JSONSchema;

/** The settings, checked, with defaults filled in. */
export type Config = FromSchema<typeof configSchema>;
