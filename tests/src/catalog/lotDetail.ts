import type { LotDetail } from "../../../generated/schemas";

type Parts = { [Part in keyof LotDetail]?: Partial<LotDetail[Part]> };

/** Returns an upcoming lot that takes bids, with `parts` replaced. */
export function lotDetail(parts: Parts = {}): LotDetail {
  return {
    carCommonDetail: {
      isUss: true,
      allowDownloadPhotos: true,
      id: "41",
      lotNumber: "72411",
      info: "One owner",
      auctionSheet: null,
      comment: null,
      commentEditable: false,
      ...parts.carCommonDetail,
    },
    lotInfo: {
      lotNumber: "72411",
      auctionName: "USS Tokyo",
      auctionDate: "2099-11-20T11:02:00+09:00",
      condition: "5",
      status: 4532,
      ...parts.lotInfo,
    },
    carInfo: {
      maker: "TOYOTA",
      model: "LAND CRUISER",
      year: 2019,
      chassisId: "ZVW51",
      serial: "8031456",
      mileage: 21_700,
      ...parts.carInfo,
    },
    carSpecification: {
      engineCC: 1800,
      grade: "A PREMIUM",
      color: "BLACK",
      transmission: "FAT",
      drive: "4WD",
      horsePower: 98,
      equipment: "AAC PS",
      fuel: "hybrid",
      ...parts.carSpecification,
    },
    lotImages: {
      images: ["/1.jpg", "/2.jpg", "/3.jpg"],
      thumbnails: ["/1s.jpg", "/2s.jpg", "/3s.jpg"],
      ...parts.lotImages,
    },
    bidInfo: {
      bidGroupShow: true,
      exportTypeOptional: false,
      exportTypeShow: true,
      startPrice: 1_180_000,
      averagePrice: 1_340_000,
      soldPrice: null,
      bidLimitReached: false,
      myBid: null,
      jasId: null,
      myBidAmount: null,
      myBidDate: null,
      biddingDeadline: "2099-11-20T10:32:00+09:00",
      acceptBid: true,
      cancellationAllowed: true,
      auctionFinished: false,
      bidStatusId: null,
      bidAdjustmentPrice: null,
      cancelDeadlineHour: 2,
      ...parts.bidInfo,
    },
    wishList: [],
    ussCounter: { ussLimit: 5, ...parts.ussCounter },
  };
}
