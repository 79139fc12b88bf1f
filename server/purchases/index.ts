export { cancelPurchase, createPurchase } from "./purchases";
