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
import { isAsked, registerCells } from "./cells";
import {
  hasUnit,
  isAnything,
  isDateField,
  isDictionaryOf,
  isNamed,
} from "./fields";
import { rank } from "./rank";

registerCells([
  { fit: rank(1, isAnything), part: TextCell },
  { fit: rank(10, isDateField), part: AuctionCell },
  { fit: rank(10, hasUnit("yen")), part: PriceCell },
  { fit: rank(10, isDictionaryOf("condition")), part: ConditionCell },
  { fit: rank(10, isNamed("images")), part: PhotoCell },
  { fit: rank(10, isNamed("bidStatus")), part: BidStatusCell },
  { fit: rank(10, isNamed("status")), part: LotStatusCell },
  { fit: isAsked("photo"), part: PhotoCell },
  { fit: isAsked("auction"), part: AuctionCell },
  { fit: isAsked("engine"), part: EngineCell },
  { fit: isAsked("condition"), part: ConditionCell },
  { fit: isAsked("lotStatus"), part: LotStatusCell },
  { fit: isAsked("price"), part: PriceCell },
  { fit: isAsked("yen"), part: PriceCell },
  { fit: isAsked("bidAmount"), part: BidAmountCell },
  { fit: isAsked("bidStatus"), part: BidStatusCell },
  { fit: isAsked("bidGroup"), part: BidGroupCell },
  { fit: isAsked("bidType"), part: BidTypeCell },
]);
