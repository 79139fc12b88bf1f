export { files } from "./area";
export { openStorage, temporaryFolder } from "./openStorage";
export { storedKeys } from "./fileQueries";
export { warnOfOwnFolder } from "./ownFolder";
