export { purchases } from "./area";
export { bidPorts } from "./purchases";
