export { workshop } from "./area";
export {
  exportCommand,
  exportPublished,
  type Exported,
} from "./exportPublished";
