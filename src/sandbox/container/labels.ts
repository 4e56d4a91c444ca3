import { randomUUID } from "node:crypto";

/** The label of every container and image of ours. */
export const ownershipLabel = "diorama.owner";

let owner: string | undefined;

/** What this process's containers have as their label's value; no other process has the same. */
export function ownOwner(): string {
  owner ??= `${process.pid}-${randomUUID()}`;
  return owner;
}
