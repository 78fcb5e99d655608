import type { Json } from '../base/json.ts';
import type { Seals } from '../base/seal.ts';
import type { ResponsesDialect } from './dialect.ts';
import type { ResponsesModel } from './models.ts';

/** A request to the Responses API, prepared for the rules. */
export interface ResponsesSubject {
  body: Json;
  model: ResponsesModel;
  dialect: ResponsesDialect;
  /** `sent`: the items of the request. `items`: those plus the stored items it refers to. */
  sent: Json[];
  items: Json[];
  /** Whether the stored response named by the request exists; null when it names none. */
  previous: boolean | null;
  /** Whether an item with this id is stored for this account. */
  isStored: (id: string) => boolean;
  seals: Seals;
  account: string;
}
