import { AuctionCell } from "../cells/AuctionCell";
import { BidAmountCell } from "../cells/BidAmountCell";
import { BidGroupCell } from "../cells/BidGroupCell";
import { BidStatusCell } from "../cells/BidStatusCell";
import { BidTypeCell } from "../cells/BidTypeCell";
import { ConditionCell } from "../cells/ConditionCell";
import { EngineCell } from "../cells/EngineCell";
import { LotStatusCell } from "../cells/LotStatusCell";
import { PhotoCell } from "../cells/PhotoCell";
import { PriceCell } from "../cells/PriceCell";
import { TextCell } from "../cells/TextCell";
import { isAsked, registerCells, type CellPart } from "./cells";
import {
  hasUnit,
  isAnything,
  isDateField,
  isDictionaryOf,
  isShownAs,
} from "./fields";
import { rank } from "./rank";

const parts = {
  text: { Cell: TextCell, width: 128, hasLink: true },
  auction: { Cell: AuctionCell, width: 132, hasLink: true },
  price: { Cell: PriceCell, width: 104 },
  condition: { Cell: ConditionCell, width: 158 },
  photo: { Cell: PhotoCell, width: 250, hasLink: true },
  bidStatus: { Cell: BidStatusCell, width: 122 },
  lotStatus: { Cell: LotStatusCell, width: 128 },
  engine: { Cell: EngineCell, width: 138, hasLink: true },
  bidAmount: { Cell: BidAmountCell, width: 120 },
  bidGroup: { Cell: BidGroupCell, width: 80 },
  bidType: { Cell: BidTypeCell, width: 120 },
} satisfies Record<string, CellPart>;

registerCells([
  { fit: rank(1, isAnything), part: parts.text },
  { fit: rank(10, isDateField), part: parts.auction },
  { fit: rank(10, hasUnit("yen")), part: parts.price },
  { fit: rank(10, isDictionaryOf("condition")), part: parts.condition },
  { fit: rank(20, isShownAs("photos")), part: parts.photo },
  { fit: rank(20, isShownAs("bidStatus")), part: parts.bidStatus },
  { fit: rank(20, isShownAs("lotStatus")), part: parts.lotStatus },
  { fit: rank(20, isShownAs("letter")), part: parts.bidGroup },
  { fit: rank(20, isShownAs("bidType")), part: parts.bidType },
  { fit: isAsked("photo"), part: parts.photo },
  { fit: isAsked("auction"), part: parts.auction },
  { fit: isAsked("engine"), part: parts.engine },
  { fit: isAsked("condition"), part: parts.condition },
  { fit: isAsked("lotStatus"), part: parts.lotStatus },
  { fit: isAsked("price"), part: parts.price },
  { fit: isAsked("yen"), part: parts.price },
  { fit: isAsked("bidAmount"), part: parts.bidAmount },
  { fit: isAsked("bidStatus"), part: parts.bidStatus },
  { fit: isAsked("bidGroup"), part: parts.bidGroup },
  { fit: isAsked("bidType"), part: parts.bidType },
]);
