import type { Viewer } from "../../../domain/access";
import {
  type Catalog,
  lotReaders,
  visibleLot,
  type VisibleLot,
} from "../../catalog";
import type { ComputedAccess } from "../../platform/http/route";
import { purchaseReaders, visiblePurchase } from "../../purchases";
import type { Context } from "../../workspace/context";
import type { PhotoPorts } from "./archive";

export type PhotoContext = Pick<
  Context,
  "database" | "clock" | "schemas" | "workspace" | "recordKinds"
> & { ports: PhotoPorts & { catalog: Catalog } };

/** The photos that may be downloaded, and the number of the lot that they show. */
export type DownloadablePhotos = {
  lotNo: unknown;
  addresses: readonly string[];
};

type PhotoSource = {
  /** The path of the calls, without `/download-images`. */
  path: string;
  /** The row schema, which links name. It may stand for several paths. */
  row: string;
  readers: ComputedAccess;
  summary: string;
  /** Throws not_found for a row that the viewer may not read. */
  find: (viewer: Viewer, id: string) => Promise<DownloadablePhotos>;
};

/** The row schemas of the lots of each path. */
const rowOfPath = {
  "/car-auction": "lot",
  "/bikes": "bike",
  "/bike-stats": "bike",
} as const;

/**
 * Returns the rows whose photos can be downloaded. Photos of USS lots must not be
 * downloaded, also by the client who has won the car.
 */
export const photoSources = (context: PhotoContext): PhotoSource[] => [
  ...Object.entries(rowOfPath).map(([path, row]): PhotoSource => ({
    path,
    row,
    readers: lotReaders(context.ports.catalog.context, [row]),
    summary: "A link to an archive with all photos of a lot",
    find: async (viewer, id) => {
      const { catalog } = context.ports;
      const lot = await visibleLot(catalog, { viewer, id, rows: [row] });
      return { lotNo: lot.row.lotNo, addresses: photosOf(lot) };
    },
  })),
  {
    path: "/purchased-cars",
    row: "purchase",
    readers: purchaseReaders(context),
    summary: "A link to an archive with all photos of a purchased car",
    find: async (viewer, id) => {
      const { lotNo, images, isUss } = await visiblePurchase(
        context,
        viewer,
        id,
      );
      return { lotNo, addresses: isUss === false ? addressesIn(images) : [] };
    },
  },
];

const photosOf = ({ stored, row }: VisibleLot): string[] =>
  stored.isUss === true ? [] : addressesIn(row.images);

const addressesIn = (images: unknown): string[] =>
  Array.isArray(images)
    ? images.filter((address) => typeof address === "string")
    : [];
