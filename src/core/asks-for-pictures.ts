import type { Target } from './request.ts';

/** Whether a request asks for pictures: the user wants them, and the model makes some. */
export function asksForPictures({ makePictures, model }: Pick<Target, 'makePictures' | 'model'>): boolean {
  return makePictures === true && model.makesPictures === true;
}
