import { v7 } from 'uuid';

/** Ids sort by creation time. */
export function newId(): string {
  return v7();
}
