import type { Json } from '../../json.ts';
import type { Seals } from '../../seal.ts';
import type { ResponsesDialect } from '../../wire/responses/dialect.ts';
import type { ResponsesModel } from '../../wire/responses/models.ts';

/** A request to the Responses API as its rules see it. */
export interface ResponsesSubject {
  body: Json;
  model: ResponsesModel;
  dialect: ResponsesDialect;
  items: Json[];
  seals: Seals;
  account: string;
}
