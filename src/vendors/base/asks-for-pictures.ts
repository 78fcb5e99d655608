import type { Target } from '#core/request.ts';

/** Whether a request asks for pictures: the user wants them, and the model makes some. */
export function asksForPictures({ makePictures, model }: Target): boolean {
  return makePictures === true && model.makesPictures === true;
}
