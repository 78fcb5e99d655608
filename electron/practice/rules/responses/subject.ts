import type { Json } from '../../base/json.ts';
import type { Seals } from '../../base/seal.ts';
import type { ResponsesDialect } from '../../wire/responses/dialect.ts';
import type { ResponsesModel } from '../../wire/responses/models.ts';

/** A request to the Responses API as its rules see it. */
export interface ResponsesSubject {
  body: Json;
  model: ResponsesModel;
  dialect: ResponsesDialect;
  /** What the request brings, and with that the stored items it refers to. */
  sent: Json[];
  items: Json[];
  /** The stored response that the request goes on from is there; null when it names none. */
  previous: boolean | null;
  /** Whether an item of this id is stored for this account. */
  isStored: (id: string) => boolean;
  seals: Seals;
  account: string;
}
