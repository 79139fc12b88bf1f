export { demo } from "./area";
