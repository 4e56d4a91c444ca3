/** No slot. */
export const NONE = -1;

/** Makes slots, and lets values flow between them. */
export interface SlotWriter {
  newSlot(): number;
  copy(to: number, from: number): void;
}
